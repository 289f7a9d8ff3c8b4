// The owner's side of a signature thread. It never keeps the process alive.

import { Worker } from 'node:worker_threads';
import { reportFault } from '../../base/threadFailure.ts';
import type { SignatureAnswer, SignatureQuestion } from './signatureMessages.ts';

export interface SignatureThreadHandlers {
  onAnswer(answer: SignatureAnswer): void;
  /** The thread has ended, for whatever reason; its pending requests get no response. */
  onEnd(): void;
}

/** What the scheduler needs from a thread; tests pass their own. */
export interface SignatureThread {
  ask(question: SignatureQuestion): void;
  stop(): void;
}

const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128 };

export function startSignatureThread({
  onAnswer,
  onEnd,
}: SignatureThreadHandlers): SignatureThread {
  const worker = new Worker(new URL('./signatureWorker.js', import.meta.url), {
    execArgv: [],
    resourceLimits: RESOURCE_LIMITS,
  });
  worker.unref();
  worker.on('message', onAnswer);
  // The `exit` event follows.
  worker.on('error', (error) => reportFault('a thread for signatures has failed', error));
  worker.once('exit', onEnd);
  return {
    ask: (question) => worker.postMessage(question),
    stop: () => void worker.terminate(),
  };
}
