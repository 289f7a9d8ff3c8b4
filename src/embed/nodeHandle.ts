// The implementation of `ConnectedNode`, for a node in this process or in another one: calls and
// controls go through a port.

import { bytesToBase64, utf8ToBytes } from '../base/bytes/bytes.ts';
import { NS_PER_MS } from '../base/units.ts';
import { ArgumentError } from '../client/argumentError.ts';
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
import { readStateFile, writeStateFile } from '../home/stateFile.ts';
import { createKit } from '../kit/createKit.ts';
import type { TestKit } from '../kit/kit.ts';
import { type GivenMining, miningToText } from '../project/givenMining.ts';
import { advanceTime } from '../rpc/methods/perigee_advance_time.ts';
import { deleteAccount } from '../rpc/methods/perigee_delete_account.ts';
import { dropSnapshot } from '../rpc/methods/perigee_drop_snapshot.ts';
import { mine } from '../rpc/methods/perigee_mine.ts';
import { reset } from '../rpc/methods/perigee_reset.ts';
import { revert } from '../rpc/methods/perigee_revert.ts';
import { revertTo } from '../rpc/methods/perigee_revert_to.ts';
import { setAccessKey } from '../rpc/methods/perigee_set_access_key.ts';
import { setBalance } from '../rpc/methods/perigee_set_balance.ts';
import { setCode } from '../rpc/methods/perigee_set_code.ts';
import { setMining } from '../rpc/methods/perigee_set_mining.ts';
import { setNextBlockTimestamp } from '../rpc/methods/perigee_set_next_block_timestamp.ts';
import { setProtocol } from '../rpc/methods/perigee_set_protocol.ts';
import { setStorage } from '../rpc/methods/perigee_set_storage.ts';
import { setTime } from '../rpc/methods/perigee_set_time.ts';
import { snapshot } from '../rpc/methods/perigee_snapshot.ts';
import { splitShard } from '../rpc/methods/perigee_split_shard.ts';
import { fastForward } from '../rpc/methods/sandbox_fast_forward.ts';
import { patchState } from '../rpc/methods/sandbox_patch_state.ts';
import type { NodePort } from './nodePort.ts';
import type {
  ChainTime,
  ConnectedNode,
  NodeAccount,
  ProtocolStep,
  ShardSplit,
  SignedTransactionInput,
  StateSource,
} from './perigeeNode.ts';

export class NodeHandle implements ConnectedNode {
  readonly #node: NodePort;
  readonly #kit: TestKit;
  readonly rpc: Rpc;

  constructor(node: NodePort) {
    this.#node = node;
    this.rpc = node.rpc;
    this.#kit = createKit(node.rpc);
  }

  get url(): string {
    return this.#node.url;
  }

  get chainId(): string {
    return this.#node.chainId;
  }

  get accounts(): readonly NodeAccount[] {
    return this.#node.accounts;
  }

  send<U extends TxExecutionStatus>(
    transaction: SignedTransactionInput,
    waitUntil?: U,
  ): Promise<TransactionStatus<U>> {
    const params = { signed_tx_base64: toBase64(transaction), ...toWaitUntil(waitUntil) };
    return this.rpc('send_tx', params) as Promise<TransactionStatus<U>>;
  }

  impersonate<U extends TxExecutionStatus>(
    signerId: string,
    receiverId: string,
    actions: readonly ActionViewInput[],
    waitUntil?: U,
  ): Promise<TransactionStatus<U>> {
    const sent = { signer_id: signerId, receiver_id: receiverId, actions };
    const params = { ...sent, ...toWaitUntil(waitUntil) };
    return this.rpc('perigee_impersonate', params) as Promise<TransactionStatus<U>>;
  }

  simulate(params: PerigeeSimulateRequest): Promise<PerigeeSimulation> {
    return this.rpc('perigee_simulate', params);
  }

  simulateView(params: PerigeeCallRequest): Promise<PerigeeCallResult> {
    return this.rpc('perigee_call', params);
  }

