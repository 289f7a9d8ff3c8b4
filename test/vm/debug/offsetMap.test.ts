// Places in the modules that V8 runs, led back to the contract's own code. For traps, the contract
// as it was deployed is run by V8 as well: its own stack must be the same, for random modules in
// both forms. Gas and stack run out only in prepared modules, so these places are given.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OffsetMap } from '../../../src/vm/debug/offsetMap.ts';
import { parseFrames, type RanFrame } from '../../../src/vm/debug/wasmFrame.ts';
import { prepareContract } from '../../../src/vm/prepareContract.ts';
import type { PreparedContract } from '../../../src/vm/preparedContract.ts';
import { makeReusable, type ReusableModule } from '../../../src/vm/wasm/reusable/reusableModule.ts';
import { PROTOCOL } from '../../support/protocol.ts';
import { instantiateReusable } from '../support/instantiateReusable.ts';
import { probe } from '../support/interpreter.ts';
import { randomModule } from '../support/randomModule.ts';
import { tableImports } from '../support/tableImports.ts';
import { encodeTestModule } from '../support/testModule.ts';
import * as w from '../support/wasmBytes.ts';
import { withoutTables } from '../support/withoutTables.ts';

const MODULES = 60;
const GAS = 20_000 * Number(PROTOCOL.wasmCosts.regularOpCost);
const NO_LIMIT = -1;

type Exports = Readonly<Record<string, (...args: number[]) => void>>;

/** What ended a call, with V8's frames; null if nothing did. */
interface End {
  readonly message: string;
  readonly frames: readonly RanFrame[];
}

const PERIGEE = {
  out_of_gas: () => {
    throw new Error('out of gas');
  },
  stack_overflow: () => {
    throw new Error('stack overflow');
  },
};

