// A thread that sends requests to the origin while the thread that needs the result is blocked.

import { workerData } from 'node:worker_threads';
import { packFailure, reportFault } from '../base/threadFailure.ts';
import { answerQuestions } from './blockingQuestions.ts';
import type { OriginWorkerAnswer, OriginWorkerData } from './origin.ts';
import { askQuestion, type OriginQuestion } from './originRows.ts';

const { place, ...line }: OriginWorkerData = workerData;

answerQuestions(line, answer);

async function answer(question: OriginQuestion): Promise<OriginWorkerAnswer> {
  try {
    return await askQuestion(place, question);
  } catch (error) {
    const { message, stack } = packFailure(error);
    if (stack !== null) reportFault('asking the origin has failed', error);
    return { kind: 'failed', why: message };
  }
}
