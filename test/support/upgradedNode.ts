// A node in its own process that is upgraded from protocol 84 to the newest version, one version at
// a time, and whose shard is split in the end, under transactions; it is stopped and killed on the
// way. The test produces its blocks.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { formatHash } from '../../src/base/crypto/hash.ts';
import type { RpcClient } from './rpcClient.ts';
import {
  ALICE,
  BOB,
  type NodeProcess,
  ROOT,
  startNodeProcess,
  writeGenesis,
} from './runningNode.ts';
import { callContract, deploy, Sender, transfer } from './sender.ts';
import { storageContract } from './storageContract.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

const EPOCH_LENGTH = 5;
const OLDEST = 84;
const VERSIONS = [85, 86, 87, 88];
/** A vote takes effect in the epoch after the next. */
const BLOCKS_MAX = 4 * EPOCH_LENGTH;
/** Of the funded accounts, some are on each side. */
const BOUNDARY = 'mm';
/** Until everything is final, and a follower has its confirmation. */
const BLOCKS_TO_FINAL = 8;

interface Status {
  readonly protocol_version: number;
  readonly sync_info: { readonly latest_block_height: number };
}

interface StagedSplit {
  readonly new_shard_ids: readonly number[];
  readonly height: number;
}

export class UpgradedNode {
  readonly home = createTemporaryFolder();
  /** The first heights of the versions after the first, and of the two shards. */
  readonly changes: number[] = [];
  #shards: readonly number[] = [];
  readonly transactions: string[] = [];
  readonly #args: readonly string[];
  #process: NodeProcess;
  #rpc: RpcClient | null = null;

  constructor(...args: readonly string[]) {
    this.#args = args;
    writeGenesis(this.home, { epochLength: EPOCH_LENGTH, protocolVersion: OLDEST });
    this.#process = this.#start();
  }

  get genesisFile(): string {
    return join(this.home, 'genesis.json');
  }

  async rpc(): Promise<RpcClient> {
    this.#rpc ??= await this.#process.listening();
    return this.#rpc;
  }

  /** Stopped once and killed once; ends with final blocks of the newest version. */
  async upgrade(): Promise<void> {
    assert.equal((await this.status()).protocol_version, OLDEST);
    // The first block has no chunks.
    await this.#mine(1);
    await this.#submit(new Sender(await this.rpc(), ROOT), [deploy(storageContract)]);
    await this.#mine(1);
    for (const version of VERSIONS) {
      await this.#upgradeTo(version);
      if (version === 86) await this.#restart('SIGTERM');
      if (version === 87) await this.#restart('SIGKILL');
    }
    await this.#splitShard();
    await this.#mine(BLOCKS_TO_FINAL);
    const rpc = await this.rpc();
    for (const tx_hash of this.transactions) {
      const asked = { tx_hash, sender_account_id: ROOT, wait_until: 'NONE' };
      const { status } = await rpc.call<{ status: object }>('tx_status', asked);
      assert.ok('SuccessValue' in status, `${tx_hash}: ${JSON.stringify(status)}`);
    }
  }

  async status(): Promise<Status> {
    return (await this.rpc()).call<Status>('status', []);
  }

  /** Requests about the blocks around each change, whose responses do not change any more. */
  listQuestions(): [string, unknown][] {
    const heights = this.changes.flatMap((height) => [height - 1, height, height + 1]);
    const isSplit = (height: number) => height >= (this.changes.at(-1) as number);
    const ofBlocks = heights.flatMap((block_id): [string, unknown][] => [
      ['block', { block_id }],
      ...(isSplit(block_id) ? this.#shards : [0]).map((shard_id): [string, unknown] => [
        'chunk',
        { block_id, shard_id },
      ]),
      ['gas_price', [block_id]],
      ['EXPERIMENTAL_protocol_config', { block_id }],
      ['EXPERIMENTAL_changes_in_block', { block_id }],
      ...[ROOT, ALICE].flatMap((account_id): [string, unknown][] => [
        ['query', { block_id, request_type: 'view_account', account_id }],
        ['query', { block_id, request_type: 'view_state', account_id, prefix_base64: '' }],
      ]),
    ]);
    const ofTransactions = this.transactions.map((tx_hash): [string, unknown] => [
      'EXPERIMENTAL_tx_status',
      { tx_hash, sender_account_id: ROOT, wait_until: 'NONE' },
    ]);
    return [...ofBlocks, ...ofTransactions];
  }

  async #upgradeTo(version: number): Promise<void> {
    const rpc = await this.rpc();
    const root = new Sender(rpc, ROOT);
    await rpc.call('perigee_set_protocol', { version });
    await this.#workUntil(root, ({ protocol_version }) => protocol_version >= version);
    assert.equal((await this.status()).protocol_version, version);
  }

  async #splitShard(): Promise<void> {
    const rpc = await this.rpc();
    const wish = { shard_id: 0, boundary_account: BOUNDARY };
    const staged = await rpc.call<StagedSplit>('perigee_split_shard', wish);
    this.#shards = staged.new_shard_ids;
    const isSplit = ({ sync_info }: Status) => sync_info.latest_block_height >= staged.height;
    await this.#workUntil(new Sender(rpc, ROOT), isSplit);
  }

  /** Makes blocks with transactions until there is one with a change, and some after it. */
  async #workUntil(root: Sender, isDone: (status: Status) => boolean): Promise<void> {
    for (let blocks = 0; blocks < BLOCKS_MAX; blocks++) {
      await this.#submit(root, [callContract('put', Uint8Array.of(blocks))]);
      await this.#submit(root, [transfer(1n)], blocks % 2 === 0 ? ALICE : BOB);
      await this.#mine(1);
      const status = await this.status();
      if (!isDone(status)) continue;
      this.changes.push(status.sync_info.latest_block_height);
      await this.#mine(2);
      return;
    }
    assert.fail(`the chain does not change within ${BLOCKS_MAX} blocks`);
  }

  async #submit(
    sender: Sender,
    actions: Parameters<Sender['sign']>[1],
    receiver: string = ROOT,
  ): Promise<void> {
    const signed = await sender.sign(receiver, actions);
    this.transactions.push(formatHash(signed.hash));
    await sender.submit(signed, 'NONE');
  }

  async #mine(blocks: number): Promise<void> {
    await (await this.rpc()).call('perigee_mine', { blocks });
  }

  async #restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.#process.kill(signal);
    this.#process = this.#start();
    this.#rpc = null;
  }

  #start(): NodeProcess {
    return startNodeProcess(this.home, '--mining', 'manual', ...this.#args);
  }
}

/** Asks both the same, and expects the same bytes. */
export async function compareResponses(
  questions: readonly (readonly [string, unknown])[],
  expected: RpcClient,
  found: RpcClient,
): Promise<void> {
  for (const [method, params] of questions) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'test', method, params });
    const [theirs, ours] = await Promise.all([expected.post('/', body), found.post('/', body)]);
    assert.equal(ours.text, theirs.text, body);
    assert.equal(theirs.status, 200, `${body}: ${theirs.text}`);
  }
}
