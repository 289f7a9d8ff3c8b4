// Front ends of a cluster, measured from outside: how many distinct requests of each kind one
// serves with cold caches, how many with warm ones, and how many two serve in parallel. `node
// .build/profiling/cluster.js cassandra://HOST:PORT/KEYSPACE PROGRAM` after `tsc -p
// tsconfig.test.json`; the keyspace must be new, and the driver must be installed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendAll } from '../src/benchmark/loadGenerator.ts';
import { fundedAccountIds } from '../src/params/genesisDefaults.ts';
import { RpcClient } from '../test/support/rpcClient.ts';
import { Sender, transfer } from '../test/support/sender.ts';

const TRANSFERS = 300;
const CONNECTIONS = 32;
/** How often a list that is in memory is requested. */
const WARM_ROUNDS = 20;
const CATCH_UP_MS = 100;

const [ALICE, BOB] = fundedAccountIds(2) as [string, string];

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
      const url = /RPC +(http:\S+)/.exec(output)?.[1];
      if (url !== undefined) return new Program(child, url);
    }
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}

/** Produces a chain with transfers and returns what can be requested from it. */
async function makeChain(writer: RpcClient): Promise<Questions> {
  const sender = new Sender(writer, ALICE);
  const hashes: string[] = [];
  for (let i = 0; i < TRANSFERS; i++) {
    const { transaction } = await sender.send(BOB, [transfer(1n)], 'EXECUTED_OPTIMISTIC');
    hashes.push(transaction.hash);
  }
  await sender.send(BOB, [transfer(1n)], 'FINAL');
  const final = await writer.call<Header>('block', { finality: 'final' });
  const { height, hash: head } = final.header;
  const heights = Array.from({ length: TRANSFERS }, (_, i) => height - i).filter((at) => at > 0);
  const blocks = await Promise.all(
    heights.map((block_id) => writer.call<Header>('block', { block_id })),
  );
  return {
    tx_status: hashes.map((tx_hash) => ({ tx_hash, sender_account_id: ALICE })),
    chunk: blocks.map(({ chunks }) => ({ chunk_id: chunks[0]?.chunk_hash })),
    client_config: blocks.map(() => null),
    genesis_config: blocks.map(() => null),
    EXPERIMENTAL_changes: heights.map((block_id) => ({
      block_id,
      account_ids: [ALICE],
      changes_type: 'account_changes',
    })),
    EXPERIMENTAL_light_client_block_proof: blocks.map(({ header }) => ({
      block_hash: header.hash,
      light_client_head: head,
    })),
    // Of the running epoch: a block is asked about only if it is the last of its own.
    validators: ['latest'],
  };
}

/** Waits until a front end has caught up with the writer. */
async function awaitCluster(writer: RpcClient, front: RpcClient): Promise<void> {
  const { header } = await writer.call<Header>('block', { finality: 'optimistic' });
  for (;;) {
    const seen = await front.call<Header>('block', { finality: 'optimistic' });
    if (seen.header.height >= header.height) return;
    await new Promise((resolve) => setTimeout(resolve, CATCH_UP_MS));
  }
}

/** Lets the cluster load its rows into memory and compile its code; front ends start cold. */
async function warmUpCluster(
  writer: RpcClient,
  front: Program,
  questions: Questions,
): Promise<void> {
  await awaitCluster(writer, new RpcClient(front.url));
  for (const [method, params] of Object.entries(questions)) {
    await measure([front.url], method, 1, params);
  }
  await front.stop();
}

/** Requests a second. */
async function measure(
  urls: readonly string[],
  method: string,
  rounds: number,
  params: readonly unknown[],
) {
  const bodies = params.map((one) =>
    JSON.stringify({ jsonrpc: '2.0', id: 'bench', method, params: one }),
  );
  const all = Array.from({ length: rounds }, () => bodies).flat();
  const startMs = performance.now();
  await Promise.all(urls.map((url) => sendAll(new URL(`${url}/${method}`), all, CONNECTIONS)));
  return Math.round((all.length * urls.length * 1000) / (performance.now() - startMs));
}

async function run(cluster: string, program: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'perigee-bench-ring-'));
  const writer = await Program.start(program, ['start', '--home', home, '--cluster', cluster]);
  const serve = () => Program.start(program, ['serve', '--store', cluster]);
  try {
    const chain = new RpcClient(writer.url);
    const questions = await makeChain(chain);
    await warmUpCluster(chain, await serve(), questions);
    const [first, second] = [await serve(), await serve()];
    process.stdout.write('| method | cold | warm | two, warm | node |\n|---|---|---|---|---|\n');
    for (const [method, params] of Object.entries(questions)) {
      const repeats = Math.ceil(TRANSFERS / params.length);
      const cold = await measure([first.url], method, repeats, params);
      const warm = await measure([first.url], method, repeats * WARM_ROUNDS, params);
      await measure([second.url], method, 1, params);
      const two = await measure([first.url, second.url], method, repeats * WARM_ROUNDS, params);
      const node = await measure([writer.url], method, repeats * WARM_ROUNDS, params);
      process.stdout.write(`| \`${method}\` | ${cold} | ${warm} | ${two} | ${node} |\n`);
    }
    await first.stop();
    await second.stop();
  } finally {
    await writer.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

const [cluster, program] = process.argv.slice(2);
if (cluster === undefined || program === undefined) {
  process.stderr.write(
    'usage: node .build/profiling/cluster.js cassandra://HOST:PORT/KEYSPACE PROGRAM\n',
  );
  process.exit(2);
}
await run(cluster, program);
