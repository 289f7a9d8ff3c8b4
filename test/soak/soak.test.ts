// A long life in a short time: a real node that prunes old blocks produces very many blocks under
// mixed load. In its last quarter its memory is no larger than in its second, beyond measurement
// noise, and at the end its store has no more rows than the kept blocks account for. Response
// times, the file size and the scale that was reached are printed, because they also depend on the
// machine; that the work stays constant is counted in test/rpc/readCost.test.ts. An archive, whose
// file grows, has the same limit on everything but one mapping of that file.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bytesToBase64 } from '../../src/base/bytes/bytes.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { forEachParallel, KeptConnections } from '../hostileClients/support/keptConnections.ts';
import { countRefused, metricOf, readMetrics } from '../hostileClients/support/nodeMetrics.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import {
  ALICE,
  BOB,
  CAROL,
  ROOT,
  startNodeProcess,
  writeConfig,
  writeGenesis,
} from '../support/runningNode.ts';
import { callContract, deploy, Sender, transfer } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { byForm, countRounds } from '../support/testForm.ts';

/**
 * 4,000 blocks and 20,000 requests, or 100,000 and 1,000,000. A long form that ended much earlier
 * would compare a period when the caches fill with one when they are full.
 */
const WINDOWS = { short: 20, long: 200, fewest: 40 };
const BLOCKS_PER_WINDOW = byForm({ short: 200, long: 500 });
const REQUESTS_PER_WINDOW = byForm({ short: 1_000, long: 5_000 });
const CONNECTIONS = 16;
const BLOCKS_AT_ONCE = 25;
const EPOCH_LENGTH = 100;
const EPOCHS_KEPT = 3;

interface Window {
  readonly requests: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly memoryBytes: number;
  readonly storeBytes: number;
  readonly height: number;
}

/** The requests of a reader, each different. */
function describeRequest(i: number, height: number): { path: string; body: string } {
  const recent = Math.max(0, height - (i % 50));
  const questions: [method: string, params: object | null][] = [
    ['block', { finality: 'final' }],
    ['block', { block_id: recent }],
    ['query', { request_type: 'view_account', account_id: ALICE, finality: 'final' }],
    ['query', { request_type: 'view_access_key_list', account_id: BOB, finality: 'final' }],
    [
      'query',
      { request_type: 'view_state', account_id: ROOT, prefix_base64: '', block_id: recent },
    ],
    ['chunk', { block_id: recent, shard_id: 0 }],
    ['EXPERIMENTAL_changes_in_block', { block_id: recent }],
    ['validators', [null]],
    ['gas_price', [null]],
    ['status', null],
    ['client_config', null],
    // What was pruned, or never existed.
    ['block', { block_id: 1 + (i % 100) }],
    ['query', { request_type: 'view_account', account_id: ALICE, block_id: 1 + (i % 100) }],
    ['no_such_method', null],
  ];
  const [method, params] = questions[i % questions.length] as [string, object | null];
  return { path: '/', body: JSON.stringify({ jsonrpc: '2.0', id: i, method, params }) };
}

class Soak {
  readonly #rpc: RpcClient;
  readonly #connections: KeptConnections;
  #height = 0;

  constructor(rpc: RpcClient) {
    this.#rpc = rpc;
    this.#connections = new KeptConnections(rpc.url, CONNECTIONS);
  }