function endOf(run: () => void): End | null {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 5_000;
  try {
    run();
    return null;
  } catch (error) {
    return { message: (error as Error).message, frames: parseFrames(error) };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function prepare(code: Uint8Array): PreparedContract {
  const prepared = prepareContract(code, PROTOCOL);
  assert.ok('wasm' in prepared);
  return prepared;
}

function runPrepared(wasm: Uint8Array, method: string, gas = GAS): End | null {
  const module = new WebAssembly.Module(wasm);
  const imports = { ...tableImports(module), env: { probe }, perigee: PERIGEE };
  return runForm(new WebAssembly.Instance(module, imports).exports as Exports, method, gas);
}

function runReusable(module: ReusableModule, method: string, gas: number): End | null {
  const table = tableImports(new WebAssembly.Module(module.wasm));
  const imports = { ...table, env: { probe }, perigee: PERIGEE };
  return runForm(instantiateReusable(module, imports) as Exports, method, gas);
}

function runForm(exports: Exports, method: string, gas: number): End | null {
  exports.initialise?.();
  exports.reset?.(NO_LIMIT, NO_LIMIT);
  exports.set_gas?.(gas);
  return endOf(() => exports[method]?.());
}

/** The frames of a call in both forms, led back; they must be the same. */
function locate(code: Uint8Array, method: string, gas = GAS) {
  const prepared = prepare(code);
  const map = OffsetMap.create(code, PROTOCOL);
  assert.ok(map !== null);
  const { functionShift, functionCount } = prepared;
  const end = runPrepared(prepared.wasm, method, gas);
  const stack = { functionShift, functionCount };
  const frames = map.locate({ ...stack, reusableForm: null, frames: end?.frames ?? [] });
  const forms = (['small', 'large'] as const).filter((reusableForm) => {
    const reusable = makeReusable(prepared, reusableForm);
    if (reusable === null) return false;
    const again = runReusable(reusable, method, gas);
    assert.equal(again?.message, end?.message);
    const reused = map.locate({ ...stack, reusableForm, frames: again?.frames ?? [] });
    assert.deepEqual(reused, frames);
    return true;
  });
  const ran = end?.frames.length ?? 0;
  return { message: end?.message ?? null, frames, ran, isReusable: forms.includes('small') };
}

function isGas(message: string | null): boolean {
  return message === null || message.startsWith('out of gas') || message === 'stack overflow';
}

describe('random modules', () => {
  for (const [name, change] of [
    ['with tables', (module) => module],
    ['without tables', withoutTables],
  ] as const satisfies [string, (module: ReturnType<typeof randomModule>) => unknown][]) {
    it(`trap at the same places in every form: ${name}`, () => {
      let [compared, reused] = [0, 0];
      for (let seed = 0; seed < MODULES; seed++) {
        const module = change(randomModule(seed)) as ReturnType<typeof randomModule>;
        const code = encodeTestModule(module);
        const located = locate(code, 'f1');
        if (isGas(located.message)) continue;
        const own = runOriginal(code);
        // The original has a smaller memory, and other limits of its table.
        if (own === null || own.message !== located.message) continue;
        const expected = own.frames.map(({ index, offset }) => ({ functionIndex: index, offset }));
        assert.deepEqual(located.frames, expected, `seed ${seed}: ${own.message}`);
        compared++;
        if (located.isReusable) reused++;
      }
      assert.ok(compared > 8, `${compared} modules were compared`);
      assert.ok(name === 'with tables' || reused > 4, `${reused} in the reusable form`);
    });
  }
});

function runOriginal(code: Uint8Array): End | null {
  const module = new WebAssembly.Module(code);
  const exports = new WebAssembly.Instance(module, { env: { probe } }).exports as Exports;
  const [method] = Object.values(exports).filter((value) => typeof value === 'function');
  return endOf(() => method?.());
}

const i32 = (value: number) => [0x41, ...w.signed(value)];
const DROP = 0x1a;
const call = (index: number) => [0x10, index];

/** Functions without parameters, whose first is exported; offsets of marks in their bodies. */
function moduleOf(...functions: w.Bytes[]) {
  const code = w.wasm(
    w.types(w.type()),
    w.functions(...functions.map(() => 0)),
    w.memories([0, 1]),
    w.exports(w.exportFunction('main', 0)),
    w.bodies(...functions),
  );
  const offsetOf = (bytes: readonly number[]) => {
    const offset = Buffer.from(code).indexOf(Uint8Array.from(bytes));
    assert.ok(offset > 0);
    return offset;
  };
  return { code, offsetOf };
}

describe('what runs out only in a prepared module', () => {
  it('gas: the first operator that could not be paid', () => {
    const mark = [...i32(1_234_567), DROP];
    const inner = [0x03, 0x40, ...mark, 0x0c, 0, 0x0b];
    const { code, offsetOf } = moduleOf(w.body(call(1)), w.body(inner));
    const { message, frames } = locate(code, 'f0');
    assert.match(message ?? '', /out of gas/);
    assert.deepEqual(frames, [
      { functionIndex: 1, offset: offsetOf(mark) },
      { functionIndex: 0, offset: offsetOf(call(1)) },
    ]);
  });

  it('gas for a frame: the first operator of the function', () => {
    const mark = [...i32(7_654_321), DROP];
    const { code, offsetOf } = moduleOf(w.body(call(1)), w.body(mark));
    const { frames } = locate(code, 'f0', 12 * Number(PROTOCOL.wasmCosts.regularOpCost));
    assert.deepEqual(frames[0], { functionIndex: 1, offset: offsetOf(mark) });
  });

  it('gas for a bulk operator', () => {
    const fill = [0xfc, 0x0b, 0x00];
    const body = w.body([...i32(0), ...i32(1), ...i32(1_000_000), ...fill]);
    const { code, offsetOf } = moduleOf(body);
    const { message, frames } = locate(code, 'f0');
    assert.match(message ?? '', /out of gas/);
    assert.deepEqual(frames, [{ functionIndex: 0, offset: offsetOf(fill) }]);
  });

  it('the metered stack: the first operator of the function, and the call', () => {
    const mark = [...i32(5), DROP];
    const { code, offsetOf } = moduleOf(w.body([...mark, ...call(0)]));
    const { message, frames } = locate(code, 'f0', 10 ** 15);
    assert.equal(message, 'stack overflow');
    assert.deepEqual(frames.slice(0, 2), [
      { functionIndex: 0, offset: offsetOf(mark) },
      { functionIndex: 0, offset: offsetOf(call(0)) },
    ]);
  });

  it('a function whose locals are kept in globals', () => {
    // Each branch is charged for, and with this many of both V8 would take too much memory.
    const blocks = Array.from({ length: 1_200 }, () => [...i32(0), 0x04, 0x40, 0x0b]).flat();
    const locals = Array.from({ length: 1_800 }, (_, index) => [
      ...i32(index),
      0x21,
      ...w.unsigned(index),
    ]).flat();
    const trap = [...i32(9_999_999), DROP, 0x00];
    const body = [...w.list([[...w.unsigned(1_800), 0x7f]]), ...locals, ...blocks, ...trap, 0x0b];
    const { code, offsetOf } = moduleOf(w.body(call(1)), w.sized(body));
    const { message, frames, ran } = locate(code, 'f0', 10 ** 15);
    assert.equal(message, 'unreachable');
    assert.ok(ran > 4, 'wrappers around it');
    assert.deepEqual(frames, [
      { functionIndex: 1, offset: offsetOf(trap) + trap.length - 1 },
      { functionIndex: 0, offset: offsetOf(call(1)) },
    ]);
  });
});

describe('a stack', () => {
  it('has no frames that a message of the contract makes up', () => {
    const error = new Error('at wasm://wasm/01234567:wasm-function[3]:0x10');
    assert.deepEqual(parseFrames(error), []);
  });

  it('of refused code is not looked for', () => {
    assert.equal(OffsetMap.create(Uint8Array.of(1, 2, 3), PROTOCOL), null);
  });
});
