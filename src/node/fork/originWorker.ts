// A thread that asks the other network while the thread that needs the answer stands still.

import { workerData } from 'node:worker_threads';
import type { OriginWorkerAnswer, OriginWorkerData } from './origin.ts';
import { type OriginQuestion, OriginRows } from './originRows.ts';

const { data, port, signal }: OriginWorkerData = workerData;
const rows = new OriginRows(data.folder);

port.on('message', async (question: OriginQuestion) => {
  port.postMessage(await answer(question));
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});

async function answer(question: OriginQuestion): Promise<OriginWorkerAnswer> {
  try {
    await rows.fetch(data, question);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
