// The error for responses that are too long. Code that builds a response in parts checks it as it
// grows.

import { PerigeeError } from '../../base/errors.ts';
import type { RpcContext } from './context.ts';

/** Reported as an internal error: no method of the reference declares one for it. */
class ResponseTooLong extends PerigeeError<{ readonly code: 'answer_too_long' }> {
  constructor(max: number) {
    super(
      { code: 'answer_too_long' },
      `the answer has more than the ${max} bytes that it may have; ask for less, or start the ` +
        'node with a larger --max-answer',
    );
  }
}

export function checkResponseLength(
  { limits, metrics }: Pick<RpcContext, 'limits' | 'metrics'>,
  length: number,
): void {
  if (length <= limits.answerBytesMax) return;
  metrics.countRefusal('answer');
  throw new ResponseTooLong(limits.answerBytesMax);
}
