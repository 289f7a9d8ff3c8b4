// A node inside another program, for tests above all: the chain, its RPC service and its controls
// as one object. The chain is kept in a temporary folder unless a home is named.

import { readFileSync, writeFileSync } from 'node:fs';
import { bytesToBase64, utf8ToBytes } from '../base/bytes.ts';
import {
  formatPublicKey,
  formatSecretKey,
  parsePublicKeyHandle,
  secretToPublic,
} from '../base/keys.ts';
import type { MiningMode } from '../chain/mining.ts';
import type { GasReportView } from '../rpc/gasReportView.ts';
import type { TxLevel } from '../rpc/txStatus.ts';
import type { StateEdit } from '../runtime/stateEdit.ts';
import { AccessKey } from '../types/accessKey.ts';
import { StateRecord } from '../types/genesis.ts';
import { callRpc } from './callRpc.ts';
import type { KeyFile } from './homeFolder.ts';
import type { LogLevel } from './options.ts';
import { type RunningNode, startNode } from './startNode.ts';

export interface CreateNodeOptions {
  /** 0, the default, lets the system choose a free port. */
  readonly port?: number;
  readonly host?: string;
  readonly mining?: MiningMode;
  readonly shards?: number;
  /** Funded accounts besides the root; 10 by default. */
  readonly accounts?: number;
  /** Keeps the chain in this folder; without it, it ends with the node. */
  readonly home?: string;
  /** A file of `dumpState` to begin with. */
  readonly loadState?: string;
  readonly logLevel?: LogLevel;
}

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

const DEFAULTS = {
  host: '127.0.0.1',
  port: 0,
  mining: 'auto',
  shards: 1,
  accounts: 10,
  durable: false,
  reset: false,
  controls: true,
  gasReport: false,
  logLevel: 'silent',
} as const;

export async function createNode(options: CreateNodeOptions = {}): Promise<PerigeeNode> {
  const { home } = options;
  const node = await startNode({
    ...DEFAULTS,
    ...options,
    home: home ?? '',
    inMemory: home === undefined,
  });
  return new PerigeeNode(node);
}

export class PerigeeNode {
  readonly #node: RunningNode;

  /** Use `createNode`. */
  constructor(node: RunningNode) {
    this.#node = node;
  }

  get url(): string {
    return this.#node.url;
  }

  get chainId(): string {
    return this.#node.chainId;
  }

  /** The root account `test.near` first, then the funded ones. */
  get accounts(): readonly NodeAccount[] {
    return this.#node.accounts.map(describeAccount);
  }

