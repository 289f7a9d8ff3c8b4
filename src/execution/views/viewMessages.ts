// What a view thread is asked and what it answers. A thread has one task at a time, so an answer
// needs no number.

import type { CachePlan } from '../../base/collections/cachePlan.ts';
import type { ThreadFailure } from '../../base/threadFailure.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';

/** What a view thread is started with. */
export interface ViewThreadData {
  readonly storePath: string;
  readonly chainId: string;
  readonly protocolVersion: number;
  /** What a fork began from. */
  readonly origin?: OriginPlace | undefined;
  /** Whether the store has the state as rows by height, and no tries. */
  readonly isFlat?: boolean | undefined;
  readonly cachePlan: CachePlan;
}

export interface ViewTask {
  readonly call: ViewCall;
  /** The gas of a trial; null for all that the call may have. */
  readonly trialGas: bigint | null;
}

export type FromViewThread =
  | { readonly kind: 'ready' }
  /** Without a result if the gas of a trial was too little. `durationMs` is of the task alone. */
  | { readonly kind: 'done'; readonly result: ViewCallResult | null; readonly durationMs: number }
  /** A fault of the node, and what anybody may know of it; the thread goes on. */
  | { readonly kind: 'failed'; readonly message: string; readonly failure: ThreadFailure };

/**
 * A message carries the whole memory behind its arrays, and rows of the store share theirs with
 * many others: what is sent has memory of its own.
 */
export function detachTask({ call, trialGas }: ViewTask): ViewTask {
  const { args, blockHash } = call;
  return { call: { ...call, args: detach(args), blockHash: detach(blockHash) }, trialGas };
}

export function detachResult(result: ViewCallResult): ViewCallResult {
  return result.kind === 'returned' ? { ...result, value: detach(result.value) } : result;
}

function detach(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
