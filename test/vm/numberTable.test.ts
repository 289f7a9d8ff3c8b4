// Contracts that read or change their table have one of numbers: each operator gives the values and
// traps of a plain table, at the edges too, and functions that differ in references stay apart.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runModule } from './support/runModule.ts';
import { stackOf } from './support/stackOf.ts';
import * as w from './support/wasmBytes.ts';

const [NULL, FIRST, SECOND] = [0, 1, 2];
const [PLAIN, FIRST_TYPE, RETURN_TYPE, TAKES_REFERENCE, TAKES_NUMBER, GIVES_REFERENCE] = [
  0, 1, 2, 3, 4, 5,
];
const VALUE_RETURN = 0;
const [MAIN, ONE, TWO, TAKER, GIVER] = [1, 2, 3, 4, 5];
const TABLE_SIZE = 100;
const END = 0x0b;

const i32 = (value: number): number[] => [0x41, ...w.signed(value)];
const i64 = (value: number): number[] => [0x42, ...w.signed(value)];
const refer = (index: number): number[] => [0xd2, index];
const nothing: number[] = [0xd0, w.FUNCREF];
const get = (entry: number): number[] => [...i32(entry), 0x25, 0];
const set = (entry: number, value: readonly number[]): number[] => [
  ...[...i32(entry), ...value, 0x26, 0],
];
const fill = (from: number, value: readonly number[], count: number): number[] => [
  ...[...i32(from), ...value, ...i32(count), 0xfc, 17, 0],
];
const copy = (to: number, from: number, count: number): number[] => [
  ...[...i32(to), ...i32(from), ...i32(count), 0xfc, 14, 0, 0],
];
const init = (segment: number, to: number, from: number, count: number): number[] => [
  ...[...i32(to), ...i32(from), ...i32(count), 0xfc, 12, segment, 0],
];
const drop = (segment: number): number[] => [0xfc, 13, segment];
const grow = (value: readonly number[], count: number): number[] => [
  ...[...value, ...i32(count), 0xfc, 15, 0],
];
const size: number[] = [0xfc, 16, 0];
/** Calls the function of an entry, which gives its number. */
const callEntry = (entry: number): number[] => [...i32(entry), 0x11, FIRST_TYPE, 0];
/** 0 for a null entry, else the number of its function. */
const look = (entry: number): number[] => [
  ...[...get(entry), 0xd1, 0x04, w.I32, ...i32(NULL), 0x05, ...callEntry(entry), END],
];

/** `main` computes an i32 and returns it. */
function contract(compute: readonly number[], max: readonly number[] = []): Uint8Array {
  const table = max.length === 0 ? [0, TABLE_SIZE] : [1, TABLE_SIZE, ...max];
  return w.wasm(
    w.types(
      w.type(),
      w.type([], [w.I32]),
      w.type([w.I64, w.I64]),
      w.type([w.FUNCREF], [w.I32]),
      w.type([w.I32], [w.I32]),
      w.type([w.I32], [w.FUNCREF]),
    ),
    w.imports(w.importFunction('value_return', RETURN_TYPE)),
    w.functions(PLAIN, FIRST_TYPE, FIRST_TYPE, TAKES_REFERENCE, GIVES_REFERENCE),
    w.tables([w.FUNCREF, ...table]),
    w.memories([0, 1]),
    w.exports(w.exportFunction('main', MAIN)),
    w.elements(
      [0, ...i32(1), END, ...w.list([[ONE], [TWO], [TAKER], [GIVER]])],
      [1, 0, ...w.list([[TWO], [ONE], [TWO]])],
    ),
    w.bodies(
      w.body([...i32(0), ...compute, 0x36, 2, 0, ...i64(4), ...i64(0), 0x10, VALUE_RETURN]),
      w.body(i32(FIRST)),
      w.body(i32(SECOND)),
      w.body([0x20, 0, 0xd1]),
      w.body([0x20, 0, 0x04, w.FUNCREF, ...refer(TWO), 0x05, ...nothing, END]),
    ),
  );
}

/** What `main` returns, or how it fails. */
function run(compute: readonly number[], max: readonly number[] = []): unknown {
  const { outcome } = runModule(contract(compute, max), 'main');
  const { aborted, returnData } = outcome;
  if (aborted !== null) return aborted.kind === 'WasmTrap' ? aborted.trap : aborted.kind;
  return returnData.kind === 'value' ? Buffer.from(returnData.value).readInt32LE() : null;
}

const OUT = 'MemoryOutOfBounds';

