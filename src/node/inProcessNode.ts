// The node behind `createNode`: calls go to the RPC service or to the chain's thread.

import { bytesToBase64, utf8ToBytes } from '../base/bytes.ts';
import {
  formatPublicKey,
  formatSecretKey,
  parsePublicKeyHandle,
  secretToPublic,
} from '../base/keys.ts';
import { NS_PER_MS, NS_PER_SECOND } from '../base/units.ts';
import type { MiningMode } from '../chain/mining.ts';
import type { GasReportView } from '../rpc/gasReportView.ts';
import type { TxLevel } from '../rpc/txStatus.ts';
import type { StateEdit } from '../runtime/stateEdit.ts';
import { AccessKey } from '../types/accessKey.ts';
import { StateRecord } from '../types/genesis.ts';
import { callRpc } from './callRpc.ts';
import type { KeyFile } from './homeFolder.ts';
import type {
  AccessKeyJson,
  ActionJson,
  ChainTime,
  NodeAccount,
  PerigeeNode,
  SignedTransactionInput,
  StateSource,
} from './perigeeNode.ts';
import type { RunningNode } from './startNode.ts';
import { readStateFile, writeStateFile } from './stateFile.ts';

export class InProcessNode implements PerigeeNode {
  readonly #node: RunningNode;

  constructor(node: RunningNode) {
    this.#node = node;
  }

  get url(): string {
    return this.#node.url;
  }

  get chainId(): string {
    return this.#node.chainId;
  }

  get accounts(): readonly NodeAccount[] {
    return this.#node.accounts.map(describeAccount);
  }

  rpc<T = unknown>(method: string, params: unknown = null): Promise<T> {
    return callRpc<T>(this.#node.service, method, params);
  }

  send<T = unknown>(
    transaction: SignedTransactionInput,
    waitUntil: TxLevel = 'EXECUTED_OPTIMISTIC',
  ): Promise<T> {
    const params = { signed_tx_base64: toBase64(transaction), wait_until: waitUntil };
    return this.rpc<T>('send_tx', params);
  }

  impersonate<T = unknown>(
    signerId: string,
    receiverId: string,
    actions: readonly ActionJson[],
    waitUntil: TxLevel = 'EXECUTED_OPTIMISTIC',
  ): Promise<T> {
    const params = { signer_id: signerId, receiver_id: receiverId, actions, wait_until: waitUntil };
    return this.rpc<T>('perigee_impersonate', params);
  }

  async mine(blocks = 1): Promise<number> {
    return (await this.#node.controls.run({ kind: 'mine', blocks })).height;
  }

  async setMining(mode: MiningMode): Promise<void> {
    await this.#node.controls.run({ kind: 'setMining', mode });
  }

  async fastForward(heights: number): Promise<number> {
    const action = { kind: 'fastForward', deltaHeight: heights } as const;
    return (await this.#node.controls.run(action)).height;
  }

  async advanceTime(seconds: number): Promise<void> {
    const nanoseconds = BigInt(Math.round(seconds * Number(NS_PER_SECOND)));
    await this.#node.controls.run({ kind: 'advanceClock', nanoseconds });
  }

  async setTime(time: ChainTime): Promise<void> {
    await this.#node.controls.run({ kind: 'setClock', timestamp: toTimestamp(time) });
  }

  async setNextBlockTimestamp(time: ChainTime): Promise<void> {
    await this.#node.controls.run({ kind: 'setNextTimestamp', timestamp: toTimestamp(time) });
  }

  async snapshot(): Promise<number> {
    return (await this.#node.controls.run({ kind: 'snapshot' })).id;
  }

  async revert(id: number): Promise<number> {
    return (await this.#node.controls.run({ kind: 'revert', id })).height;
  }

  async dropSnapshot(id: number): Promise<void> {
    await this.#node.controls.run({ kind: 'dropSnapshot', id });
  }

  async reset(): Promise<void> {
    await this.#node.controls.run({ kind: 'reset' });
  }

  async dumpState(path?: string): Promise<string> {
    const { dump } = await this.#node.controls.run({ kind: 'dumpState' });
    if (path !== undefined) writeStateFile(path, dump);
    return dump;
  }

  async loadState(source: StateSource): Promise<void> {
    const dump = 'path' in source ? readStateFile(source.path) : source.dump;
    await this.#node.controls.run({ kind: 'loadState', dump });
  }

  async patchState(records: readonly unknown[]): Promise<void> {
    const patches = records.map((record) => StateRecord.parse(record));
    await this.#node.controls.run({ kind: 'patchState', patches });
  }

  async setBalance(accountId: string, amount: bigint): Promise<void> {
    await this.#edit({ kind: 'SetBalance', value: { accountId, amount } });
  }

  async setCode(accountId: string, code: Uint8Array | null): Promise<void> {
    await this.#edit({ kind: 'SetCode', value: { accountId, code } });
  }

  async setStorage(
    accountId: string,
    key: Uint8Array | string,
    value: Uint8Array | string | null,
  ): Promise<void> {
    const data = value === null ? null : toBytes(value);
    const edit = { accountId, dataKey: toBytes(key), value: data };
    await this.#edit({ kind: 'SetData', value: edit });
  }

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

function toTimestamp(time: ChainTime): bigint {
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
