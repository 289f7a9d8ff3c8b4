// How fast contracts run: methods of plain Wasm work, called as views with RPC and without it, and
// the first and later calls of a contract of 200 kB, phase by phase. Prints a table;
// `node .build/profiling/contracts.js [PROGRAM]` after `tsc -p tsconfig.test.json`.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';
import { bytesToBase64, concatBytes, u64Le } from '../src/base/bytes/bytes.ts';
import { sha256 } from '../src/base/crypto/hash.ts';
import { MeasuredNode } from '../src/benchmark/measuredNode.ts';
import { createContractRunner } from '../src/execution/contractRunner.ts';
import { fundedAccountIds } from '../src/params/genesisDefaults.ts';
import { CONTRACT_STACK_MB } from '../src/process/threads.ts';
import type { External } from '../src/vm/external.ts';
import { PROTOCOL } from '../test/support/protocol.ts';
import { recordedContract } from '../test/support/recordedContracts.ts';
import { RpcClient } from '../test/support/rpcClient.ts';
import { callContract, deploy, Sender } from '../test/support/sender.ts';
import { testContext } from '../test/vm/support/testContext.ts';
import type { Phases } from './contractPhases.ts';
import { createSampleContract } from './sampleContract.ts';

/** Each method of `compute` with its argument. */
const METHODS: Readonly<Record<string, number>> = {
  fib: 27,
  sieve: 200_000,
  sort: 3_000,
  mandelbrot: 150,
  table: 100_000,
  jumps: 500_000,
};

const CALLS = 40;
const WARM_UP_CALLS = 20;
/** About 200 kB. */
const LARGE_FUNCTIONS = 380;
const COLD_STARTS = 5;
const WARM_REPEATS = 20;
/** After a deployment, until it is prepared ahead. */
const REST_MS = 1_000;
const VIEW_GAS = 1_000_000_000_000_000n;

const [ALICE, BOB] = fundedAccountIds(2) as [string, string];

function report(what: string, times: readonly number[]): void {
  const [median, least] = [quantile(times, 0.5), quantile(times, 0)];
  print(what, `${median.toFixed(1)} ms (least ${least.toFixed(1)})`);
}

