// Where charges are inserted and what else the rewriter does: a worked example, loops and dead
// code, branch tables that are too large for V8, the bounded table, memory.grow, and the length
// that the reference's code would have.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prepareContract } from '../../src/vm/prepareContract.ts';
import { GasPoints, LINEAR_COST } from '../../src/vm/wasm/walk/gasPoints.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { tableImports } from './support/tableImports.ts';
import * as w from './support/wasmBytes.ts';

const config = PROTOCOL;
const OP = Number(config.wasmCosts.regularOpCost);

function chargesOf(walk: (points: GasPoints) => void): [offset: number, cost: number][] {
  const points = new GasPoints();
  points.begin(100);
  walk(points);
  points.finish();
  const charges = Array.from({ length: points.count }, (_, index): [number, number] => [
    points.offsets[index]!,
    points.costs[index]!,
  ]);
  return charges.filter(([, cost]) => cost !== 0);
}

describe('gas points', () => {
  it('merge as in the worked example', () => {
    const charges = chargesOf((points) => {
      points.pure(0, false);
      points.effect(1, false);
      points.pure(2, false);
      points.effect(3, false);
      points.effect(4, false, 0);
      points.pure(5, false);
      points.effect(6, false, 0);
      points.free(7, false);
    });
    assert.deepEqual(charges, [
      [0, 2],
      [2, 2],
      [5, 1],
    ]);
  });

  it('charge a loop inside it, if something branches back', () => {
    const charges = chargesOf((points) => {
      points.pure(0, false);
      const loop = points.loop(1, false);
      points.effect(2, false);
      points.takeLoop(loop);
      points.free(3, true);
    });
    assert.deepEqual(charges, [
      [0, 1],
      [2, 2],
    ]);
  });

  it('charge a loop before it, if nothing does', () => {
    const charges = chargesOf((points) => {
      points.pure(0, false);
      points.loop(1, false);
      points.pure(2, false, 3);
      points.free(5, false);
    });
    assert.deepEqual(charges, [[0, 5]]);
  });

  it('omit dead code, and do not merge across it', () => {
    const charges = chargesOf((points) => {
      points.effect(0, false);
      points.pure(1, true, 2);
      points.effect(3, true, 0);
      points.pure(4, false);
    });
    assert.deepEqual(charges, [
      [0, 1],
      [4, 1],
    ]);
  });

  it('keep a bulk operation separate', () => {
    const charges = chargesOf((points) => {
      points.pureThenBulk(0, false, 3, 3);
      points.pureThenEffect(4, false, 2, 6);
    });
    assert.deepEqual(charges, [
      [0, 3],
      [3, LINEAR_COST],
      [4, 3],
    ]);
  });
});

type Exports = { readonly [name: string]: (...args: number[]) => number };

function instantiate(code: Uint8Array): Exports {
  const prepared = prepareContract(code, config);
  assert.ok('wasm' in prepared, JSON.stringify(prepared));
  const fail = (): never => assert.fail('a meter stopped the contract');
  const module = new WebAssembly.Module(prepared.wasm);
  const imports = { perigee: { out_of_gas: fail, stack_overflow: fail } };
  const all = { ...imports, ...tableImports(module) };
  const { exports } = new WebAssembly.Instance(module, all);
  const methods = exports as Exports;
  methods.set_gas!(1e15);
  return methods;
}

/** Function 0, from one i32 to another. */
function unary(code: w.Bytes, ...more: w.Bytes[]): Uint8Array {
  return w.wasm(
    w.types(w.type([w.I32], [w.I32])),
    w.functions(0),
    w.tables([w.FUNCREF, 0, 1]),
    w.memories([0, 1]),
    w.exports(w.exportFunction('f', 0)),
    w.bodies(w.body(code)),
    ...more,
  );
}

describe('branch tables that are split', () => {
  const i32 = (value: number): number[] => [0x41, ...w.signed(value)];
  /** Three blocks; target n is the outer one for multiples of 1,000 and the inner one otherwise. */
  const targets = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => (index % 1_000 === 0 ? 1 : 0));

  function brTable(count: number, fallback: number, value: w.Bytes): Uint8Array {
    const table = [0x0e, ...w.unsigned(count), ...targets(count), fallback];
    const type = value.length === 0 ? 0x40 : w.I32;
    const dropped = value.length === 0 ? [] : [0x1a];
    const inner = [0x02, type, ...value, 0x20, 0, ...table, 0x0b, ...dropped, ...i32(7), 0x0f];
    const middle = [0x02, type, ...inner, 0x0b, ...dropped, ...i32(8), 0x0f];
    return unary([0x02, type, ...middle, 0x0b, ...dropped, ...i32(9)]);
  }

  for (const [count, value] of [
    [1_024, []],
    [1_025, []],
    [1_025, i32(5)],
    [131_072, []],
    [131_072, i32(5)],
  ] as const) {
    it(`${count} targets${value.length > 0 ? ' with a value' : ''}`, () => {
      const { f0: f } = instantiate(brTable(count, 2, value));
      const last = count - 1;
      for (const index of [0, 1, 1_000, 1_023, 1_024, 3_000, last, count, -1]) {
        const isTarget = index >= 0 && index < count;
        const expected = isTarget ? (index % 1_000 === 0 ? 8 : 7) : 9;
        assert.equal(f!(index), expected, `index ${index}`);
      }
    });
  }
});

describe('memory and table', () => {
  it('have the same limits for all contracts', () => {
    const grow = unary([0x20, 0, 0x40, 0]);
    const { f0: f, get_gas } = instantiate(grow);
    assert.deepEqual(
      [0, 1, 0, 1_023, 1].map((pages) => f!(pages)),
      [1_024, 1_024, 1_025, 1_025, -1],
    );
    // Frame and operators of each call, 32 operations for growing, and one for each page.
    assert.equal(1e15 - get_gas!(), (5 * (9 + 1 + 32) + 1_025) * OP);
  });

  it('let a table grow to 10,000 entries', () => {
    const { f0: f } = instantiate(unary([0xd0, 0x70, 0x20, 0, 0xfc, 15, 0]));
    assert.deepEqual(
      [9_999, 1, 0].map((count) => f!(count)),
      [1, -1, 10_000],
    );
  });
});

describe('the length of the code that the reference would produce', () => {
  /** Everything except the data segment's bytes takes 278 bytes in the reference. */
  const DATA_MAX = 16_777_216 - 278;

  function verdict(length: number): string {
    const head = [1, 1, ...w.unsigned(length)];
    const section = [11, ...w.unsigned(head.length + length), ...head];
    const small = w.wasm(w.types(w.type()), w.functions(0), w.bodies(w.body([])), section);
    const code = new Uint8Array(small.length + length);
    code.set(small);
    const result = prepareContract(code, config);
    return 'error' in result ? result.error : 'ok';
  }

  it('is bounded', () => {
    assert.equal(verdict(DATA_MAX), 'ok');
    assert.equal(verdict(DATA_MAX + 1), 'InstrumentedCodeTooLarge');
  });
});
