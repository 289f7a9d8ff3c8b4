/// <reference lib="esnext.disposable" preserve="true" />
// The interface of an embedded node: the RPC service and the controls of a local chain. Everything
// that changes the chain resolves when the change can be read. A control rejects with an
// ArgumentError for invalid arguments, and then nothing has changed.

import type {
  ActionViewInput,
  PerigeeAccessKey,
  PerigeeCallRequest,
  PerigeeCallResult,
  PerigeeSimulateRequest,
  PerigeeSimulation,
  StateRecordInput,
  TxExecutionStatus,
} from '../client/generated/wire.ts';
import type { Rpc, TransactionStatus } from '../client/rpc.ts';
import type { TestKit } from '../kit/kit.ts';
import type { GivenMining } from '../project/givenMining.ts';
import type { GasReportView } from '../rpc/core/gasReportView.ts';

/** The key is publicly known. */
export interface NodeAccount {
  readonly accountId: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

/** A signed transaction: its bytes, their base64, or the object of a client library. */
export type SignedTransactionInput = Uint8Array | string | { encode(): Uint8Array };

/** A time; a bigint is in nanoseconds since 1970. */
export type ChainTime = Date | bigint;

/** A protocol version of an upgrade, and where it takes effect if no heights are skipped. */
export type ProtocolStep = { readonly version: number; readonly height: number };

/** A staged split. The heights are those of the announcement and of the first new shards. */
export type ShardSplit = {
  readonly shardId: number;
  readonly boundaryAccount: string;
  readonly newShardIds: readonly number[];
  readonly announcedHeight: number;
  readonly height: number;
};

/** A file of `dumpState`, or its text. */
export type StateSource = { readonly path: string } | { readonly dump: string };

/** A node, wherever it runs. */
export interface ConnectedNode extends TestKit {
  readonly url: string;
  readonly chainId: string;
  /** The root account first, then the funded ones. */
  readonly accounts: readonly NodeAccount[];

  /** Calls a method of the RPC service; rejects with an RpcCallError. */
  readonly rpc: Rpc;
  /** Sends a signed transaction and waits, by default until it is executed. */
  send<U extends TxExecutionStatus = 'EXECUTED_OPTIMISTIC'>(
    transaction: SignedTransactionInput,
    waitUntil?: U,
  ): Promise<TransactionStatus<U>>;
  /** Sends a transaction on behalf of any account, without its key. */
  impersonate<U extends TxExecutionStatus = 'EXECUTED_OPTIMISTIC'>(
    signerId: string,
    receiverId: string,
    actions: readonly ActionViewInput[],
    waitUntil?: U,
  ): Promise<TransactionStatus<U>>;

  /** What transactions would do, without sending them: `perigee_simulate` with these params. */
  simulate(params: PerigeeSimulateRequest): Promise<PerigeeSimulation>;
  /** A view call on a changed state: `perigee_call` with these params. */
  simulateView(params: PerigeeCallRequest): Promise<PerigeeCallResult>;

  /** Produces blocks, one by default; resolves with the height of the newest one. */
  mine(blocks?: number): Promise<number>;
  /** Goes on to the first block of a later epoch, the next by default; resolves with its height. */
  mineEpochs(epochs?: number): Promise<number>;
  /**
   * Upgrades the chain by one protocol version per epoch; resolves with the versions on the way and
   * the heights at which their epochs begin.
   */
  setProtocol(version: number): Promise<readonly ProtocolStep[]>;
  /** Splits a shard at an account, by default in the middle of its state. */
  splitShard(shardId: number, boundaryAccount?: string | null): Promise<ShardSplit>;
  setMining(mode: GivenMining): Promise<void>;
  /** Advances the height without producing every block; resolves with the newest height. */
  fastForward(heights: number): Promise<number>;
  advanceTime(seconds: number): Promise<void>;
  /** Sets the clock of the chain, which continues from there. */
  setTime(time: ChainTime): Promise<void>;
  /** Sets the exact time of the next block. */
  setNextBlockTimestamp(time: ChainTime): Promise<void>;

  /** Takes a snapshot; resolves with its id for `revert`. */
  snapshot(): Promise<number>;
  /** Reverts to a snapshot, which can be used again; resolves with the height. */
  revert(id: number): Promise<number>;
  /**
   * Reverts all blocks above a height and drops pending transactions; resolves with the height of
   * the newest block.
   */
  revertTo(height: number): Promise<number>;
  dropSnapshot(id: number): Promise<void>;
  /** Restarts the chain from genesis. */
  reset(): Promise<void>;
  /** The state of all accounts as text; also written to a file if a path is given. */
  dumpState(path?: string): Promise<string>;
  /** Replaces the state of all accounts. */
  loadState(source: StateSource): Promise<void>;

  /** Writes records into the state unchecked, in the format of genesis.json. */
  patchState(records: readonly StateRecordInput[]): Promise<void>;
  /** Creates the account if it does not exist. */
  setBalance(accountId: string, amount: bigint): Promise<void>;
  /** Null removes the code. */
  setCode(accountId: string, code: Uint8Array | null): Promise<void>;
  /** Strings are encoded as UTF-8; null removes the value. */
  setStorage(
    accountId: string,
    key: Uint8Array | string,
    value: Uint8Array | string | null,
  ): Promise<void>;
  /** Null removes the key. */
  setAccessKey(
    accountId: string,
    publicKey: string,
    accessKey: PerigeeAccessKey | null,
  ): Promise<void>;
  deleteAccount(accountId: string): Promise<void>;
}

/** A node of this process. */
export interface PerigeeNode extends ConnectedNode, AsyncDisposable {
  /** The gas that contracts have burnt since the node started. */
  gasReport(): GasReportView;
  /** The same as the text of a file that `perigee gas-snapshot --check` compares with. */
  gasSnapshot(): string;
  stop(): Promise<void>;
}
