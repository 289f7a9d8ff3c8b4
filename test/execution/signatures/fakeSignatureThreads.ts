// Signature threads controlled by the test: requests are listed, and completed when the test wants
// it. Time does not pass until the test moves it.

import { verify } from '../../../src/base/crypto/keys.ts';
import {
  SignatureChecks,
  type TransactionOrigin,
} from '../../../src/execution/signatures/signatureChecks.ts';
import type { SignatureQuestion } from '../../../src/execution/signatures/signatureMessages.ts';
import type { SignatureThreadHandlers } from '../../../src/execution/signatures/signatureThread.ts';

interface Asked {
  readonly question: SignatureQuestion;
  readonly handlers: SignatureThreadHandlers;
}

export class FakeSignatureThreads {
  readonly checks: SignatureChecks;
  readonly asked: Asked[] = [];
  readonly handlers: SignatureThreadHandlers[] = [];
  started = 0;
  stopped = 0;
  nowMs = 0;
  #timers: { readonly atMs: number; readonly task: () => void }[] = [];

  constructor(threadsMax = 1) {
    this.checks = new SignatureChecks({
      threadsMax,
      startThread: (handlers) => {
        this.started++;
        this.handlers.push(handlers);
        return {
          ask: (question) => void this.asked.push({ question, handlers }),
          stop: () => void this.stopped++,
        };
      },
      nowMs: () => this.nowMs,
      after: (delayMs, task) => void this.#timers.push({ atMs: this.nowMs + delayMs, task }),
    });
  }

  /** Completes the oldest request, as if verifying took a millisecond; false if there is none. */
  answerNext(isValid?: boolean): boolean {
    const next = this.asked.shift();
    if (next === undefined) return false;
    const { id, publicKey, message, signature } = next.question;
    const verdict = isValid ?? verify(publicKey, message, signature);
    next.handlers.onAnswer({ id, isValid: verdict, durationMs: 1 });
    return true;
  }

  /** Completes all requests before any more time passes. */
  answerAll(isValid?: boolean): number {
    let count = 0;
    while (this.answerNext(isValid)) count++;
    return count;
  }

  pass(ms: number): void {
    this.nowMs += ms;
    const due = this.#timers.filter(({ atMs }) => atMs <= this.nowMs);
    this.#timers = this.#timers.filter(({ atMs }) => atMs > this.nowMs);
    for (const { task } of due) task();
  }
}

/** A client, and whether the chain knows the signers it names. */
export function createOrigin(isKnown: boolean, source = ''): TransactionOrigin {
  return { source, hasUsableSigner: () => isKnown };
}
