/// <reference lib="esnext.disposable" preserve="true" />
// A node inside another program, as that program sees it: the RPC service and the controls of a
// local chain. Everything that changes the chain resolves when the change can be read. A control
// rejects with an ArgumentError for what its method refuses, and then nothing has changed.

import type { GasReportView } from '../rpc/controls/gasReportView.ts';
import type { TxLevel } from '../rpc/transactions/transactionStatus.ts';
import type { GivenMining } from './givenMining.ts';

/** The key is known to everybody. */
export interface NodeAccount {
  readonly accountId: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

/** A signed transaction: its bytes, their base64, or what a client library makes. */
export type SignedTransactionInput = Uint8Array | string | { encode(): Uint8Array };

/** `"CreateAccount"` or an object such as `{ Transfer: { deposit: "1" } }`, as in RPC answers. */
export type ActionJson = string | Readonly<Record<string, unknown>>;

/** `{ permission: "FullAccess" }`, or with a `FunctionCall`, as in genesis.json. */
export type AccessKeyJson = { readonly nonce?: number; readonly permission: unknown };

/** A time; a bigint is in nanoseconds since 1970. */
export type ChainTime = Date | bigint;

/** A file of `dumpState`, or its text. */
export type StateSource = { readonly path: string } | { readonly dump: string };

export interface PerigeeNode extends AsyncDisposable {
  readonly url: string;
  readonly chainId: string;
  /** The root account first, then the funded ones. */
  readonly accounts: readonly NodeAccount[];

  /** Calls a method of the RPC service; rejects with an RpcCallError. */
  rpc<T = unknown>(method: string, params?: unknown): Promise<T>;
  /** Sends a signed transaction and waits, until it is executed if nothing else is said. */
  send<T = unknown>(transaction: SignedTransactionInput, waitUntil?: TxLevel): Promise<T>;
  /** Sends a transaction in the name of any account, without its key. */
  impersonate<T = unknown>(
    signerId: string,
    receiverId: string,
    actions: readonly ActionJson[],
    waitUntil?: TxLevel,
  ): Promise<T>;

  /** Makes blocks, one if nothing is said; answers the height of the newest one. */
  mine(blocks?: number): Promise<number>;
  setMining(mode: GivenMining): Promise<void>;
  /** Moves ahead in height without making every block; answers the height of the newest one. */
  fastForward(heights: number): Promise<number>;
  advanceTime(seconds: number): Promise<void>;
  /** Sets the clock of the chain, which goes on from there. */
  setTime(time: ChainTime): Promise<void>;
  /** The next block has exactly this time. */
  setNextBlockTimestamp(time: ChainTime): Promise<void>;

  /** Marks this moment; answers the number for `revert`. */
  snapshot(): Promise<number>;
  /** Returns exactly to a snapshot, which can be used again; answers the height. */
  revert(id: number): Promise<number>;
  /**
   * Takes back all blocks above a height and drops waiting transactions; answers the height of the
   * newest block.
   */
  revertTo(height: number): Promise<number>;
  dropSnapshot(id: number): Promise<void>;
  /** Begins anew with genesis. */
  reset(): Promise<void>;
  /** The state of all accounts as text; also written to a file if one is named. */
  dumpState(path?: string): Promise<string>;
  /** Replaces the state of all accounts. */
  loadState(source: StateSource): Promise<void>;

  /** Writes records over the state as they are; their form is that of genesis.json. */
  patchState(records: readonly unknown[]): Promise<void>;
  /** Makes the account if there is none. */
  setBalance(accountId: string, amount: bigint): Promise<void>;
  /** Null removes the code. */
  setCode(accountId: string, code: Uint8Array | null): Promise<void>;
  /** A string is taken as UTF-8; null removes the value. */
  setStorage(
    accountId: string,
    key: Uint8Array | string,
    value: Uint8Array | string | null,
  ): Promise<void>;
  /** Null removes the key. */
  setAccessKey(
    accountId: string,
    publicKey: string,
    accessKey: AccessKeyJson | null,
  ): Promise<void>;
  deleteAccount(accountId: string): Promise<void>;

  /** What contracts have burnt since the node started. */
  gasReport(): GasReportView;
  stop(): Promise<void>;
}
