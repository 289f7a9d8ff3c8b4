// A transaction of another network with all that its receipts are executed with, apart from the
// rows that they read. A plain value: it is sent between threads, and kept in a file.

import type { Hash } from '../base/crypto/hash.ts';
import type { AccountId } from '../types/accountId.ts';
import type { ShardLayout } from '../types/shardLayout.ts';
import type { StateChangeCause } from '../types/stateChange.ts';
import type { OutcomeWithIdView } from '../types/views/outcomeView.ts';
import type { ReceiptView } from '../types/views/receiptView.ts';
import type { SignedTransactionView } from '../types/views/transactionView.ts';

/** What the network knows of an epoch. */
export interface PastEpoch {
  readonly chainId: string;
  readonly protocolVersion: number;
  readonly shardLayout: ShardLayout;
  /** Null if the source does not know the validators of the epoch any more. */
  readonly validators: PastValidators | null;
}

interface PastValidators {
  readonly epochHeight: number;
  readonly stakes: readonly { readonly accountId: AccountId; readonly stake: bigint }[];
}

/** A committed write of a row by a block; the list of a block has the order of the commits. */
export interface PastChange {
  readonly cause: StateChangeCause;
  readonly key: Uint8Array;
  readonly value: Uint8Array | null;
}

/** A block that executed receipts of the transaction. */
export interface RemoteBlock {
  readonly hash: Hash;
  readonly prevHash: Hash;
  readonly height: number;
  readonly timestamp: bigint;
  readonly randomValue: Hash;
  /** The price that the block before announced for this one. */
  readonly gasPrice: bigint;
  readonly epoch: PastEpoch;
  /** Of the accounts that executed the receipts. */
  readonly changes: readonly PastChange[];
  /** Where the outcomes of other receipts stand that have caused changes. */
  readonly others: readonly OutcomePlace[];
}

/** The path to an outcome from the root, as far as it is known: one character for each turn. */
interface OutcomePlace {
  readonly id: Hash;
  readonly path: string;
}

export interface PastTransaction {
  readonly transaction: SignedTransactionView;
  readonly outcome: OutcomeWithIdView;
  /** Of the receipts that have been executed. */
  readonly outcomes: readonly OutcomeWithIdView[];
  readonly receipts: readonly ReceiptView[];
  /** Contract code that the receipts carry; the network shows its hash only. */
  readonly codes: readonly Uint8Array[];
  /** Data that other transactions sent to these receipts; null if the sender failed. */
  readonly data: readonly { readonly dataId: Hash; readonly data: Uint8Array | null }[];
  readonly blocks: readonly RemoteBlock[];
}

/** The turns from the root, which sort as the outcomes of the chunk were executed. */
export function outcomePath({ proof }: Pick<OutcomeWithIdView, 'proof'>): string {
  return proof
    .map(({ direction }) => (direction === 'Left' ? '1' : '0'))
    .reverse()
    .join('');
}
