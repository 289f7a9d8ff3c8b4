// What a simulation is asked to do, as plain values that can be sent to another thread. The bounds
// are those of one request.

import type { Hash } from '../base/crypto/hash.ts';
import type { PublicKey } from '../base/crypto/keys.ts';
import type { ImpersonatedParts } from '../chain/controls/impersonation.ts';
import type { StatePatch } from '../chain/patch/statePatch.ts';
import type { TraceLevel } from '../trace/tree/transactionTrace.ts';
import type { AccountId } from '../types/accountId.ts';
import type { SignedTransaction, Transaction } from '../types/transaction.ts';

/** Of all blocks of a request. */
export const TRANSACTIONS_MAX = 100;
/** Blocks that a request describes. */
export const GIVEN_BLOCKS_MAX = 32;
/** Blocks that are made, those that only execute receipts included. */
export const MADE_BLOCKS_MAX = 256;
/** Of all blocks of a request. */
export const OVERRIDES_MAX = 1_000;

interface GivenParts extends ImpersonatedParts {
  /** The key that pays and permits; without it, the account acts without any key. */
  readonly publicKey: PublicKey | null;
  /** The next one of the key by default. */
  readonly nonce: bigint | null;
}

export type GivenTransaction =
  | { readonly kind: 'parts'; readonly value: GivenParts }
  /** Everything is checked except the signature. */
  | { readonly kind: 'unsigned'; readonly value: Transaction }
  | { readonly kind: 'signed'; readonly value: SignedTransaction };

/** What a block is to have that its predecessor does not decide; null for the usual value. */
interface BlockOverrides {
  readonly blockHeight: number | null;
  /** Nanoseconds since 1970. */
  readonly blockTimestamp: bigint | null;
}

export interface GivenBlock extends BlockOverrides {
  /** Changes of the state before the block. */
  readonly overrides: readonly StatePatch[];
  readonly transactions: readonly GivenTransaction[];
  readonly randomValue: Hash | null;
  /** Whether further blocks are made until the receipts of its transactions are executed. */
  readonly waitForReceipts: boolean;
}

export interface SimulationRequest {
  /** The block after which the first one is made. */
  readonly blockHash: Hash;
  readonly blocks: readonly GivenBlock[];
  /** Of the traces; null for none. */
  readonly level: TraceLevel | null;
  readonly suggestGas: boolean;
}

export interface SimulatedCallRequest extends BlockOverrides {
  /** The block whose state is read. */
  readonly blockHash: Hash;
  readonly overrides: readonly StatePatch[];
  readonly accountId: AccountId;
  readonly methodName: string;
  readonly args: Uint8Array;
  /** Null for the limit of the protocol. */
  readonly gasLimit: bigint | null;
}
