// What a contract call gets from the runtime and what it gives back: the seam of the VM.
// The context is fixed before the call; everything that may change goes through `External`.

import type { AccountContract } from '../types/account.ts';
import type { GasProfile } from '../types/outcome.ts';
import type { RanStack } from './debug/wasmFrame.ts';
import type { FunctionCallFailure } from './vmErrors.ts';

/** The result of a receipt that the called one waited for. */
export type PromiseResult =
  | { readonly kind: 'successful'; readonly data: Uint8Array }
  | { readonly kind: 'failed' };

export type VmContext = {
  readonly chainId: string;
  readonly currentAccountId: string;
  readonly signerAccountId: string;
  /** Borsh of the public key that signed the transaction. */
  readonly signerPublicKey: Uint8Array;
  readonly predecessorAccountId: string;
  readonly refundToAccountId: string;
  readonly input: Uint8Array;
  readonly promiseResults: readonly PromiseResult[];
  readonly blockHeight: number | bigint;
  readonly blockTimestamp: bigint;
  readonly epochHeight: number | bigint;
  /** Without the attached deposit. */
  readonly accountBalance: bigint;
  readonly accountLockedBalance: bigint;
  readonly storageUsage: number;
  readonly accountContract: AccountContract;
  readonly attachedDeposit: bigint;
  /** The gas of the action; not used in views. */
  readonly prepaidGas: bigint;
  /** A function, because few contracts ask for it. */
  readonly randomSeed: () => Uint8Array;
  /** Set in a view call, which may only read. */
  readonly view: { readonly maxGasBurnt: bigint } | null;
  /** Who waits for the result; empty unless the call is the last action of its receipt. */
  readonly outputDataReceivers: readonly string[];
};

/** What a promise index refers to: a receipt, or several that are joined. */
export type ContractPromise =
  | { readonly kind: 'receipt'; readonly receiptIndex: number }
  | { readonly kind: 'joint'; readonly receiptIndexes: readonly number[] };

export type ReturnData =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: Uint8Array }
  | { readonly kind: 'receiptIndex'; readonly receiptIndex: number };

export type VmOutcome = {
  /** The account's amount with the deposit, less what was attached to promises. */
  readonly balance: bigint;
  readonly storageUsage: number;
  readonly returnData: ReturnData;
  readonly burntGas: bigint;
  /** Burnt gas and the gas reserved for created receipts. */
  readonly usedGas: bigint;
  readonly computeUsage: bigint;
  readonly logs: readonly string[];
  readonly profile: GasProfile;
  /** Deposits of one yoctoNEAR that an account without balance attached for free. */
  readonly subsidizedAmount: bigint;
  /** Null on success. A failure keeps gas, profile and logs; the caller undoes the rest. */
  readonly aborted: FunctionCallFailure | null;
  /** After a trap or panic: the active functions. */
  readonly wasmStack: RanStack;
};