  async runWindow(blocks: number, requests: number): Promise<Window> {
    const durationsMs: number[] = [];
    const asked = Array.from({ length: requests }, (_, i) => i);
    const reading = forEachParallel(asked, CONNECTIONS - 1, async (i) => {
      const { status, elapsedMs } = await this.#connections.post(describeRequest(i, this.#height));
      assert.ok(status < 500, `${status}`);
      durationsMs.push(elapsedMs);
    });
    await Promise.all([reading, this.#makeBlocks(blocks)]);
    const metrics = await readMetrics(this.#rpc);
    durationsMs.sort((a, b) => a - b);
    return {
      requests,
      medianMs: durationsMs[Math.floor(requests / 2)] ?? 0,
      p99Ms: durationsMs[Math.floor(requests * 0.99)] ?? 0,
      memoryBytes: metricOf(metrics, 'near_memory_usage_bytes'),
      storeBytes: metricOf(metrics, 'perigee_store_bytes'),
      height: metricOf(metrics, 'near_block_height_head'),
    };
  }

  close(): void {
    this.#connections.close();
  }

  /** Some transactions, then blocks; states change but do not grow. */
  async #makeBlocks(blocks: number): Promise<void> {
    const note = new Uint8Array(200);
    for (let made = 0; made < blocks; made += BLOCKS_AT_ONCE) {
      for (const account of [ALICE, BOB, CAROL]) {
        // A transaction refers to a block that is still kept, so a sender never lags behind.
        const sender = new Sender(this.#rpc, account);
        const actions = [transfer(1n), callContract('put', note.fill(made % 251))];
        const signed = await sender.sign(ROOT, actions.slice(made % 2, (made % 2) + 1));
        const params = { signed_tx_base64: bytesToBase64(signed.bytes), wait_until: 'NONE' };
        await this.#rpc.call('send_tx', params);
      }
      const { height } = await this.#rpc.call<{ height: number }>('perigee_mine', {
        blocks: BLOCKS_AT_ONCE,
      });
      this.#height = height;
    }
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function formatWindow({ height, requests, medianMs, p99Ms, memoryBytes, storeBytes }: Window) {
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return (
    `height ${height}: ${requests} requests, median ${medianMs.toFixed(2)} ms, ` +
    `99% ${p99Ms.toFixed(1)} ms, memory ${mb(memoryBytes)}, store ${mb(storeBytes)}`
  );
}

/** A node that produces blocks on request, with the contract that the requests call. */
async function startSoak(home: string) {
  const node = startNodeProcess(home, '--mining', 'manual');
  const rpc = await node.listening();
  await rpc.call('perigee_mine', { blocks: 2 });
  const root = new Sender(rpc, ROOT);
  await root.submit(await root.sign(ROOT, [deploy(storageContract)]), 'NONE');
  const soak = new Soak(rpc);
  return { node, rpc, soak };
}

test('memory and store do not grow', async (context) => {
  const home = createTemporaryFolder();
  writeGenesis(home, { epochLength: EPOCH_LENGTH, transactionValidityPeriod: 2 * EPOCH_LENGTH });
  writeConfig(home, { archive: false, gc_num_epochs_to_keep: EPOCHS_KEPT, gc_blocks_limit: 4 });
  const { node, rpc, soak } = await startSoak(home);
  const windows: Window[] = [];
  for (const _ of countRounds(context, 'windows of the soak', WINDOWS)) {
    const window = await soak.runWindow(BLOCKS_PER_WINDOW, REQUESTS_PER_WINDOW);
    windows.push(window);
    context.diagnostic(formatWindow(window));
  }
  soak.close();
  checkMemory(windows);
  assert.equal(await countRefused(rpc, 'invalid_transaction'), 0);
  const tail = metricOf(await readMetrics(rpc), 'near_tail_height');
  const { height } = windows.at(-1) as Window;
  assert.ok(tail > height - (EPOCHS_KEPT + 3) * EPOCH_LENGTH, `height ${height}, tail ${tail}`);
  await checkCollected(rpc, height);
  const end = await node.kill('SIGTERM');
  assert.deepEqual([end.code, end.stderr], [0, '']);
  await checkRows(join(home, 'data'), height - tail);
});

/** An archive: its file grows with every block, but nothing else may. */
const ARCHIVE_WINDOWS = { short: 8, long: 60, fewest: 20 };
/** Node's program and libraries, which are mapped files as well. */
const PROGRAM_BYTES = 100e6;

test('an archive takes no more memory than its caches and one map of its file', async (context) => {
  const home = createTemporaryFolder();
  writeGenesis(home, {});
  const { node, soak } = await startSoak(home);
  const windows: Window[] = [];
  for (const _ of countRounds(context, 'windows of the archive', ARCHIVE_WINDOWS)) {
    const window = await soak.runWindow(BLOCKS_PER_WINDOW, REQUESTS_PER_WINDOW);
    const { anonymous, mapped } = readResident(node.child.pid, window);
    assert.ok(mapped <= window.storeBytes + PROGRAM_BYTES, `${mapped} of ${window.storeBytes}`);
    windows.push({ ...window, memoryBytes: anonymous });
    context.diagnostic(formatWindow({ ...window, memoryBytes: anonymous }));
  }
  soak.close();
  checkMemory(windows);
  const end = await node.kill('SIGTERM');
  assert.deepEqual([end.code, end.stderr], [0, '']);
});

/** The system's statistics of a process; where they are missing, all memory counts as anonymous. */
function readResident(pid: number | undefined, { memoryBytes }: Window) {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return { anonymous: memoryBytes, mapped: 0 };
  const status = readFileSync(path, 'utf8');
  const bytesOf = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return { anonymous: bytesOf('RssAnon'), mapped: bytesOf('RssFile') };
}

function checkMemory(windows: readonly Window[]): void {
  const half = Math.floor(windows.length / 2);
  const quarter = Math.floor(windows.length / 4);
  const memoryOf = (some: readonly Window[]) => median(some.map(({ memoryBytes }) => memoryBytes));
  const [early, late] = [memoryOf(windows.slice(quarter, half)), memoryOf(windows.slice(-quarter))];
  assert.ok(late <= 1.3 * early + 60e6, `memory: ${early} bytes at first, ${late} at last`);
}

/** What a block without transactions, and the few with some, leave in a column. */
const ROWS_PER_BLOCK_MAX = 20;

/** Pruned blocks are gone from the columns that grow with blocks. */
async function checkRows(path: string, keptBlocks: number): Promise<void> {
  const store = await LmdbStore.open({ path, readOnly: true });
  for (const column of [Column.block, Column.chunk, Column.outcome, Column.stateNode]) {
    const rows = [...store.range(column)].length;
    const max = ROWS_PER_BLOCK_MAX * keptBlocks;
    assert.ok(rows > 0 && rows <= max, `column ${column}: ${rows} rows for ${keptBlocks} blocks`);
  }
  await store.close();
}

/** The responses about blocks that are no longer kept. */
async function checkCollected(rpc: RpcClient, height: number): Promise<void> {
  const view = { request_type: 'view_account', account_id: ALICE };
  // No one has requested this one before, so no response is cached.
  const block_id = 150;
  const collected = await rpc.fail('query', { ...view, block_id });
  assert.equal(collected.cause.name, 'GARBAGE_COLLECTED_BLOCK');
  assert.equal((await rpc.fail('block', { block_id })).cause.name, 'UNKNOWN_BLOCK');
  const status = await rpc.call<{ sync_info: { earliest_block_height: number } }>('status');
  const { earliest_block_height: earliest } = status.sync_info;
  assert.ok(earliest > 0 && earliest < height);
  // The earliest one may be pruned meanwhile.
  await rpc.call('query', { ...view, block_id: height - EPOCH_LENGTH });
  await rpc.call('block', { block_id: 0 });
}
