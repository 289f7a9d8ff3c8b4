// A cluster, measured from outside. Reading: how many distinct requests of each kind a front end
// with an empty cache serves, with the reads from the cluster and the processor time that each
// takes, and how many it serves once its cache is warm. Writing: how fast a writer brings an
// existing chain of large blocks to the cluster. `node .build/profiling/cluster.js
// cassandra://HOST:PORT/KEYSPACE PROGRAM [PID]` after `tsc -p tsconfig.test.json`, with the id of
// Cassandra's process on Linux; the keyspace and KEYSPACE_writes must be new, and the driver must
// be installed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendAll } from '../src/benchmark/loadGenerator.ts';
import { fundedAccountIds } from '../src/params/genesisDefaults.ts';
import { type Envelope, RpcClient } from '../test/support/rpcClient.ts';
import { Sender, transfer } from '../test/support/sender.ts';

const TRANSFERS = 1_000;
const SENDERS = 4;
const BLOCKS_MAX = 500;
const CONNECTIONS = 32;
/** How often a list that is in memory is requested. */
const WARM_ROUNDS = 2;
const LARGE_BLOCKS = 10;
const LARGE_BLOCK_TRANSFERS = 500;
const ACCOUNTS = 100;
/** Reading the metrics takes processor time of the process that is measured. */
const POLL_MS = 500;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

type Questions = Readonly<Record<string, readonly unknown[]>>;

interface Header {
  readonly header: { readonly hash: string; readonly height: number; readonly epoch_id: string };
  readonly chunks: readonly { readonly chunk_hash: string }[];
}

