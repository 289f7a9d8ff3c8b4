// One instance that is reset between calls must be indistinguishable from a new one. Random
// modules, and accesses at every boundary of the memory, are run on a new instance of the prepared
// module and on one reused instance, with any amount of gas: the same end, gas and memory, however
// the call before ended; and after a reset, the memory of a new instance.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prepareContract } from '../../src/vm/prepareContract.ts';
import type { MeterExports, ReuseExports } from '../../src/vm/preparedContract.ts';
import { classifyThrown } from '../../src/vm/traps.ts';
import { makeReusable } from '../../src/vm/wasm/reusableModule.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { probe } from './support/interpreter.ts';
import { alignmentOf } from './support/memoryAccesses.ts';
import { Random } from './support/random.ts';
import { randomModule } from './support/randomModule.ts';
import type { Instruction, TestModule } from './support/testModule.ts';
import { encodeTestModule } from './support/testModule.ts';
import * as w from './support/wasmBytes.ts';

const OP = Number(PROTOCOL.wasmCosts.regularOpCost);
const STACK_HEIGHT = PROTOCOL.limits.maxStackHeight;
const PAGE_BYTES = 65_536;
const { initialMemoryPages } = PROTOCOL.limits;
const EDGE_BYTES = 2 * PAGE_BYTES;
const MODULES = 60;
const RUNS = 4;

class Stop extends Error {}

const imports = {
  env: { probe },
  perigee: {
    out_of_gas: (cost: number) => {
      throw new Stop(`out of gas: ${cost / OP}`);
    },
    stack_overflow: () => {
      throw new Stop('stack overflow');
    },
  },
};

type Meter = MeterExports & { readonly f1: () => void };

interface Run {
  readonly end: string;
  readonly gasLeft: number;
  readonly memory: Uint8Array;
}

function run(meter: Meter, gas: number): Run {
  meter.set_gas(gas);
  const end = endOf(meter);
  const { memory_pages } = meter as Partial<ReuseExports>;
  const bytes = new Uint8Array(meter.memory.buffer);
  const seen = memory_pages === undefined ? bytes.length : memory_pages() * PAGE_BYTES;
  return { end, gasLeft: meter.get_gas(), memory: bytes.subarray(0, seen) };
}

function endOf(meter: Meter): string {
  try {
    meter.f1();
    return 'ok';
  } catch (error) {
    if (error instanceof Stop) return error.message;
    return JSON.stringify(classifyThrown(error, meter));
  }
}

class Comparison {
  readonly #plain: WebAssembly.Module;
  readonly #reused: Meter & ReuseExports;

  constructor(code: Uint8Array) {
    const prepared = prepareContract(code, PROTOCOL);
    assert.ok('wasm' in prepared, JSON.stringify(prepared));
    const reusable = makeReusable({ ...prepared, stackHeight: STACK_HEIGHT });
    assert.ok(reusable !== null, 'not reusable');
    this.#plain = new WebAssembly.Module(prepared.wasm);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(reusable), imports);
    this.#reused = instance.exports as Meter & ReuseExports;
    this.#reused.initialise();
  }

