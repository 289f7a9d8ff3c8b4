// What a view thread is asked and what it answers. A thread has one task at a time, so an answer needs no
// number.

import type { ViewCall } from '../rpc/context.ts';
import type { ViewCallResult } from '../runtime/viewCall.ts';

/** What a view thread is started with. */
export interface ViewThreadData {
  readonly storePath: string;
  readonly chainId: string;
  readonly protocolVersion: number;
}

export type ViewTask = { readonly kind: 'callFunction'; readonly call: ViewCall };

export type ViewAnswer = { readonly kind: 'callFunction'; readonly result: ViewCallResult };

export type FromViewThread =
  /** `durationMs` is the time of the task alone. */
  | { readonly kind: 'done'; readonly answer: ViewAnswer; readonly durationMs: number }
  /** A fault of the node; the thread goes on. */
  | { readonly kind: 'failed'; readonly message: string };

/**
 * The same bytes in memory of their own: a message carries the whole memory behind its arrays, and rows of
 * the store share theirs with many others.
 */
export function detachBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
