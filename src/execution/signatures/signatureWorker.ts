// A thread that verifies signatures, one at a time.

import { parentPort } from 'node:worker_threads';
import { verify } from '../../base/crypto/keys.ts';
import type { SignatureAnswer, SignatureQuestion } from './signatureMessages.ts';

parentPort?.on('message', ({ id, publicKey, message, signature }: SignatureQuestion) => {
  const startMs = performance.now();
  const isValid = verify(publicKey, message, signature);
  const answer: SignatureAnswer = { id, isValid, durationMs: performance.now() - startMs };
  parentPort?.postMessage(answer);
});
