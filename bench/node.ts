// What a node does for its users, measured from outside: how soon it answers after its start, how
// much memory it holds, how long a transfer takes, and how many requests it answers. Prints a
// table; `node .build/bench/node.js [PROGRAM]` after `tsc -p tsconfig.test.json`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { bytesToBase64 } from '../src/base/bytes.ts';
import { formatHash, parseHash } from '../src/base/hash.ts';
import { keyFromSeed, secretToPublic, sign } from '../src/base/keys.ts';
import { fundedAccountIds } from '../src/params/genesisDefaults.ts';
import {
  type HashedTransaction,
  hashTransaction,
  type Transaction,
  transactionHash,
} from '../src/types/transaction.ts';
import { generateLoad } from './loadGenerator.ts';
import { MeasuredNode } from './measuredNode.ts';

export interface BenchmarkOptions {
  /** A script that takes the command line, such as `bin/perigee.js`. */
  readonly program: string;
  readonly starts?: number;
  readonly transfers?: number;
  readonly connections?: number;
  /** How long each kind of request is sent. */
  readonly loadMs?: number;
  /** Is told of each measurement when it is made. */
  readonly onMeasured?: (measurement: Measurement) => void;
}

export interface Measurement {
  readonly what: string;
  readonly value: number | null;
  readonly unit: 'ms' | 'MB' | 'requests/s';
  /** More of the same, such as a percentile. */
  readonly note?: string;
}

const DEFAULTS = { starts: 5, transfers: 100, connections: 32, loadMs: 2_000 };
const WARM_UP_TRANSFERS = 20;
const WARM_UP_MS = 300;
/** After a start, until garbage is collected and the first heartbeats have passed. */
const REST_MS = 5_000;
const BYTES_PER_MB = 1_000_000;

const [ALICE, BOB] = fundedAccountIds(2) as [string, string];
const secret = keyFromSeed('ed25519', ALICE);

export async function runBenchmarks(options: BenchmarkOptions): Promise<Measurement[]> {
  const all = { ...DEFAULTS, ...options };
  const measurements: Measurement[] = [];
  const measured = (measurement: Measurement) => {
    measurements.push(measurement);
    all.onMeasured?.(measurement);
  };
  measured(await measureStarts(all.program, all.starts));
  await withNode(all.program, async (node) => {
    measured(await measureMemory(node));
    const sent = await measureTransfers(node, all.transfers, measured);
    for (const [method, params] of Object.entries(await chooseRequests(node, sent))) {
      measured(await measureRequests(node, { method, params, ...all }));
    }
  });
  return measurements;
}