  async mine(blocks = 1): Promise<number> {
    return (await this.#node.run(mine, { blocks })).height;
  }

  async mineEpochs(epochs = 1): Promise<number> {
    return (await this.#node.run(mine, { epochs })).height;
  }

  async setProtocol(version: number): Promise<readonly ProtocolStep[]> {
    return (await this.#node.run(setProtocol, { version })).steps;
  }

  splitShard(shardId: number, boundaryAccount: string | null = null): Promise<ShardSplit> {
    const params = { shard_id: shardId, boundary_account: boundaryAccount };
    return this.#node.run(splitShard, params);
  }

  async setMining(mode: GivenMining): Promise<void> {
    await this.#node.run(setMining, { mode: miningToText(mode) });
  }

  async fastForward(heights: number): Promise<number> {
    return (await this.#node.run(fastForward, { delta_height: heights })).height;
  }

  async advanceTime(seconds: number): Promise<void> {
    await this.#node.run(advanceTime, { seconds });
  }

  async setTime(time: ChainTime): Promise<void> {
    await this.#node.run(setTime, { timestamp: toTimestamp(time) });
  }

  async setNextBlockTimestamp(time: ChainTime): Promise<void> {
    await this.#node.run(setNextBlockTimestamp, { timestamp: toTimestamp(time) });
  }

  async snapshot(): Promise<number> {
    return (await this.#node.run(snapshot, null)).id;
  }

  async revert(id: number): Promise<number> {
    return (await this.#node.run(revert, { id })).height;
  }

  async revertTo(height: number): Promise<number> {
    return (await this.#node.run(revertTo, { height })).height;
  }

  async dropSnapshot(id: number): Promise<void> {
    await this.#node.run(dropSnapshot, { id });
  }

  async reset(): Promise<void> {
    await this.#node.run(reset, null);
  }

  async dumpState(path?: string): Promise<string> {
    const dump = await this.#node.dumpState();
    if (path !== undefined) writeStateFile(path, dump);
    return dump;
  }

  async loadState(source: StateSource): Promise<void> {
    const dump = readDump(source);
    await this.#node.loadState(dump);
  }

  async patchState(records: readonly StateRecordInput[]): Promise<void> {
    await this.#node.run(patchState, { records });
  }

  async setBalance(accountId: string, amount: bigint): Promise<void> {
    await this.#node.run(setBalance, { account_id: accountId, amount: toDigits(amount) });
  }

  async setCode(accountId: string, code: Uint8Array | null): Promise<void> {
    const codeBase64 = code === null ? null : bytesToText('code', code);
    await this.#node.run(setCode, { account_id: accountId, code_base64: codeBase64 });
  }

  async setStorage(
    accountId: string,
    key: Uint8Array | string,
    value: Uint8Array | string | null,
  ): Promise<void> {
    await this.#node.run(setStorage, {
      account_id: accountId,
      key_base64: bytesToText('key', toBytes(key)),
      value_base64: value === null ? null : bytesToText('value', toBytes(value)),
    });
  }

  async setAccessKey(
    accountId: string,
    publicKey: string,
    accessKey: PerigeeAccessKey | null,
  ): Promise<void> {
    const params = { account_id: accountId, public_key: publicKey, access_key: accessKey };
    await this.#node.run(setAccessKey, params);
  }

  async deleteAccount(accountId: string): Promise<void> {
    await this.#node.run(deleteAccount, { account_id: accountId });
  }

  readonly createAccount: TestKit['createAccount'] = (...args) => this.#kit.createAccount(...args);
  readonly account: TestKit['account'] = (...args) => this.#kit.account(...args);
  readonly deploy: TestKit['deploy'] = (...args) => this.#kit.deploy(...args);
  readonly contract: TestKit['contract'] = (...args) => this.#kit.contract(...args);
  readonly transfer: TestKit['transfer'] = (...args) => this.#kit.transfer(...args);
  readonly call: TestKit['call'] = (...args) => this.#kit.call(...args);
  readonly view: TestKit['view'] = (...args) => this.#kit.view(...args);
}

/** Anything except a date is unchanged; an invalid date becomes null, which controls refuse. */
function toTimestamp(time: ChainTime): bigint | null {
  if (!(time instanceof Date)) return time;
  const ms = time.getTime();
  return Number.isNaN(ms) ? null : BigInt(ms) * NS_PER_MS;
}

/** Only bigints: the value is validated afterwards, like that of a request. */
function toDigits(amount: bigint): unknown {
  return typeof amount === 'bigint' ? amount.toString() : amount;
}

function readDump(source: StateSource): string {
  const { path, dump } = Object(source) as { readonly path?: string; readonly dump?: string };
  if (typeof path === 'string') return readStateFile(path);
  if (typeof dump === 'string') return dump;
  throw new ArgumentError('loadState', 'expected { path } or { dump }, each a string');
}

/** Only bytes: a string would be mistaken for base64. */
function bytesToText(name: string, bytes: Uint8Array): string {
  if (bytes instanceof Uint8Array) return bytesToBase64(bytes);
  throw new ArgumentError(name, 'expected a Uint8Array');
}

function toBytes(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? utf8ToBytes(value) : value;
}

/** The default of the methods is the same as ours. */
function toWaitUntil(level: TxExecutionStatus | undefined): { wait_until?: TxExecutionStatus } {
  return level === undefined ? {} : { wait_until: level };
}

function toBase64(transaction: SignedTransactionInput): string {
  if (typeof transaction === 'string') return transaction;
  return bytesToBase64(transaction instanceof Uint8Array ? transaction : transaction.encode());
}
