// Why a key of the state changed, and the record of it that is kept for each block.

import type { TypeOf } from '../codec/codec.ts';
import { bytes, option, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { union, unit } from '../codec/union.ts';
import { hash } from './primitives.ts';

const byReceipt = struct({ receiptHash: hash });

/** The cause of a commit during the application of a chunk. */
export const StateChangeCause = union('StateChangeCause', {
  NotWritableToDisk: unit,
  InitialState: unit,
  TransactionProcessing: struct({ txHash: hash }),
  ActionReceiptProcessingStarted: byReceipt,
  ActionReceiptGasReward: byReceipt,
  ReceiptProcessing: byReceipt,
  PostponedReceipt: byReceipt,
  UpdatedDelayedReceipts: unit,
  ValidatorAccountsUpdate: unit,
  Migration: unit,
  BandwidthSchedulerStateUpdate: unit,
});
export type StateChangeCause = TypeOf<typeof StateChangeCause>;

/** One committed write of a key; null is a removal. */
export const StateChange = struct({ cause: StateChangeCause, value: option(bytes) });
export type StateChange = TypeOf<typeof StateChange>;

/** All commits of one key while one chunk was applied, in their order. */
export const StateChanges = vec(StateChange);

/** The changes of one applied chunk, sorted by the bytes of their trie keys. */
export interface KeyChanges {
  readonly key: Uint8Array;
  readonly changes: readonly StateChange[];
}
