// The thread that replays and serves a recording: contracts need a deeper stack than that of the
// main thread.

import { parentPort, workerData } from 'node:worker_threads';
import { PerigeeError } from '../base/errors.ts';
import { createProgress } from '../process/progress.ts';
import { describeListener } from '../rpc/describeListener.ts';
import { serveRpc } from '../rpc/serveRpc.ts';
import { createMemoryStore } from '../store/openStore.ts';
import { Recording } from './recording.ts';
import type { ReplayOptions } from './replayOptions.ts';
import { describeDifference, replayRecording } from './replayRecording.ts';
import { ReplayStore } from './replayStore.ts';
import { createReplayContext } from './serveReplay.ts';

/**
 * The last lines go to standard output; `code` is the exit code, null while requests are served.
 */
export interface ReplayReport {
  readonly line: string;
  readonly code: number | null;
}

function report(line: string, code: number | null): void {
  parentPort?.postMessage({ line, code } satisfies ReplayReport);
}

async function run({ directory, code, until, serve }: ReplayOptions): Promise<void> {
  const recording = new Recording(directory);
  const store = serve === undefined ? new ReplayStore() : createMemoryStore();
  const progress = createProgress('replaying');
  const onBlock = (height: number) => progress.step(`height ${height}`);
  const { chain, blocks, chunks, difference } = await replayRecording({
    recording,
    store,
    code,
    until,
    onBlock,
  });
  progress.end();
  if (difference !== null) return report(describeDifference(difference), 1);
  const verdict = `${blocks} blocks, ${chunks} chunks: all match`;
  if (serve === undefined) return report(verdict, 0);
  report(verdict, null);
  const context = createReplayContext(chain, store, recording, (error, method) => {
    process.stderr.write(`${method} failed: ${(error as Error).stack}\n`);
  });
  const listener = describeListener(recording.config(), { host: '127.0.0.1', port: serve });
  const { port } = await serveRpc(context, listener);
  report(`answering at http://127.0.0.1:${port}`, null);
}

/** Anything else is a bug of ours, and ends the thread. */
void run(workerData as ReplayOptions).catch((error: unknown) => {
  if (!(error instanceof PerigeeError)) throw error;
  report(`perigee: ${error.message}`, 1);
});
