// Makes the vectors of test/vectors/vm. `makeVmVectors.js calls [SEED]` prints input lines, the
// same ones each time. Their results come from the contract VM of the released node, near-vm-runner
// 0.38.0 (nearcore 2.14.0), in a small Rust program around it that is not part of this repository:
// it reads such lines and prints one result for each. `makeVmVectors.js store CALLS RESULTS` stores
// both. `makeVmVectors.js chains SEED COUNT` prints more chains of host calls, to look for
// differences.

import { readFileSync } from 'node:fs';
import { base64ToBytes, bytesToBase64 } from '../../../src/base/bytes/bytes.ts';
import type { JsonObject } from '../../../src/base/json/exactJson.ts';
import { protocolAt } from '../../../src/params/protocol.ts';
import { allHostFunctions, hostTableAt } from '../../../src/vm/host/hostTable.ts';
import { repositoryPath } from '../../support/repository.ts';
import { Random } from '../support/random.ts';
import { randomModule } from '../support/randomModule.ts';
import { encodeTestModule } from '../support/testModule.ts';
import * as w from '../support/wasmBytes.ts';
import { hostChainCalls, signaturesOf } from './hostChainCalls.ts';
import { limitCalls } from './limitCalls.ts';
import { randomHostProgram, singleHostProgram } from './randomHostProgram.ts';
import { readRecordedLines } from './recordedLines.ts';
import { unusualCalls } from './unusualCalls.ts';
import { storeVectors } from './vectorFiles.ts';

const SIGNATURES = signaturesOf(allHostFunctions);
const SEED = 17;
const VERSIONS = [84, 85, 86, 87, 88];
const TGAS = 10 ** 12;
const HOST_PROGRAMS = 320;
const GAS_AMOUNTS = 3;
const HOST_CHAINS = 150;
const MODULES = 130;
const DEEP_MODULES = 6;
const MUTANTS = 600;
const MUTATED_BYTES_MAX = 400;

function* listCalls(seed: number): Generator<JsonObject> {
  const random = new Random(seed);
  yield* recordedCalls(random);
  yield* singleCalls(random);
  yield* hostPrograms(random);
  yield* randomModules(random);
  yield* mutatedModules(random);
  yield* localsOfSmallModules();
  yield* unusualCalls(SIGNATURES);
  yield* limitCalls(SIGNATURES);
  yield* hostChainCalls(seed, HOST_CHAINS);
}

/** The contract of the recordings that runs lists of host calls, by the functions that exist. */
const HOSTCALL: Readonly<Record<number, string>> = {
  84: 'hostcall84',
  85: 'hostcall85',
  86: 'hostcall85',
  87: 'hostcall157',
  88: 'hostcall157',
};

function readContract(name: string): string {
  const path = repositoryPath(`test/recordings/data/contracts/${name}.wasm`);
  return readFileSync(path).toString('base64');
}

/** Each recorded call in one version, and some in another with the same contract as recorded. */
function* recordedCalls(random: Random): Generator<JsonObject> {
  const hostcall = readContract('hostcall');
  const replaced = new Map(VERSIONS.map((version) => [version, readContract(HOSTCALL[version]!)]));
  for (const chain of ['edges', 'tour', 'extras', 'crowd']) {
    for (const { code, fields } of readRecordedLines(chain)) {
      if (chain === 'crowd' && random.chance(75)) continue;
      const version = random.pick(VERSIONS);
      const wasm = code === hostcall ? replaced.get(version)! : code;
      yield { ...fields, version, wasm };
      if (random.chance(30)) yield { ...fields, version: random.pick([87, 88]), wasm: code };
    }
  }
}

/** Each host function in each version. */
function* singleCalls(random: Random): Generator<JsonObject> {
  for (const name of SIGNATURES.keys()) {
    const programs = [1, 2].map(() => bytesToBase64(singleHostProgram(random, SIGNATURES, name)));
    for (const version of VERSIONS) {
      yield { label: name, version, wasm: random.pick(programs), ...randomContext(random) };
    }
  }
}

