// What explanations depend on besides the errors themselves.

import type { AccountId } from '../types/accountId.ts';

/** What the chain knows about a refused transaction besides the error. Absent: not looked up. */
export interface TransactionFacts {
  /** Whether the chain has the block that the transaction refers to. */
  readonly hasBlock?: boolean;
  /** Accounts that were given the transaction's key, without the signer. */
  readonly keyAccounts?: readonly AccountId[];
}

/** What is known about a call besides its error. */
export interface CallFacts {
  readonly accountId: string;
  readonly methodName: string;
  readonly args: Uint8Array;
  readonly attachedDeposit: bigint;
  readonly prepaidGas: bigint;
  /** By the contract itself. */
  readonly burntGas: bigint;
  readonly isView: boolean;
  /** Whether it received results of calls that its own account had made. */
  readonly isCallback: boolean;
  /** The gas attached to the transaction, if that is known. */
  readonly transactionGas?: bigint | undefined;
  /** The methods of the contract; read only if needed. */
  readonly methods: () => readonly string[];
  /** An import that this protocol version lacks, if that is the reason. */
  readonly missingImport?: string | undefined;
  /** Where that import exists, in words. */
  readonly describeImport?: (name: string) => string;
}
