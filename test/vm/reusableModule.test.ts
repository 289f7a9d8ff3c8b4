// One instance that is reset between calls must be indistinguishable from a new one. Random
// modules, accesses at every boundary of the memory, and random sequences of writes near such
// boundaries are run on new instances of the prepared module and on one reused instance, with any
// amount of gas, however the call before ended.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROTOCOL } from '../support/protocol.ts';
import { alignmentOf } from './support/memoryAccesses.ts';
import { Random } from './support/random.ts';
import { randomModule } from './support/randomModule.ts';
import { ReuseComparison } from './support/reuseComparison.ts';
import { encodeTestModule } from './support/testModule.ts';
import * as w from './support/wasmBytes.ts';
import { withoutTables } from './support/withoutTables.ts';

const OP = Number(PROTOCOL.wasmCosts.regularOpCost);
const PAGE_BYTES = 65_536;
const { initialMemoryPages } = PROTOCOL.limits;
const INITIAL_BYTES = initialMemoryPages * PAGE_BYTES;
const MODULES = 60;
const RUNS = 4;

function compare(code: Uint8Array): ReuseComparison {
  const comparison = ReuseComparison.create(code);
  assert.ok(comparison !== null, 'not reusable');
  return comparison;
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

/** Addresses where a check or a reset may be wrong by one: also beyond the memory. */
const EDGES = [
  ...[0, 1_000, 2_000, 4_096, 8_192, PAGE_BYTES],
  ...[-4_096, 0, 4_096, PAGE_BYTES, 2 * PAGE_BYTES].map((from) => INITIAL_BYTES + from),
];

/** Writes, reads and grows by random amounts, mostly near the edges. */
function randomOperators(random: Random): number[] {
  const i32 = (value: number) => [0x41, ...w.signed(value | 0)];
  const near = () => random.pick(EDGES) + random.below(24) - 12;
  const count = 1 + random.below(10);
  return Array.from({ length: count }, () => {
    switch (random.below(8)) {
      case 0:
        return [...i32(random.below(3)), 0x40, 0, 0x1a];
      case 1:
        return [...i32(near()), ...i32(7), ...i32(random.below(9_000)), 0xfc, 0x0b, 0];
      case 2:
        return [...i32(near()), ...i32(near()), ...i32(random.below(9_000)), 0xfc, 0x0a, 0, 0];
      case 3:
        return [0x23, 0, ...i32(random.below(99)), 0x6a, 0x24, 0, ...i32(8), 0x23, 0, 0x36, 2, 0];
      default:
        return access(
          0x28 + random.below(23),
          near(),
          random.pick([0, 0, 1, 8, 4_095, PAGE_BYTES]),
        );
    }
  }).flat();
}

const SEQUENCE_METHODS = 3;

function sequenceModule(random: Random): Uint8Array {
  const methods = Array.from({ length: SEQUENCE_METHODS }, (_, index) => index);
  const segment = (at: number) => [0, 0x41, ...w.signed(at), 0x0b, ...w.sized([9, 8, 7, 6, 5])];
  return w.wasm(
    w.types(w.type()),
    w.functions(...methods.map(() => 0)),
    w.memories([0, 1]),
    w.globals([0x7f, 1, 0x41, 5, 0x0b]),
    w.exports(...methods.map((index) => w.exportFunction(`m${index}`, index))),
    w.bodies(...methods.map(() => w.body(randomOperators(random)))),
    w.data(...[...EDGES.slice(0, 6), 4_094, 998].map(segment)),
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

const TRAP = JSON.stringify({ kind: 'WasmTrap', trap: 'MemoryOutOfBounds' });
const SEQUENCES = 40;
const CALLS_OF_SEQUENCE = 12;
/** Comparing all of the memory takes a while. */
const CLEAN_EVERY = 8;

describe('a reused instance', () => {
  it('is as new after any sequence of calls', () => {
    const ends = new Set<string>();
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      const random = new Random(seed);
      try {
        const comparison = compare(sequenceModule(random));
        assert.equal(comparison.methods.length, SEQUENCE_METHODS);
        for (let i = 0; i < CALLS_OF_SEQUENCE; i++) {
          const gas = random.chance(30) ? random.below(100) * OP : 100_000 * OP;
          ends.add(comparison.run(gas, random.pick(comparison.methods)).end.replace(/\d+/, 'N'));
        }
        if (seed % CLEAN_EVERY === 0) comparison.assertClean();
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
    assert.deepEqual([...ends].sort(), ['out of gas: N', TRAP, 'ok'].sort());
  });

  it('runs random modules as a new one does, whatever ran before', () => {
    const ends = new Set<string>();
    for (let seed = 1; seed <= MODULES; seed++) {
      const random = new Random(seed);
      try {
        const comparison = compare(encodeTestModule(withoutTables(randomModule(seed))));
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
      const comparison = compare(encodeTestModule(withoutTables(randomModule(seed, true))));
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
            const comparison = compare(code);
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