function print(what: string, value: string): void {
  process.stdout.write(`${what.padEnd(52)} ${value}\n`);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

async function measure(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** The calls alone, in a thread such as those that run contracts. */
async function measureWithoutRpc(): Promise<void> {
  const contracts = createContractRunner();
  const bytes = recordedContract('compute');
  const code = { hash: sha256(bytes), read: () => bytes };
  const external = {} as External;
  for (const [method, argument] of Object.entries(METHODS)) {
    const view = { maxGasBurnt: VIEW_GAS };
    const context = testContext({ view, input: u64Le(argument) });
    const call = { code, method, context, external };
    const run = () => {
      const { aborted } = contracts.run(PROTOCOL, call);
      if (aborted !== null) throw new Error(`${method} has failed`);
    };
    for (let i = 0; i < WARM_UP_CALLS; i++) run();
    const times: number[] = [];
    for (let i = 0; i < CALLS; i++) times.push(await measure(run));
    report(`${method} ${argument} without RPC`, times);
  }
}

class ViewedNode {
  /**
   * For transactions; views use a plain socket, which costs little compared to what it measures.
   */
  readonly rpc: RpcClient;
  readonly #node: MeasuredNode;
  #asked = 0;

  constructor(node: MeasuredNode) {
    this.#node = node;
    this.rpc = new RpcClient(node.url.origin);
  }

  /** The argument is followed by a unique number, so that responses are not cached. */
  async view(account: string, method: string, argument = 0): Promise<void> {
    const args = concatBytes(u64Le(argument), u64Le(++this.#asked));
    const { error } = await this.#node.call<{ error?: string }>('query', {
      request_type: 'call_function',
      finality: 'optimistic',
      account_id: account,
      method_name: method,
      args_base64: bytesToBase64(args),
    });
    if (error !== undefined) throw new Error(`${method}: ${error}`);
  }
}

async function measureWithRpc(program: string, home: string): Promise<void> {
  const node = await MeasuredNode.start(program, ['--home', home]);
  try {
    const viewed = new ViewedNode(node);
    const alice = new Sender(viewed.rpc, ALICE);
    await alice.send(ALICE, [deploy(recordedContract('compute'))]);
    for (const [method, argument] of Object.entries(METHODS)) {
      const call = () => viewed.view(ALICE, method, argument);
      for (let i = 0; i < WARM_UP_CALLS; i++) await call();
      const times: number[] = [];
      for (let i = 0; i < CALLS; i++) times.push(await measure(call));
      report(`${method} ${argument} with RPC`, times);
    }
    const bob = new Sender(viewed.rpc, BOB);
    const code = createSampleContract(LARGE_FUNCTIONS, 2);
    const actions = [deploy(code), callContract('main', new Uint8Array())];
    report('200 kB deployed and called at once, executed', [
      await measure(() => bob.send(BOB, actions, 'EXECUTED_OPTIMISTIC')),
    ]);
    await bob.send(BOB, [deploy(createSampleContract(LARGE_FUNCTIONS, 3))]);
    await sleep(REST_MS);
    report('200 kB, first view, prepared ahead', [await measure(() => viewed.view(BOB, 'main'))]);
    report('200 kB, second view', [await measure(() => viewed.view(BOB, 'main'))]);
  } finally {
    await node.stop();
  }
  const again = await MeasuredNode.start(program, ['--home', home]);
  try {
    const viewed = new ViewedNode(again);
    report('200 kB, first view after a restart', [await measure(() => viewed.view(BOB, 'main'))]);
  } finally {
    await again.stop();
  }
}

/** Each in its own process; the last of this many times counts. */
function runPhases(path: string, repeats: number, isValidation: boolean): Phases {
  const script = fileURLToPath(new URL('./contractPhases.js', import.meta.url));
  const args = [script, path, String(repeats), ...(isValidation ? ['validate'] : [])];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return JSON.parse(stdout) as Phases;
}

function measurePhases(folder: string): void {
  const path = join(folder, 'large.wasm');
  writeFileSync(path, createSampleContract(LARGE_FUNCTIONS));
  for (const [name, repeats] of [
    ['first time in a process', 1],
    ['once warm', WARM_REPEATS],
  ] as const) {
    const whole = Array.from({ length: COLD_STARTS }, () => runPhases(path, repeats, false));
    const validated = Array.from({ length: COLD_STARTS }, () => runPhases(path, repeats, true));
    const phase = (runs: readonly Phases[], key: keyof Phases) =>
      quantile(
        runs.map((run) => run[key]),
        0.5,
      );
    const validate = phase(validated, 'validate');
    const prepare = phase(whole, 'prepare');
    const phases = {
      read: phase(whole, 'read'),
      validate,
      rewrite: Math.max(0, prepare - validate),
      compile: phase(whole, 'compile'),
      instantiate: phase(whole, 'instantiate'),
      run: phase(whole, 'run'),
    };
    const total = Object.values(phases).reduce((sum, ms) => sum + ms, 0);
    const texts = Object.entries(phases).map(([key, ms]) => `${key} ${ms.toFixed(1)}`);
    print(`200 kB, ${name}`, `${total.toFixed(1)} ms (${texts.join(', ')})`);
  }
}

async function main(program: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'perigee-bench-'));
  try {
    measurePhases(home);
    const resourceLimits = { stackSizeMb: CONTRACT_STACK_MB };
    const worker = new Worker(fileURLToPath(import.meta.url), { resourceLimits });
    await new Promise((resolve) => worker.once('exit', resolve));
    await measureWithRpc(program, join(home, 'node'));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

if (isMainThread) await main(process.argv[2] ?? 'bin/perigee.js');
else await measureWithoutRpc();
