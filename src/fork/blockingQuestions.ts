// Questions of a thread that waits for their answers: another thread, which may not wait, answers
// them one at a time. A thread with a contract asks for rows in this way.

import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** One end of the line. */
export interface QuestionLine {
  readonly port: MessagePort;
  /** Set to one, and notified, when an answer is on the port. */
  readonly signal: Int32Array;
}

export function createSignal(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Blocks the thread; undefined if there is no answer in time, and then the line is closed. */
export function askBlocking<Question, Answer>(
  { port, signal }: QuestionLine,
  question: Question,
  waitMs: number,
): Answer | undefined {
  Atomics.store(signal, 0, 0);
  port.postMessage(question);
  // The notification of the answer before may come late, and wake this wait.
  while (Atomics.load(signal, 0) === 0) {
    if (Atomics.wait(signal, 0, 0, waitMs) !== 'timed-out') continue;
    // A late answer must not be mistaken for the next one, nor wake the wait for it.
    port.close();
    return undefined;
  }
  return receiveMessageOnPort(port)?.message as Answer;
}

/** `answer` does not reject. */
export function answerQuestions<Question, Answer>(
  { port, signal }: QuestionLine,
  answer: (question: Question) => Promise<Answer>,
): void {
  port.on('message', async (question: Question) => {
    port.postMessage(await answer(question));
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  });
}
