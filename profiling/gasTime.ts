// Milliseconds for each Tgas of contracts that try to take as long as they can for their gas, the
// worst first. The protocol reckons with one. Counted is the processor time of the process, which
// depends less on other programs than the time of a clock.
// `node .build/profiling/gasTime.js [PART OF A NAME]` after `tsc -p tsconfig.test.json`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { concatBytes } from '../src/base/bytes/bytes.ts';
import { sha256 } from '../src/base/crypto/hash.ts';
import { createContractRunner } from '../src/execution/contractRunner.ts';
import { CONTRACT_STACK_MB } from '../src/process/threads.ts';
import type { ContractRunner } from '../src/runtime/chunkContext.ts';
import { largeContract } from '../test/support/largeContract.ts';
import { PROTOCOL } from '../test/support/protocol.ts';
import { MemoryExternal } from '../test/vm/support/memoryExternal.ts';
import { testContext } from '../test/vm/support/testContext.ts';
import { createCaller, HOST_CALLS } from './gasTime/hostCalls.ts';
import { LOADED_MODULES, RUNNING_MODULES } from './gasTime/hostileModules.ts';

const TGAS = 1e12;
const CALL_TGAS = 40n;
/** A receipt with one call, sent and executed. */
const RECEIPT_TGAS = 2 * 0.108 + 0.2 + 0.78;
/** Sending and executing a deployment, for each byte. */
const DEPLOYED_BYTE_TGAS = (6_812_999 + 64_572_944) / TGAS;
const ROUNDS = 5;

interface Called {
  readonly code: Uint8Array;
  readonly input?: Uint8Array;
}

interface Measured {
  readonly name: string;
  readonly ms: number;
  readonly tgas: number;
}

class Bench {
  readonly #folder: string;
  readonly #wanted: string;
  readonly measured: Measured[] = [];

  constructor(folder: string, wanted: string) {
    this.#folder = folder;
    this.#wanted = wanted;
  }

  /** Calls all of them in turn, several times; the least time counts. */
  measureCalls(name: string, create: () => readonly Called[]): void {
    if (!name.includes(this.#wanted)) return;
    const called = create();
    const contracts = this.#createRunner();
    const codes = called.map((one) => ({ ...one, hash: sha256(one.code) }));
    const rounds = Array.from({ length: ROUNDS + 1 }, () =>
      codes.map((one) => measure(() => callOnce(contracts, one))),
    );
    const sums = rounds.map((round) => addUp(round));
    const warm = sums.slice(1).reduce((a, b) => (b.ms < a.ms ? b : a));
    this.measured.push({ name, ...warm });
  }

  /** Codes that are called for the first time, with the gas of their deployment. */
  measureFirstCalls(name: string, create: (seed: number) => Uint8Array): void {
    if (!name.includes(this.#wanted)) return;
    const contracts = this.#createRunner();
    const times = Array.from({ length: ROUNDS }, (_, seed) => {
      const code = create(seed + 1);
      const { ms, tgas } = measure(() => callOnce(contracts, { hash: sha256(code), code }));
      return { ms, tgas: tgas + code.length * DEPLOYED_BYTE_TGAS };
    });
    this.measured.push({ name, ...times.reduce((a, b) => (b.ms < a.ms ? b : a)) });
  }

  #createRunner(): ContractRunner {
    return createContractRunner({ folder: this.#folder, keepsMemory: true });
  }
}

interface Hashed extends Called {
  readonly hash: Uint8Array;
}

/** Returns the gas in Tgas. */
function callOnce(contracts: ContractRunner, { code, hash, input }: Hashed): number {
  const prepaidGas = CALL_TGAS * BigInt(TGAS);
  const context = testContext({ prepaidGas, input: input ?? new Uint8Array() });
  const external = new MemoryExternal({ accountId: context.currentAccountId });
  const outcome = contracts.run(PROTOCOL, {
    code: { hash, read: () => code },
    method: 'main',
    context,
    external,
  });
  return Number(outcome.burntGas) / TGAS + RECEIPT_TGAS;
}

function measure(call: () => number): { ms: number; tgas: number } {
  const start = process.cpuUsage();
  const tgas = call();
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1_000, tgas };
}

function addUp(parts: readonly { ms: number; tgas: number }[]): { ms: number; tgas: number } {
  const sum = (key: 'ms' | 'tgas') => parts.reduce((total, part) => total + part[key], 0);
  return { ms: sum('ms'), tgas: sum('tgas') };
}

function measureAll(bench: Bench): void {
  for (const [name, create] of Object.entries(RUNNING_MODULES)) {
    bench.measureCalls(name, () => [{ code: create() }]);
  }
  for (const [name, create] of HOST_CALLS) {
    bench.measureCalls(name, () => {
      const call = create();
      const code = createCaller(name.split(' ')[0] as string, call);
      return [{ code, input: concatBytes(...call.data) }];
    });
  }
  for (const [name, create] of Object.entries(LOADED_MODULES)) {
    bench.measureCalls(`${name}, called`, () => [{ code: create() }]);
  }
  for (const count of [1, 2, 3, 10]) {
    const create = () => Array.from({ length: count }, (_, i) => ({ code: largeContract(i + 10) }));
    bench.measureCalls(`${count} × 3.8 MB in turn`, create);
  }
  bench.measureCalls('refused late, beside 3 × 3.8 MB', () =>
    [20, 21, 22, 23].map((seed) => ({ code: largeContract(seed, seed > 20) })),
  );
  bench.measureCalls('refused late', () => [{ code: largeContract(24, false) }]);
  bench.measureFirstCalls('3.8 MB, deployed and called once', (seed) => largeContract(30 + seed));
  bench.measureFirstCalls('refused late, deployed and called once', (seed) =>
    largeContract(50 + seed, false),
  );
}

function print(measured: readonly Measured[]): void {
  const rows = measured.map((row) => ({ ...row, ratio: row.ms / row.tgas }));
  rows.sort((a, b) => b.ratio - a.ratio);
  for (const { name, ms, tgas, ratio } of rows) {
    const detail = `${ms.toFixed(1)} ms for ${tgas.toFixed(1)} Tgas`;
    process.stdout.write(`${ratio.toFixed(2).padStart(7)}  ${name.padEnd(42)} ${detail}\n`);
  }
}

function run(wanted: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-'));
  try {
    const bench = new Bench(folder, wanted);
    measureAll(bench);
    print(bench.measured);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (isMainThread) {
  const resourceLimits = { stackSizeMb: CONTRACT_STACK_MB };
  const options = { resourceLimits, workerData: process.argv[2] ?? '' };
  new Worker(fileURLToPath(import.meta.url), options);
} else {
  run(workerData as string);
}
