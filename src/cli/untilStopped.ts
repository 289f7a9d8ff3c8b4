// A node that runs in the foreground, until it fails or the user stops it.

import { formatGasReport } from '../node/gasReport/formatGasReport.ts';
import type { RunningNode } from '../node/startNode.ts';

type Running = Pick<RunningNode, 'stop' | 'stopped'>;

/** Returns the exit code; any failure has been logged. */
export async function untilStopped(starting: Promise<Running>): Promise<number> {
  return (await waitForEnd(starting)) === null ? 0 : 1;
}

/** What failed, or null. A signal during the start takes effect once the node has started. */
export async function waitForEnd(starting: Promise<Running>): Promise<Error | null> {
  const stop = () =>
    void starting.then(
      (running) => running.stop(),
      () => {},
    );
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // The parent process, if it opened an IPC channel, has ended or was killed.
  process.once('disconnect', stop);
  try {
    return await (await starting).stopped;
  } finally {
    // A listener keeps the channel open, and an open channel keeps the process alive.
    process.off('disconnect', stop);
  }
}

/** Prints the gas report whenever SIGUSR2 arrives; there is no such signal on Windows. */
export function reportOnSignal({ controls }: RunningNode): void {
  if (process.platform === 'win32') return;
  process.on('SIGUSR2', () => process.stdout.write(formatGasReport(controls.gasReport())));
}