  /** Calls a method of the RPC service; rejects with an RpcCallError. */
  rpc<T = unknown>(method: string, params: unknown = null): Promise<T> {
    return callRpc<T>(this.#node.service, method, params);
  }

  /** Sends a signed transaction and waits for it. */
  send<T = unknown>(
    transaction: SignedTransactionInput,
    waitUntil: TxLevel = 'EXECUTED_OPTIMISTIC',
  ): Promise<T> {
    const params = { signed_tx_base64: toBase64(transaction), wait_until: waitUntil };
    return this.rpc<T>('send_tx', params);
  }

  /** Sends a transaction in the name of any account, without its key. */
  impersonate<T = unknown>(
    signerId: string,
    receiverId: string,
    actions: readonly ActionJson[],
    waitUntil: TxLevel = 'EXECUTED_OPTIMISTIC',
  ): Promise<T> {
    const params = { signer_id: signerId, receiver_id: receiverId, actions, wait_until: waitUntil };
    return this.rpc<T>('perigee_impersonate', params);
  }

  /** Makes blocks; answers the height of the newest one. */
  async mine(blocks = 1): Promise<number> {
    return (await this.#node.controls.run({ kind: 'mine', blocks })).height;
  }

  async setMining(mode: MiningMode): Promise<void> {
    await this.#node.controls.run({ kind: 'setMining', mode });
  }

  /** Moves ahead in height without making every block; answers the height of the newest one. */
  async fastForward(heights: number): Promise<number> {
    const action = { kind: 'fastForward', deltaHeight: heights } as const;
    return (await this.#node.controls.run(action)).height;
  }

  async advanceTime(seconds: number): Promise<void> {
    const nanoseconds = BigInt(Math.round(seconds * NS_PER_SECOND));
    await this.#node.controls.run({ kind: 'advanceClock', nanoseconds });
  }

  /** Sets the clock of the chain; a bigint is in nanoseconds since 1970. */
  async setTime(time: Date | bigint): Promise<void> {
    await this.#node.controls.run({ kind: 'setClock', timestamp: toTimestamp(time) });
  }

  async setNextBlockTimestamp(time: Date | bigint): Promise<void> {
    await this.#node.controls.run({ kind: 'setNextTimestamp', timestamp: toTimestamp(time) });
  }

  /** Marks this moment; answers the number for `revert`. */
  async snapshot(): Promise<number> {
    return (await this.#node.controls.run({ kind: 'snapshot' })).id;
  }

  /** Returns exactly to a snapshot, which can be used again; answers the height. */
  async revert(id: number): Promise<number> {
    return (await this.#node.controls.run({ kind: 'revert', id })).height;
  }

  async dropSnapshot(id: number): Promise<void> {
    await this.#node.controls.run({ kind: 'dropSnapshot', id });
  }

  /** Begins anew with genesis. */
  async reset(): Promise<void> {
    await this.#node.controls.run({ kind: 'reset' });
  }

  /** The state of all accounts as text; also written to a file if one is named. */
  async dumpState(path?: string): Promise<string> {
    const { dump } = await this.#node.controls.run({ kind: 'dumpState' });
    if (path !== undefined) writeFileSync(path, `${dump}\n`);
    return dump;
  }

  /** Replaces the state of all accounts by a file of `dumpState`, or by its text. */
  async loadState(source: { readonly path: string } | { readonly dump: string }): Promise<void> {
    const dump = 'path' in source ? readFileSync(source.path, 'utf8') : source.dump;
    await this.#node.controls.run({ kind: 'loadState', dump });
  }

  /** Writes records over the state as they are; their form is that of genesis.json. */
  async patchState(records: readonly unknown[]): Promise<void> {
    const patches = records.map((record) => StateRecord.parse(record));
    await this.#node.controls.run({ kind: 'patchState', patches });
  }

  /** Makes the account if there is none. */
  async setBalance(accountId: string, amount: bigint): Promise<void> {
    await this.#edit({ kind: 'SetBalance', value: { accountId, amount } });
  }

  /** Null removes the code. */
  async setCode(accountId: string, code: Uint8Array | null): Promise<void> {
    await this.#edit({ kind: 'SetCode', value: { accountId, code } });
  }

  /** A string is taken as UTF-8; null removes the value. */
  async setStorage(
    accountId: string,
    key: Uint8Array | string,
    value: Uint8Array | string | null,
  ): Promise<void> {
    const data = value === null ? null : toBytes(value);
    const edit = { accountId, dataKey: toBytes(key), value: data };
    await this.#edit({ kind: 'SetData', value: edit });
  }

  /** Null removes the key. */
  async setAccessKey(
    accountId: string,
    publicKey: string,
    accessKey: AccessKeyJson | null,
  ): Promise<void> {
    const key = accessKey === null ? null : AccessKey.parse({ nonce: 0, ...accessKey });
    const edit = { accountId, publicKey: parsePublicKeyHandle(publicKey), accessKey: key };
    await this.#edit({ kind: 'SetAccessKey', value: edit });
  }

  async deleteAccount(accountId: string): Promise<void> {
    await this.#edit({ kind: 'DeleteAccount', value: { accountId } });
  }

  /** What contracts have burnt since the node started. */
  gasReport(): GasReportView {
    return this.#node.controls.gasReport();
  }

  async stop(): Promise<void> {
    await this.#node.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #edit(edit: StateEdit): Promise<void> {
    await this.#node.controls.run({ kind: 'patchState', patches: [edit] });
  }
}

const NS_PER_SECOND = 1e9;
const NS_PER_MS = 1_000_000n;

function toTimestamp(time: Date | bigint): bigint {
  return typeof time === 'bigint' ? time : BigInt(time.getTime()) * NS_PER_MS;
}

function toBytes(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? utf8ToBytes(value) : value;
}

function toBase64(transaction: SignedTransactionInput): string {
  if (typeof transaction === 'string') return transaction;
  return bytesToBase64(transaction instanceof Uint8Array ? transaction : transaction.encode());
}

function describeAccount({ accountId, secretKey }: KeyFile): NodeAccount {
  return {
    accountId,
    publicKey: formatPublicKey(secretToPublic(secretKey)),
    secretKey: formatSecretKey(secretKey),
  };
}
