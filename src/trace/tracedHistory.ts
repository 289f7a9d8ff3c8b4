// What a trace is made from: a transaction with its receipts and outcomes, the changes of the
// blocks that executed them, and a way to execute them again.

import type { Hash } from '../base/crypto/hash.ts';
import type { StoredOutcome } from '../chain/stored/chainReader.ts';
import type { AccountId } from '../types/accountId.ts';
import type { Receipt } from '../types/receipt.ts';
import type { StateChange } from '../types/stateChange.ts';
import type { TraceRecorder } from './collect/traceRecorder.ts';

/** A transaction or receipt that was executed. */
export interface ExecutedAt {
  readonly id: Hash;
  readonly blockHash: Hash;
  readonly shardId: number;
}

export interface TracedTransaction {
  readonly signerId: AccountId;
  readonly receiverId: AccountId;
  /** Of the function calls in it. */
  readonly prepaidGas: bigint;
  readonly root: StoredOutcome;
}

export interface TracedHistory {
  /** Null if no block has it. */
  transaction(id: Hash): TracedTransaction | null;
  receipt(id: Hash): Receipt | null;
  outcome(id: Hash): StoredOutcome | null;
  height(blockHash: Hash): number;
  /** All changes of a row in a block, in their order. */
  changes(blockHash: Hash, key: Uint8Array): readonly StateChange[];
  /** A row as the block before left it. */
  rowBefore(executed: ExecutedAt, key: Uint8Array): Uint8Array | null;
  /** Executes them again, observed by the recorder. */
  execute(recorder: TraceRecorder, outcomes: readonly StoredOutcome[]): void;
}
