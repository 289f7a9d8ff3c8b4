// Runs lines of contract calls on a thread with the stack that the node gives to contracts, because
// they may recurse deeper than a main thread allows.

import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { CONTRACT_STACK_MB } from '../../../src/process/threads.ts';
import { runLine } from './oracleLine.ts';

/** The results, in order. Each call starts after the result of the previous one was taken. */
export async function* runLines(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  const resourceLimits = { stackSizeMb: CONTRACT_STACK_MB };
  const worker = new Worker(new URL(import.meta.url), { resourceLimits });
  for await (const line of lines) {
    worker.postMessage(line);
    const [result] = await once(worker, 'message');
    yield result;
  }
  await worker.terminate();
}

if (!isMainThread) {
  parentPort?.on('message', (line: string) => parentPort?.postMessage(runLine(line)));
}
