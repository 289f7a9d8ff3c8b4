// A node that runs in the foreground, until it fails or the user ends it.

import { formatGasReport } from '../node/formatGasReport.ts';
import type { RunningNode } from '../node/startNode.ts';

/** Gives the exit code. */
export async function untilStopped(node: RunningNode): Promise<number> {
  const stop = () => void node.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return (await node.stopped) === null ? 0 : 1;
}

/** Shows the gas report whenever SIGUSR2 arrives; there is no such signal on Windows. */
export function reportOnSignal({ controls }: RunningNode): void {
  if (process.platform === 'win32') return;
  process.on('SIGUSR2', () => process.stdout.write(formatGasReport(controls.gasReport())));
}