class Program {
  readonly #child: ChildProcess;
  readonly url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(program: string, args: readonly string[]): Promise<Program> {
    const child = spawn(process.execPath, [program, ...args, '--port', '0', '--log', 'error'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for (;;) {
      const [data] = await once(child.stdout as NodeJS.ReadableStream, 'data');
      output += data.toString();
      const url = /RPC +(http:[^\s"]+)/.exec(output)?.[1];
      if (url !== undefined) return new Program(child, url);
    }
  }

  /** 0 for a metric that the program does not have. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}

/** Without checking responses against their schemas, which takes longer than they do. */
class PlainClient extends RpcClient {
  override async ask<T>(method: string, params: unknown): Promise<Envelope<T>> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'bench', method, params });
    return JSON.parse((await this.post(`/${method}`, body)).text);
  }
}

/** Processor time of Cassandra in milliseconds; 0 without its id. */
function clusterCpuMs(pid: string | undefined): number {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Produces a chain with transfers and returns what can be requested from it. */
async function makeChain(writer: RpcClient): Promise<Questions> {
  const [receiver = '', ...signers] = fundedAccountIds(SENDERS + 1);
  const sent = await Promise.all(
    signers.map(async (signer) => {
      const sender = new Sender(writer, signer);
      const hashes: string[] = [];
      while (hashes.length < TRANSFERS / SENDERS) {
        const { transaction } = await sender.send(receiver, [transfer(1n)], 'EXECUTED_OPTIMISTIC');
        hashes.push(transaction.hash);
      }
      await sender.send(receiver, [transfer(1n)], 'FINAL');
      return hashes.map((tx_hash) => ({ tx_hash, sender_account_id: signer }));
    }),
  );
  const final = await writer.call<Header>('block', { finality: 'final' });
  const { height, hash: head } = final.header;
  const heights = Array.from({ length: Math.min(height, BLOCKS_MAX) }, (_, i) => height - i);
  const blocks = await Promise.all(
    heights.map((block_id) => writer.call<Header>('block', { block_id })),
  );
  return {
    tx_status: sent.flat(),
    block: heights.map((block_id) => ({ block_id })),
    chunk: blocks.map(({ chunks }) => ({ chunk_id: chunks[0]?.chunk_hash })),
    EXPERIMENTAL_changes: heights.map((block_id) => ({
      block_id,
      account_ids: signers,
      changes_type: 'account_changes',
    })),
    EXPERIMENTAL_light_client_block_proof: blocks.map(({ header }) => ({
      block_hash: header.hash,
      light_client_head: head,
    })),
    client_config: heights.map(() => null),
  };
}

/** Waits until a front end has caught up with the writer. */
async function awaitCluster(writer: RpcClient, front: RpcClient): Promise<void> {
  const { header } = await writer.call<Header>('block', { finality: 'optimistic' });
  for (;;) {
    const seen = await front.call<Header>('block', { finality: 'optimistic' });
    if (seen.header.height >= header.height) return;
    await sleep(POLL_MS);
  }
}

/** Requests per second. */
async function measure(url: string, method: string, rounds: number, params: readonly unknown[]) {
  const bodies = params.map((one) =>
    JSON.stringify({ jsonrpc: '2.0', id: 'bench', method, params: one }),
  );
  const all = Array.from({ length: rounds }, () => bodies).flat();
  const startMs = performance.now();
  await sendAll(new URL(`${url}/${method}`), all, CONNECTIONS);
  return Math.round((all.length * 1000) / (performance.now() - startMs));
}

async function measureCold(
  front: Program,
  method: string,
  params: readonly unknown[],
  pid: string | undefined,
): Promise<string> {
  const look = async () => [
    await front.metric('perigee_ring_reads_total'),
    (await front.metric('process_cpu_seconds_total')) * 1000,
    clusterCpuMs(pid),
  ];
  const before = await look();
  const rate = await measure(front.url, method, 1, params);
  const after = await look();
  const each = after.map((value, i) =>
    ((value - (before[i] as number)) / params.length).toFixed(2),
  );
  return [rate, ...each].join(' | ');
}

async function measureReads(cluster: string, program: string, pid?: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'perigee-bench-ring-'));
  const writer = await Program.start(program, ['start', '--home', home, '--cluster', cluster]);
  const serve = () => Program.start(program, ['serve', '--store', cluster]);
  try {
    const chain = new PlainClient(writer.url);
    const questions = await makeChain(chain);
    // Lets the cluster load its rows into memory and compile its code; front ends start cold.
    const first = await serve();
    await awaitCluster(chain, new PlainClient(first.url));
    for (const [method, params] of Object.entries(questions)) {
      await measure(first.url, method, 1, params);
    }
    await first.stop();
    process.stdout.write(
      '| method | cold | reads each | CPU ms each | cluster CPU ms each | warm | node |\n' +
        '|---|---|---|---|---|---|---|\n',
    );
    const front = await serve();
    for (const [method, params] of Object.entries(questions)) {
      const cold = await measureCold(front, method, params, pid);
      const warm = await measure(front.url, method, WARM_ROUNDS, params);
      const node = await measure(writer.url, method, WARM_ROUNDS, params);
      process.stdout.write(`| \`${method}\` | ${cold} | ${warm} | ${node} |\n`);
    }
    await front.stop();
  } finally {
    await writer.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Full blocks, on a node without a cluster; returns the height of the last one. */
async function makeLargeBlocks(program: string, home: string): Promise<number> {
  const args = ['start', '--home', home, '--mining', 'manual', '--accounts', `${ACCOUNTS}`];
  const node = await Program.start(program, args);
  try {
    const rpc = new PlainClient(node.url);
    const accounts = fundedAccountIds(ACCOUNTS);
    const senders = accounts.map((account) => new Sender(rpc, account));
    for (let block = 0; block < LARGE_BLOCKS; block++) {
      const sent = Array.from({ length: LARGE_BLOCK_TRANSFERS }, (_, i) => {
        const sender = senders[i % ACCOUNTS] as Sender;
        return sender.send(accounts[(i + block + 1) % ACCOUNTS] as string, [transfer(1n)], 'NONE');
      });
      await Promise.all(sent);
      await rpc.call('perigee_mine', {});
    }
    const { height } = await rpc.call<{ height: number }>('perigee_mine', { blocks: 3 });
    return height;
  } finally {
    await node.stop();
  }
}

async function measureWrites(cluster: string, program: string, pid?: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'perigee-bench-ring-'));
  try {
    const height = await makeLargeBlocks(program, home);
    const args = ['start', '--home', home, '--mining', 'manual', '--cluster', cluster];
    const clusterMs = clusterCpuMs(pid);
    const writer = await Program.start(program, args);
    // From the first block on: before that, the writer creates the tables.
    let startMs = performance.now();
    for (let at = 0; at < height; await sleep(POLL_MS)) {
      at = await writer.metric('perigee_ring_height');
      if (at === 0) startMs = performance.now();
    }
    const seconds = (performance.now() - startMs) / 1000;
    const cpuSeconds = await writer.metric('process_cpu_seconds_total');
    const clusterSeconds = (clusterCpuMs(pid) - clusterMs) / 1000;
    await writer.stop();
    const transfers = LARGE_BLOCKS * LARGE_BLOCK_TRANSFERS;
    process.stdout.write(
      `\nwritten: ${LARGE_BLOCKS} blocks of ${LARGE_BLOCK_TRANSFERS} transfers in ` +
        `${seconds.toFixed(1)} s: ${(LARGE_BLOCKS / seconds).toFixed(1)} blocks and ` +
        `${Math.round(transfers / seconds)} transfers per second; processor time per transfer: ` +
        `writer ${((cpuSeconds * 1000) / transfers).toFixed(2)} ms, ` +
        `cluster ${((clusterSeconds * 1000) / transfers).toFixed(2)} ms\n`,
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const [cluster, program, pid] = process.argv.slice(2);
if (cluster === undefined || program === undefined) {
  process.stderr.write(
    'usage: node .build/profiling/cluster.js cassandra://HOST:PORT/KEYSPACE PROGRAM [PID]\n',
  );
  process.exit(2);
}
await measureReads(cluster, program, pid);
await measureWrites(`${cluster}_writes`, program, pid);