/** Runs a task beside a node with a home folder of its own. */
async function withNode<T>(program: string, task: (node: MeasuredNode) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'perigee-bench-'));
  const node = await MeasuredNode.start(program, ['--home', home]);
  try {
    return await task(node);
  } finally {
    await node.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

async function measureStarts(program: string, starts: number): Promise<Measurement> {
  const times: number[] = [];
  for (let i = 0; i < starts; i++) {
    times.push(await withNode(program, async ({ firstAnswerMs }) => firstAnswerMs));
  }
  return { what: 'start to first answer', value: quantile(times, 0.5), unit: 'ms' };
}

async function measureMemory(node: MeasuredNode): Promise<Measurement> {
  await sleep(REST_MS);
  const bytes = node.residentBytes();
  const value = bytes === null ? null : bytes / BYTES_PER_MB;
  return { what: 'memory at rest', value, unit: 'MB' };
}

/** One transfer at a time, as a client sends it; gives the last one. */
async function measureTransfers(
  node: MeasuredNode,
  transfers: number,
  measured: (measurement: Measurement) => void,
): Promise<HashedTransaction> {
  const { header } = await node.call<{ header: { hash: string } }>('block', { finality: 'final' });
  const blockHash = parseHash(header.hash);
  const executed: number[] = [];
  const final: number[] = [];
  let signed = signTransfer(1n, blockHash);
  for (let i = 1; i <= WARM_UP_TRANSFERS + transfers; i++) {
    signed = signTransfer(BigInt(i), blockHash);
    const start = performance.now();
    await node.call('send_tx', {
      signed_tx_base64: bytesToBase64(signed.bytes),
      wait_until: 'EXECUTED_OPTIMISTIC',
    });
    const executedMs = performance.now() - start;
    await node.call('tx', { ...statusParams(signed), wait_until: 'FINAL' });
    if (i <= WARM_UP_TRANSFERS) continue;
    executed.push(executedMs);
    final.push(performance.now() - start);
  }
  measured(describeTimes('a transfer executed', executed));
  measured(describeTimes('a transfer final', final));
  return signed;
}

function describeTimes(what: string, times: readonly number[]): Measurement {
  const note = `p95 ${quantile(times, 0.95).toFixed(1)} ms`;
  return { what, value: quantile(times, 0.5), unit: 'ms', note };
}

function signTransfer(nonce: bigint, blockHash: Uint8Array): HashedTransaction {
  const transaction: Transaction = {
    version: 0,
    signerId: ALICE,
    publicKey: secretToPublic(secret),
    nonce: { kind: 'Nonce', value: { nonce } },
    receiverId: BOB,
    blockHash,
    actions: [{ kind: 'Transfer', value: { deposit: 1n } }],
    nonceMode: 'Monotonic',
  };
  return hashTransaction({ transaction, signature: sign(secret, transactionHash(transaction)) });
}

function statusParams({ hash }: HashedTransaction): Record<string, string> {
  return { tx_hash: formatHash(hash), sender_account_id: ALICE };
}

interface StatusAnswer {
  readonly transaction_outcome: { readonly block_hash: string };
}

interface BlockAnswer {
  readonly header: { readonly height: number; readonly hash: string };
}

/** The seven methods of the interface description, and the two most asked of the others. */
async function chooseRequests(
  node: MeasuredNode,
  sent: HashedTransaction,
): Promise<Record<string, unknown>> {
  const status = await node.call<StatusAnswer>('tx', statusParams(sent));
  const { block_hash } = status.transaction_outcome;
  const { header } = await node.call<BlockAnswer>('block', { block_id: block_hash });
  const head = await node.call<BlockAnswer>('block', { finality: 'final' });
  return {
    tx_status: statusParams(sent),
    client_config: null,
    chunk: { block_id: header.height, shard_id: 0 },
    genesis_config: null,
    EXPERIMENTAL_changes: {
      block_id: header.height,
      account_ids: [ALICE],
      changes_type: 'account_changes',
    },
    EXPERIMENTAL_light_client_block_proof: { block_hash, light_client_head: head.header.hash },
    validators: 'latest',
    block: { finality: 'final' },
    query: { request_type: 'view_account', account_id: ALICE, finality: 'final' },
  };
}

interface RequestLoad {
  readonly method: string;
  readonly params: unknown;
  readonly connections: number;
  readonly loadMs: number;
}

async function measureRequests(
  node: MeasuredNode,
  { method, params, connections, loadMs }: RequestLoad,
): Promise<Measurement> {
  // An error would be answered with 200 as well.
  await node.call(method, params);
  const load = {
    host: node.url.hostname,
    port: Number(node.url.port),
    path: `/${method}`,
    body: JSON.stringify({ jsonrpc: '2.0', id: 'bench', method, params }),
    connections,
  };
  await generateLoad({ ...load, durationMs: WARM_UP_MS });
  const { requestsPerSecond, medianMs, p99Ms } = await generateLoad({
    ...load,
    durationMs: loadMs,
  });
  const what = method === 'query' ? 'query view_account' : method;
  const note = `median ${medianMs.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
  return { what, value: requestsPerSecond, unit: 'requests/s', note };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const WHAT_COLUMNS = 40;
const VALUE_COLUMNS = 10;

export function formatMeasurement({ what, value, unit, note }: Measurement): string {
  const digits = unit === 'requests/s' ? 0 : 1;
  const number = value === null ? '?' : value.toFixed(digits);
  const columns = `${what.padEnd(WHAT_COLUMNS)}${number.padStart(VALUE_COLUMNS)} ${unit}`;
  return note === undefined ? columns : `${columns}  (${note})`;
}

const [, script, program = 'bin/perigee.js'] = process.argv;
if (script !== undefined && import.meta.url === pathToFileURL(script).href) {
  await runBenchmarks({
    program,
    onMeasured: (measurement) => process.stdout.write(`${formatMeasurement(measurement)}\n`),
  });
}
