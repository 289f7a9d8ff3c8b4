// A node that runs in the foreground, until it fails or the user ends it.

import { formatGasReport } from '../node/formatGasReport.ts';
import type { RunningNode } from '../node/startNode.ts';

/** Gives the exit code. A signal that comes during the start counts after it. */
export async function untilStopped(
  starting: Promise<Pick<RunningNode, 'stop' | 'stopped'>>,
): Promise<number> {
  const stop = () =>
    void starting.then(
      (node) => node.stop(),
      () => {},
    );
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const node = await starting;
  return (await node.stopped) === null ? 0 : 1;
}

/** Shows the gas report whenever SIGUSR2 arrives; there is no such signal on Windows. */
export function reportOnSignal({ controls }: RunningNode): void {
  if (process.platform === 'win32') return;
  process.on('SIGUSR2', () => process.stdout.write(formatGasReport(controls.gasReport())));
}
