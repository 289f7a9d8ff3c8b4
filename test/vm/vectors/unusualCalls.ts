// Calls at the edges of the input: contracts that are empty, cut off or cannot be loaded, methods
// that do not exist, too little gas, numbers of 64 bits, storage that the account does not count,
// and what only nightly versions do otherwise.

import { bytesToBase64, concatBytes } from '../../../src/base/bytes/bytes.ts';
import type { JsonObject } from '../../../src/base/json/exactJson.ts';
import type { FunctionType } from '../../../src/vm/preparedContract.ts';
import * as w from '../support/wasmBytes.ts';
import { type HostArgument, HostProgram } from './hostProgram.ts';

type Signatures = ReadonlyMap<string, FunctionType>;

/** Bytes stand for two arguments. */
type Step = readonly [name: string, ...args: (HostArgument | Uint8Array)[]];

const VERSIONS = [84, 85, 86, 87, 88, 129, 143, 155, 157];
const U64_MAX = '18446744073709551615';
const KEY = Uint8Array.of(0x6b);
/** More than an instance of the reference holds, and more than a nightly version allows. */
const GLOBAL_COUNTS = [66_000, 100_001];

export function* unusualCalls(signatures: Signatures): Generator<JsonObject> {
  const program = (...steps: Step[]) => ({ wasm: encodeProgram(signatures, steps) });
  const calls: JsonObject[] = [
    ...unusualContracts(),
    { label: 'no such method', ...program(['panic']), method: 'other' },
    { label: 'no such method, no gas', ...program(['panic']), method: 'other', gas: 0 },
    { label: 'no gas', ...program(['panic']), gas: 0 },
    { label: 1, ...program(['panic']), gas: '1' },
    { label: ['a list', { b: 1, a: null }], ...program(['panic']) },
    {
      label: 'wide numbers',
      ...program(['block_index'], ['block_timestamp'], ['epoch_height'], ['prepaid_gas']),
      block_height: '9007199254740993',
      block_timestamp: U64_MAX,
      epoch_height: U64_MAX,
    },
    { label: 'gas of a view', ...program(['prepaid_gas'], ['used_gas']), view: true, gas: 5 },
    ...[0, 42, 43].map((usage) => ({
      label: `usage ${usage}`,
      ...program(['storage_remove', KEY, 0n]),
      storage: { '6b': '0102' },
      storage_usage: usage,
    })),
    {
      label: 'usage of a replaced value',
      ...program(['storage_write', KEY, KEY, 0n]),
      storage: { '6b': '0102' },
      storage_usage: 1,
    },
    {
      label: 'results',
      ...program(['promise_results_count']),
      promise_results: [null, 'aGk=', ''],
    },
    { label: 'points outside the group', ...program(...pointSteps()) },
    { label: 'stored ML-DSA keys', ...program(...keySteps()) },
  ];
  for (const version of VERSIONS) for (const call of calls) yield { ...call, version };
}

function unusualContracts(): JsonObject[] {
  const endless = w.mainModule([0x03, 0x40, 0x0c, 0, 0x0b]);
  const contracts: readonly (readonly [string, Uint8Array])[] = [
    ['empty contract', new Uint8Array()],
    ['contract without sections', w.wasm()],
    ['contract that is cut off', w.wasm().subarray(0, 7)],
    ['contract of another version', w.wasm().with(4, 2)],
    ['endless loop', endless],
    ...GLOBAL_COUNTS.map((count) => [`${count} globals`, manyGlobals(count)] as const),
  ];
  return contracts.flatMap(([label, code]) => {
    const wasm = bytesToBase64(code);
    return ['main', '', 'other'].flatMap((method) =>
      [1_000, 10 ** 12].map((gas) => ({ label, wasm, method, gas })),
    );
  });
}

function manyGlobals(count: number): Uint8Array {
  const globals = new Array<w.Bytes>(count).fill([w.I32, 0, 0x41, 0, 0x0b]);
  return w.wasm(
    ...[w.types(w.type()), w.functions(0), w.globals(...globals)],
    ...[w.exports(w.exportFunction('main', 0)), w.bodies(w.body([]))],
  );
}

/** (0, 2) is on the first curve of BLS12-381, but in no group. */
function pointSteps(): Step[] {
  const point = new Uint8Array(96).with(95, 2);
  const compressed = new Uint8Array(48).with(0, 0x80);
  return [
    ['bls12381_p1_sum', concatBytes(new Uint8Array(1), point), 0n],
    ['bls12381_p1_decompress', compressed, 1n],
    ['bls12381_p1_decompress', compressed.with(0, 0xa0), 1n],
    ['bls12381_g1_multiexp', concatBytes(point, new Uint8Array(32).fill(1)), 1n],
  ];
}

function keySteps(): Step[] {
  const keys = [new Uint8Array(33), new Uint8Array(1_953).fill(7).with(0, 2), new Uint8Array(5)];
  return [
    ['promise_batch_create', new TextEncoder().encode('bob.near')],
    ...keys.flatMap((key): Step[] => [
      ['promise_batch_action_transfer_to_gas_key', 0n, key, 900_000n],
      ['promise_batch_action_add_gas_key_with_full_access', 0n, key, 3n],
    ]),
  ];
}

function encodeProgram(signatures: Signatures, steps: readonly Step[]): string {
  const program = new HostProgram(signatures);
  for (const [name, ...args] of steps) {
    const flat = args.map((arg) =>
      arg instanceof Uint8Array ? [BigInt(arg.length), program.place(arg)] : [arg],
    );
    program.call(name, ...flat.flat());
  }
  return bytesToBase64(program.build(true));
}
