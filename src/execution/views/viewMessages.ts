// The messages to and from a view thread. A thread has one task at a time, so a response needs no
// id.

import type { CachePlan } from '../../base/collections/cachePlan.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import type { ReusableContract } from '../../vm/reusedContracts.ts';
import type { TaskMessage } from '../taskThread.ts';

/** What a view thread is started with. */
export interface ViewThreadData {
  readonly storePath: string;
  readonly chainId: string;
  /** What a fork started from. */
  readonly origin?: OriginPlace | undefined;
  /** Whether the store has the state as rows by height, without tries. */
  readonly isFlat?: boolean | undefined;
  readonly cachePlan: CachePlan;
  /** Where to look for debug information of contracts that fail. */
  readonly debugInfo?: string | undefined;
}

export interface ViewTask {
  readonly call: ViewCall;
  /** What to do with it: to prepare the contract of the call for another thread, or to run it. */
  readonly kind: 'prepare' | 'run';
  /** The gas of a trial; null for all the gas that the call may use. */
  readonly trialGas: bigint | null;
}

export type FromViewThread =
  | TaskMessage
  /** Without a result if the gas of a trial did not suffice. `durationMs` covers the task alone. */
  | { readonly kind: 'done'; readonly result: ViewCallResult | null; readonly durationMs: number }
  | {
      readonly kind: 'prepared';
      readonly contract: ReusableContract | null;
      readonly durationMs: number;
    };

/**
 * A message carries the whole buffer behind its arrays, and rows of the store share theirs with
 * many others, so the message is sent with buffers of its own.
 */
export function detachTask({ call, ...task }: ViewTask): ViewTask {
  const { account: _, args, blockHash, ...rest } = call;
  return { ...task, call: { ...rest, args: detach(args), blockHash: detach(blockHash) } };
}

export function detachResult(result: ViewCallResult): ViewCallResult {
  return result.kind === 'returned' ? { ...result, value: detach(result.value) } : result;
}

function detach(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