/** What is run, and what comes of it. */
const CASES: Readonly<Record<string, readonly [readonly number[], unknown]>> = {
  'an active segment': [look(1), FIRST],
  'an entry that nothing wrote': [look(0), NULL],
  'a null entry is not called': [[...set(9, nothing), ...callEntry(9)], 'IndirectCallToNull'],
  'get at the end': [[...get(TABLE_SIZE), 0xd1], OUT],
  'get far behind the end': [[...get(-1), 0xd1], OUT],
  'set the last entry': [[...set(TABLE_SIZE - 1, refer(TWO)), ...look(TABLE_SIZE - 1)], SECOND],
  'set at the end': [[...set(TABLE_SIZE, refer(TWO)), ...i32(0)], OUT],
  'an indirect call at the end': [[...set(0, nothing), ...callEntry(TABLE_SIZE)], OUT],
  'set to null': [[...set(1, nothing), ...look(1)], NULL],
  'fill to the end': [[...fill(50, refer(TWO), 50), ...look(99)], SECOND],
  'fill one entry': [[...fill(50, refer(TWO), 1), ...look(50)], SECOND],
  'fill leaves the rest': [[...fill(50, refer(TWO), 40), ...look(90)], NULL],
  'fill of the last of 40': [[...fill(50, refer(TWO), 40), ...look(89)], SECOND],
  'fill beyond the end': [[...fill(50, refer(TWO), 51), ...i32(0)], OUT],
  'fill nothing at the end': [[...fill(TABLE_SIZE, nothing, 0), ...i32(5)], 5],
  'fill nothing behind the end': [[...fill(TABLE_SIZE + 1, nothing, 0), ...i32(5)], OUT],
  'fill far beyond the end': [[...fill(1, nothing, 1_000_000), ...i32(5)], OUT],
  'copy up over itself': [[...copy(2, 1, 2), ...look(3)], SECOND],
  'copy down over itself': [[...copy(0, 1, 2), ...look(1)], SECOND],
  'copy to behind the end': [[...copy(99, 1, 2), ...i32(0)], OUT],
  'copy from behind the end': [[...copy(1, 99, 2), ...i32(0)], OUT],
  'copy nothing at the end': [[...copy(TABLE_SIZE, TABLE_SIZE, 0), ...i32(5)], 5],
  'init from a segment': [[...init(1, 10, 0, 3), ...look(11)], FIRST],
  'init from its middle': [[...init(1, 10, 2, 1), ...look(10)], SECOND],
  'init beyond the segment': [[...init(1, 10, 2, 2), ...i32(0)], OUT],
  'init beyond the table': [[...init(1, 98, 0, 3), ...i32(0)], OUT],
  'init from a dropped segment': [[...drop(1), ...init(1, 10, 0, 1), ...i32(0)], OUT],
  'init nothing from a dropped segment': [[...drop(1), ...init(1, 10, 0, 0), ...i32(5)], 5],
  'init from an active segment': [[...init(0, 10, 0, 1), ...i32(0)], OUT],
  'drop an active segment': [[...drop(0), ...i32(5)], 5],
  'the size at first': [[...set(0, nothing), ...size], TABLE_SIZE],
  'grow gives the old size': [grow(nothing, 7), TABLE_SIZE],
  'the size after growing': [[...grow(nothing, 7), 0x1a, ...size], TABLE_SIZE + 7],
  'grow fills': [[...grow(refer(TWO), 7), 0x1a, ...look(TABLE_SIZE + 6)], SECOND],
  'grow to the limit': [[...grow(nothing, 9_900), 0x1a, ...size], 10_000],
  'grow beyond the limit': [grow(nothing, 9_901), -1],
  'grow far beyond the limit': [grow(nothing, 1_000_000), -1],
  'the size after growing failed': [[...grow(nothing, 9_901), 0x1a, ...size], TABLE_SIZE],
  'a reference in a parameter': [[...refer(ONE), ...i32(3), 0x11, TAKES_REFERENCE, 0], 0],
  'null in a parameter': [[...nothing, ...i32(3), 0x11, TAKES_REFERENCE, 0], 1],
  'a number is not a reference': [
    [...set(0, nothing), ...i32(1), ...i32(3), 0x11, TAKES_NUMBER, 0],
    'IncorrectCallIndirectSignature',
  ],
  'a reference as the result': [
    [...i32(0), ...i32(1), ...i32(4), 0x11, GIVES_REFERENCE, 0, 0x26, 0, ...callEntry(0)],
    SECOND,
  ],
  'a number is not a reference as the result': [
    [...set(0, nothing), ...i32(1), ...i32(4), 0x11, TAKES_NUMBER, 0],
    'IncorrectCallIndirectSignature',
  ],
  'a direct call with a reference': [[...refer(ONE), 0x10, TAKER], 0],
};

describe('a table of numbers', () => {
  for (const [name, [compute, expected]] of Object.entries(CASES)) {
    it(name, () => assert.equal(run(compute), expected));
  }

  it('grows up to what the contract declared', () => {
    const max = w.unsigned(105);
    assert.equal(run(grow(nothing, 5), max), TABLE_SIZE);
    assert.equal(run(grow(nothing, 6), max), -1);
  });

  it('is new for each call', () => {
    const code = contract([...look(7), ...set(7, refer(TWO))]);
    const results = [1, 2].map(() => runModule(code, 'main').outcome.returnData);
    assert.deepEqual(results[1], results[0]);
  });

  it('does not appear in stack traces', () => {
    const { outcome } = runModule(contract([...get(TABLE_SIZE), 0xd1]), 'main');
    assert.deepEqual(stackOf(outcome), [MAIN]);
  });

  it('is not there if a segment does not fit', () => {
    const code = w.wasm(
      w.types(w.type()),
      w.functions(0),
      w.tables([w.FUNCREF, 0, 1]),
      w.exports(w.exportFunction('main', 0)),
      w.elements([0, ...i32(1), END, ...w.list([[0]])]),
      w.bodies(w.body(set(0, refer(0)))),
    );
    const { outcome } = runModule(code, 'main');
    assert.deepEqual(outcome.aborted, { kind: 'WasmTrap', trap: OUT });
  });

  it('may be missing', () => {
    const code = w.wasm(
      w.types(w.type()),
      w.functions(0),
      w.exports(w.exportFunction('main', 0)),
      w.elements([1, 0, ...w.list([[0]])]),
      w.bodies(w.body([...refer(0), 0x1a, ...drop(0)])),
    );
    assert.equal(runModule(code, 'main').outcome.aborted, null);
  });
});
