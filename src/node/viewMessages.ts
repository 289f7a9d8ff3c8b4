// What a view thread is asked and what it answers. A thread has one task at a time, so an answer
// needs no number.

import type { ViewCall } from '../rpc/context.ts';
import type { ViewCallResult } from '../runtime/viewCall.ts';
import type { OriginData } from './fork/origin.ts';

/** What a view thread is started with. */
export interface ViewThreadData {
  readonly storePath: string;
  readonly chainId: string;
  readonly protocolVersion: number;
  /** What a fork began from. */
  readonly origin?: OriginData | undefined;
  /** Whether the store has the state as rows by height, and no tries. */
  readonly isFlat?: boolean | undefined;
}

export type ViewTask = { readonly kind: 'callFunction'; readonly call: ViewCall };

export type ViewAnswer = { readonly kind: 'callFunction'; readonly result: ViewCallResult };

export type FromViewThread =
  | { readonly kind: 'ready' }
  /** `durationMs` is the time of the task alone. */
  | { readonly kind: 'done'; readonly answer: ViewAnswer; readonly durationMs: number }
  /** A fault of the node; the thread goes on. */
  | { readonly kind: 'failed'; readonly message: string };

/**
 * A message carries the whole memory behind its arrays, and rows of the store share theirs with
 * many others: what is sent has memory of its own.
 */
export function detachTask({ kind, call }: ViewTask): ViewTask {
  const { args, blockHash } = call;
  return { kind, call: { ...call, args: detach(args), blockHash: detach(blockHash) } };
}

export function detachAnswer({ kind, result }: ViewAnswer): ViewAnswer {
  if (result.kind !== 'returned') return { kind, result };
  return { kind, result: { ...result, value: detach(result.value) } };
}

function detach(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
