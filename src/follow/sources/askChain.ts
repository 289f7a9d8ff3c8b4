// How a follower queries a node's JSON-RPC: for the initial checkpoint, and for the producers of
// later epochs. No response is trusted without a matching hash.

import { PerigeeError } from '../../base/errors.ts';
import { hideUrl, showUrl } from '../../base/shownUrl.ts';
import type { Codec } from '../../codec/codec.ts';

export class AskChainError extends PerigeeError<{ readonly code: 'ask_chain' }> {
  constructor(url: string, method: string, reason: string, cause?: unknown) {
    super({ code: 'ask_chain' }, `${method} of ${showUrl(url)}: ${hideUrl(reason, url)}`, {
      cause,
    });
  }
}

/** Calls one method and parses its result; rejects with AskChainError. */
export type AskChain = <T>(
  method: string,
  params: unknown,
  result: Pick<Codec<T>, 'parse'>,
) => Promise<T>;

/** The node does not know or cannot be reached; the follower continues as far as it can. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AskChainError) return null;
    throw error;
  }
}