function* hostPrograms(random: Random): Generator<JsonObject> {
  for (let index = 0; index < HOST_PROGRAMS; index++) {
    const version = random.pick(VERSIONS);
    const program = randomHostProgram(
      random,
      signaturesOf(hostTableAt(protocolAt(version, 'release'))),
    );
    const fields = { version, wasm: bytesToBase64(program), ...randomContext(random) };
    yield { label: `program ${index}`, ...fields };
    for (let amount = 1; amount < GAS_AMOUNTS; amount++) {
      const gas = randomGas(random, 5e9, 50 * TGAS);
      yield { label: `program ${index} with ${gas}`, ...fields, gas };
    }
  }
}

function* randomModules(random: Random): Generator<JsonObject> {
  for (let seed = 1; seed <= MODULES + DEEP_MODULES; seed++) {
    const module = randomModule(random.below(1e9), seed > MODULES);
    const wasm = bytesToBase64(encodeTestModule(module, false));
    for (let amount = 0; amount < GAS_AMOUNTS; amount++) {
      const gas = randomGas(random, 1e9, 2 * TGAS);
      const method = random.chance(80) ? 'm1' : `m${1 + random.below(module.functions.length)}`;
      const version = random.pick(VERSIONS);
      yield { label: `module ${seed} with ${gas}`, version, wasm, method, gas };
    }
  }
}

/** Small modules of the recordings with a few other bytes: most are refused, for many reasons. */
function* mutatedModules(random: Random): Generator<JsonObject> {
  const codes = [...new Set(readRecordedLines('edges').map(({ code }) => code))].map(base64ToBytes);
  const small = codes.filter(({ length }) => length <= MUTATED_BYTES_MAX);
  for (let index = 0; index < MUTANTS; index++) {
    const code = random.pick(small).slice();
    for (let change = random.below(3); change >= 0; change--) {
      const place = random.below(code.length);
      code[place] = random.chance(50) ? random.below(256) : code[place]! ^ (1 << random.below(8));
    }
    const version = random.pick(VERSIONS);
    yield { label: `mutant ${index}`, version, wasm: bytesToBase64(code), gas: TGAS };
  }
}

/** From protocol 87 on, a code has at most one local for every two of its bytes. */
function* localsOfSmallModules(): Generator<JsonObject> {
  const moduleOf = (locals: number, padding: number) =>
    w.wasm(
      ...[w.types(w.type()), w.functions(0), w.exports(w.exportFunction('main', 0))],
      w.bodies(w.body([], [[...w.unsigned(locals), w.I32]])),
      w.custom('padding', new Array(padding).fill(0)),
    );
  for (const version of VERSIONS) {
    for (const padding of [0, 1, 60, 500]) {
      const half = Math.floor(moduleOf(200, padding).length / 2);
      for (const locals of [half - 1, half, half + 1]) {
        const wasm = bytesToBase64(moduleOf(locals, padding));
        yield { label: `${locals} locals, ${padding} bytes`, version, wasm };
      }
    }
  }
}

/** What surrounds a call: mostly the defaults. */
function randomContext(random: Random): JsonObject {
  const fields: JsonObject = {};
  if (random.chance(10)) fields.view = true;
  if (random.chance(30))
    fields.storage = { '6b': '01', '6b6579': 'ff'.repeat(random.below(6_000)) };
  if (random.chance(30)) fields.promise_results = ['', null, bytesToBase64(new Uint8Array(200))];
  if (random.chance(20)) fields.deposit = random.pick(['1', '1000000000000000000000000']);
  if (random.chance(20)) fields.balance = random.pick(['0', '1', '500']);
  if (random.chance(10)) fields.args = bytesToBase64(new Uint8Array(random.below(300)));
  if (random.chance(10)) fields.current = '0'.repeat(64);
  return fields;
}

function randomGas(random: Random, min: number, max: number): number {
  return Math.round(min * (max / min) ** (random.below(10_000) / 10_000));
}

function readLines(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

function print(calls: Iterable<JsonObject>): void {
  for (const call of calls) process.stdout.write(`${JSON.stringify(call)}\n`);
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === 'store') storeVectors(readLines(rest[0]!), readLines(rest[1]!));
else if (mode === 'chains') print(hostChainCalls(Number(rest[0]), Number(rest[1])));
else print(listCalls(Number(rest[0] ?? SEED)));
