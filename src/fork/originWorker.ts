// A thread that sends requests to the origin while the thread that needs the result is blocked.

import { workerData } from 'node:worker_threads';
import { packFailure, reportFault } from '../base/threadFailure.ts';
import type { OriginWorkerAnswer, OriginWorkerData } from './origin.ts';
import { askQuestion, type OriginQuestion } from './originRows.ts';

const { place, port, signal }: OriginWorkerData = workerData;

port.on('message', async (question: OriginQuestion) => {
  port.postMessage(await answer(question));
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});

async function answer(question: OriginQuestion): Promise<OriginWorkerAnswer> {
  try {
    return await askQuestion(place, question);
  } catch (error) {
    const { message, stack } = packFailure(error);
    if (stack !== null) reportFault('asking the origin has failed', error);
    return { kind: 'failed', why: message };
  }
}