  /** Returns the end and the gas that was used. */
  run(gas: number): { end: string; used: number } {
    const plain = new WebAssembly.Instance(this.#plain, imports).exports as Meter;
    this.#reused.reset();
    assert.equal(this.#reused.memory_pages(), initialMemoryPages);
    this.#compareMemory(new Uint8Array(plain.memory.buffer));
    const expected = run(plain, gas);
    const actual = run(this.#reused, gas);
    // It has fewer pages to grow by, and refuses the call.
    if (expected.memory.length > this.#reused.memory.buffer.byteLength) {
      assert.equal(actual.end, 'stack overflow');
      return { end: expected.end, used: gas - expected.gasLeft };
    }
    assert.equal(actual.end, expected.end);
    assert.equal(actual.gasLeft, expected.gasLeft);
    assert.equal(actual.memory.length, expected.memory.length);
    this.#compareMemory(expected.memory);
    return { end: actual.end, used: gas - actual.gasLeft };
  }

  /** At both ends, as modules rarely access the rest, and beyond what the contract sees. */
  #compareMemory(expected: Uint8Array): void {
    const actual = new Uint8Array(this.#reused.memory.buffer);
    assertSameBytes(actual.subarray(0, EDGE_BYTES), expected.subarray(0, EDGE_BYTES));
    const last = initialMemoryPages * PAGE_BYTES - EDGE_BYTES;
    assertSameBytes(actual.subarray(last, expected.length), expected.subarray(last));
    const beyond = actual.subarray(expected.length);
    assertSameBytes(beyond, new Uint8Array(beyond.length));
  }
}

function assertSameBytes(actual: Uint8Array, expected: Uint8Array): void {
  assert.equal(actual.length, expected.length);
  if (Buffer.compare(actual, expected) === 0) return;
  const at = actual.findIndex((byte, index) => byte !== expected[index]);
  assert.fail(`byte ${at} is ${actual[at]}, not ${expected[at]}`);
}

/** Operators that cannot be reused, in others of the same operands and results. */
const REPLACED: Readonly<Record<number, readonly Instruction[]>> = {
  38: drops(2),
  264: [{ opcode: 0x10b, args: [0] }],
  265: [{ opcode: 0x01, args: [] }],
  268: drops(3),
  269: [{ opcode: 0x01, args: [] }],
  270: drops(3),
  271: [...drops(1), { opcode: 0xd1, args: [] }],
  273: drops(3),
};

function drops(count: number): Instruction[] {
  return Array.from({ length: count }, () => ({ opcode: 0x1a, args: [] }));
}

function withoutTables(module: TestModule): TestModule {
  const functions = module.functions.map(({ code, ...rest }) => ({
    ...rest,
    code: code.flatMap((instruction) => REPLACED[instruction.opcode] ?? [instruction]),
  }));
  return { ...module, functions };
}

/** Grows by some pages, then runs the operators. */
function accessModule(pages: number, operators: readonly number[]): Uint8Array {
  const grow = [0x41, ...w.signed(pages), 0x40, 0, 0x1a];
  return w.wasm(
    w.types(w.type()),
    w.functions(0, 0),
    w.memories([0, 1]),
    w.exports([...w.text('main'), 0, 1]),
    w.bodies(w.body([]), w.body([...grow, ...operators])),
    w.data(
      [0, 0x41, ...w.signed(1_000), 0x0b, ...w.sized([1, 2, 3])],
      [0, 0x41, ...w.signed(2_000), 0x0b, ...w.sized([4, 5, 6])],
    ),
  );
}

/** A load or store at an address, with an offset. */
function access(opcode: number, address: number, offset: number): number[] {
  const at = [0x41, ...w.signed(address | 0)];
  const operator = [opcode, alignmentOf(opcode), ...w.unsigned(offset)];
  if (opcode < 0x36) return [...at, ...operator, 0x1a];
  const stored = 'ilfdiilll'[opcode - 0x36] as 'i' | 'l' | 'f' | 'd';
  return [...at, ...VALUES[stored], ...operator];
}

const VALUES = {
  i: [0x41, ...w.signed(-1)],
  l: [0x42, ...w.signed(-1)],
  f: [0x43, 1, 2, 3, 4],
  d: [0x44, 1, 2, 3, 4, 5, 6, 7, 8],
};

describe('a reused instance', () => {
  it('runs random modules as a new one does, whatever ran before', () => {
    const ends = new Set<string>();
    for (let seed = 1; seed <= MODULES; seed++) {
      const random = new Random(seed);
      try {
        const comparison = new Comparison(encodeTestModule(withoutTables(randomModule(seed))));
        const { end, used } = comparison.run(5_000 * OP);
        ends.add(end.replace(/\d+/, 'N'));
        for (let i = 0; i < RUNS; i++) comparison.run(random.below(used + 1));
        comparison.run(5_000 * OP);
      } catch (error) {
        throw new Error(`seed ${seed}: ${error}`);
      }
    }
    assert.ok(ends.size >= 6, [...ends].join());
  });

  it('runs out of the metered stack where a new one does', () => {
    for (let seed = 1; seed <= 3; seed++) {
      const comparison = new Comparison(encodeTestModule(withoutTables(randomModule(seed, true))));
      const { end } = comparison.run(60_000 * OP);
      assert.equal(comparison.run(60_000 * OP).end, end, `seed ${seed}`);
    }
  });

  it('checks every access against the size that the contract sees', () => {
    const ends = new Set<string>();
    for (let opcode = 0x28; opcode <= 0x3e; opcode++) {
      for (const pages of [0, 2]) {
        const size = (initialMemoryPages + pages) * PAGE_BYTES;
        for (const [address, offset] of [
          ...[size - 8, size - 4, size - 2, size - 1, size, -1].map((at) => [at, 0] as const),
          ...([
            [size - 8, 1],
            [-1, 1],
            [1, 2 ** 32 - 1],
            [998, 1_001],
          ] as const),
        ]) {
          const what = `${opcode.toString(16)} at ${address} + ${offset}, ${pages} pages`;
          try {
            const code = accessModule(pages, access(opcode, address, offset));
            const comparison = new Comparison(code);
            ends.add(comparison.run(1_000 * OP).end);
          } catch (error) {
            throw new Error(what, { cause: error });
          }
        }
      }
    }
    assert.equal(ends.size, 2);
  });
});
