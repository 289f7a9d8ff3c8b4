// Contracts with many globals, or with many locals that become globals: each value is read and
// written with all its bits, for the same gas, and V8 has few initial values to evaluate.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prepareContract } from '../../src/vm/prepareContract.ts';
import { ByteReader } from '../../src/vm/wasm/format/byteReader.ts';
import { MODULE_HEADER, SECTION_GLOBAL } from '../../src/vm/wasm/format/sectionIds.ts';
import { readGlobals } from '../../src/vm/wasm/module/readSections.ts';
import { createModule } from '../../src/vm/wasm/module/wasmModule.ts';
import { isWide } from '../../src/vm/wasm/module/wideGlobals.ts';
import { SNAPSHOT } from '../support/protocol.ts';
import { runModule } from './support/runModule.ts';
import * as w from './support/wasmBytes.ts';

/** The type, the initial value as its operator, the value written later, and how it is stored. */
type Global = {
  readonly type: number;
  readonly init: readonly number[];
  readonly later: readonly number[];
  readonly store: number;
};

const i64 = (value: bigint): number[] => [0x42, ...w.signed(value)];
const f32 = (bits: number): number[] => [0x43, ...littleEndian(BigInt(bits), 4)];
const f64 = (bits: bigint): number[] => [0x44, ...littleEndian(bits, 8)];
const i32 = (value: number): number[] => [0x41, ...w.signed(value)];

function littleEndian(value: bigint, length: number): number[] {
  return Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
}

const NUMBERS = [0n, 1n, -1n, 2n ** 31n, 2n ** 32n, -(2n ** 33n), 2n ** 63n - 1n, -(2n ** 63n)];
const F32_BITS = [0, 0x3f80_0000, 0x8000_0000, 0x7f80_0001, 0xffc0_1234, 0x7fff_ffff];
const F64_BITS = [
  0n,
  0x3ff0_0000_0000_0000n,
  0x8000_0000_0000_0000n,
  0x7ff0_0000_0000_0001n,
  0xfff8_0000_1234_5678n,
];

const I64_STORE = 0x37;
const GLOBALS: readonly Global[] = [
  ...NUMBERS.map((value, index) => ({
    type: w.I64,
    init: i64(value),
    later: i64(NUMBERS[NUMBERS.length - 1 - index] as bigint),
    store: I64_STORE,
  })),
  ...F32_BITS.map((bits) => ({ type: w.F32, init: f32(bits), later: f32(bits ^ 1), store: 0x38 })),
  ...F64_BITS.map((bits) => ({ type: w.F64, init: f64(bits), later: f64(bits ^ 1n), store: 0x39 })),
  { type: w.I32, init: i32(-5), later: i32(77), store: 0x36 },
];

const SLOT_BYTES = 8;
const VALUE_RETURN = 0;

/** `before` returns all initial values, `after` the values after they were set. */
function createContract(padding: number): Uint8Array {
  const read = GLOBALS.flatMap(({ store }, index) => [
    ...[...i32(index * SLOT_BYTES), 0x23, ...w.unsigned(index), store, 0, 0],
  ]);
  const write = GLOBALS.flatMap(({ later }, index) => [...later, 0x24, ...w.unsigned(index)]);
  const answer = [...i64(BigInt(GLOBALS.length * SLOT_BYTES)), ...i64(0n), 0x10, VALUE_RETURN];
  const padded = Array.from({ length: padding }, () => [w.I64, 1, ...i64(9n), 0x0b]);
  return w.wasm(
    w.types(w.type(), w.type([w.I64, w.I64])),
    w.imports(w.importFunction('value_return', 1)),
    w.functions(0, 0),
    w.memories([0, 1]),
    w.globals(...GLOBALS.map(({ type, init }) => [type, 1, ...init, 0x0b]), ...padded),
    w.exports(w.exportFunction('before', 1), w.exportFunction('after', 2)),
    w.bodies(w.body([...read, ...answer]), w.body([...write, ...read, ...answer])),
  );
}

function run(code: Uint8Array, method: string) {
  const { outcome, fee } = runModule(code, method);
  assert.equal(outcome.aborted, null);
  assert.ok(outcome.returnData.kind === 'value');
  return { value: outcome.returnData.value, gas: outcome.burntGas - fee };
}

describe('many globals', () => {
  const few = createContract(0);
  const many = createContract(1_000);

  for (const method of ['before', 'after']) {
    it(`${method}: all bits are kept, and the gas is the same`, () => {
      assert.deepEqual(run(many, method), run(few, method));
    });
  }

  it('the values are those that were set', () => {
    const { value } = run(many, 'after');
    const view = new DataView(value.buffer, value.byteOffset);
    assert.equal(view.getBigInt64(0, true), NUMBERS.at(-1));
    assert.equal(view.getBigInt64(7 * SLOT_BYTES, true), NUMBERS[0]);
    assert.equal(view.getInt32((GLOBALS.length - 1) * SLOT_BYTES, true), 77);
  });
});

const LOCALS = 30_000;
const CHARGES = 40;

/** Enough branches for its locals to become globals: each of them is a charge. */
const crowdedBody = (value: readonly number[], store: number): number[] => [
  ...[...value, 0x21, ...w.unsigned(LOCALS - 1)],
  ...Array.from({ length: CHARGES }, () => [0x02, 0x40, ...i32(0), 0x0d, 0, 0x0b]).flat(),
  ...[...i32(0), 0x20, ...w.unsigned(LOCALS - 1), store, 0, 0],
  ...[...i64(8n), ...i64(0n), 0x10, VALUE_RETURN],
];

describe('many locals that become globals', () => {
  const TABLE = [
    ['i64', w.I64, i64(-(2n ** 40n) - 3n), I64_STORE, -(2n ** 40n) - 3n],
    ['f64', w.F64, f64(0x7ff0_0000_0000_0001n), 0x39, 0x7ff0_0000_0000_0001n],
    ['f32', w.F32, f32(0x7f80_0001), 0x38, 0x7f80_0001n],
  ] as const;
  for (const [name, type, value, store, expected] of TABLE) {
    it(name, () => {
      const code = w.wasm(
        w.types(w.type(), w.type([w.I64, w.I64])),
        w.imports(w.importFunction('value_return', 1)),
        w.functions(0),
        w.memories([0, 1]),
        w.exports(w.exportFunction('main', 1)),
        w.bodies(w.body(crowdedBody(value, store), [[...w.unsigned(LOCALS), type]])),
      );
      const { value: returned } = run(code, 'main');
      const view = new DataView(returned.buffer, returned.byteOffset);
      assert.equal(view.getBigInt64(0, true), expected);
    });
  }
});

/** The globals whose initial values V8 evaluates one by one for each instance. */
function countWideGlobals(wasm: Uint8Array): number {
  const reader = new ByteReader(wasm, MODULE_HEADER.length);
  while (reader.u8() !== SECTION_GLOBAL) reader.skip(reader.u32());
  reader.u32();
  const module = createModule(wasm);
  readGlobals(reader, module, reader.u32());
  return module.globals.filter(({ type }) => isWide(type)).length;
}

describe('the cost of an instance', () => {
  it('does not grow with the globals of a contract', () => {
    const count = (padding: number) => {
      const prepared = prepareContract(createContract(padding), SNAPSHOT);
      assert.ok('wasm' in prepared);
      return countWideGlobals(prepared.wasm);
    };
    assert.ok(count(0) > NUMBERS.length, 'few of them stay unchanged');
    assert.ok(count(60_000) < NUMBERS.length, 'many become narrow, and those of metering stay');
  });
});
