// Calls on a kept memory, one after another and of any contracts, must be indistinguishable from
// calls on new instances: the same end, gas and memory, and nothing but zeros left for the next.
// Random sequences of writes, copies, fills, initialisations and growing near the edges of the
// memory, with any amount of gas, so that calls end everywhere.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROTOCOL } from '../support/protocol.ts';
import { LargeComparison } from './support/largeComparison.ts';
import { alignmentOf } from './support/memoryAccesses.ts';
import { Random } from './support/random.ts';
import { randomModule } from './support/randomModule.ts';
import { encodeTestModule } from './support/testModule.ts';
import * as w from './support/wasmBytes.ts';

const OP = Number(PROTOCOL.wasmCosts.regularOpCost);
const PAGE_BYTES = 65_536;
const INITIAL_BYTES = PROTOCOL.limits.initialMemoryPages * PAGE_BYTES;
const CONTRACTS = 30;
const CALLS = 6;
const MODULES = 40;
/** Looking at all of the memory takes a while. */
const CLEAN_EVERY = 8;

const i32 = (value: number) => [0x41, ...w.signed(value | 0)];

const EDGES = [
  ...[0, 256, 1_000, 2_000, 4_096, 8_192, PAGE_BYTES],
  ...[-4_096, -256, 0, 4_096, PAGE_BYTES, 2 * PAGE_BYTES].map((from) => INITIAL_BYTES + from),
];

function randomOperators(random: Random): number[] {
  const near = () => random.pick(EDGES) + random.below(24) - 12;
  const count = 1 + random.below(10);
  return Array.from({ length: count }, () => {
    switch (random.below(9)) {
      case 0:
        return [...i32(random.below(3)), 0x40, 0, 0x1a];
      case 1:
        return [...i32(near()), ...i32(7), ...i32(random.below(9_000)), 0xfc, 0x0b, 0];
      case 2:
        return [...i32(near()), ...i32(near()), ...i32(random.below(9_000)), 0xfc, 0x0a, 0, 0];
      case 3: {
        const source = random.below(4);
        const from = [...i32(near()), ...i32(source), ...i32(random.below(6))];
        return [...from, 0xfc, 8, random.below(2), 0, ...(random.chance(20) ? [0xfc, 9, 0] : [])];
      }
      case 4:
        return [...i32(random.below(2)), 0xd2, 0, 0x26, 0];
      default:
        return access(0x28 + random.below(23), near(), random.pick([0, 0, 1, 8, 255, PAGE_BYTES]));
    }
  }).flat();
}

/** With passive segments, active ones, and a table that changes. */
function randomContract(random: Random): Uint8Array {
  const at = [...EDGES.slice(0, 7), INITIAL_BYTES - 4_096].filter(() => random.chance(70));
  const segments = [
    [1, ...w.sized([1, 2, 3, 4, 5])],
    ...[...at, 6 * 2 ** 20].map((address) => [0, ...i32(address), 0x0b, ...w.sized([9, 8, 7])]),
    [1, ...w.sized([6])],
  ];
  return w.wasm(
    w.types(w.type()),
    w.functions(0),
    w.tables([w.FUNCREF, 0, 2]),
    w.memories([0, 1]),
    w.exports(w.exportFunction('main', 0)),
    w.elements([0, ...i32(0), 0x0b, ...w.list([[0]])]),
    w.section(12, [segments.length]),
    w.bodies(w.body(randomOperators(random))),
    w.data(...segments),
  );
}

function access(opcode: number, address: number, offset: number): number[] {
  const operator = [opcode, alignmentOf(opcode), ...w.unsigned(offset)];
  if (opcode < 0x36) return [...i32(address), ...operator, 0x1a];
  const values = {
    i: i32(-1),
    l: [0x42, ...w.signed(-1)],
    f: [0x43, 1, 2, 3, 4],
    d: [0x44, 1, 2, 3, 4, 5, 6, 7, 8],
  };
  const stored = 'ilfdiilll'[opcode - 0x36] as keyof typeof values;
  return [...i32(address), ...values[stored], ...operator];
}

describe('a kept memory', () => {
  it('is as new for each call, whatever contracts have done before', () => {
    const comparison = new LargeComparison();
    const ends = new Set<string>();
    for (let seed = 1; seed <= CONTRACTS; seed++) {
      const random = new Random(seed);
      const run = comparison.load(randomContract(random));
      assert.ok(run !== null, `seed ${seed} has no large form`);
      for (let call = 0; call < CALLS; call++) {
        const gas = random.chance(30) ? random.below(100) * OP : 100_000 * OP;
        const end = run(gas, `seed ${seed}, call ${call}`);
        ends.add(end.replace(/\d+/, 'N'));
      }
      if (seed % CLEAN_EVERY === 0) comparison.assertZero();
    }
    comparison.assertZero();
    const trap = JSON.stringify({ kind: 'WasmTrap', trap: 'MemoryOutOfBounds' });
    assert.deepEqual([...ends].sort(), ['ok', 'out of gas: N', trap].sort());
  });

  it('has nothing left of a store that ends behind its granule', () => {
    const comparison = new LargeComparison();
    const store = (address: number) => [...i32(address), 0x42, ...w.signed(-1), 0x37, 3, 0];
    const granules = Array.from({ length: 8 }, (_, index) => 4_096 + 256 * index);
    const last = PROTOCOL.limits.initialMemoryPages * PAGE_BYTES - 8;
    for (const body of [
      store(1_020),
      granules.flatMap((start) => store(start + 252)),
      granules.flatMap((start) => store(start + 100)),
      store(last),
    ]) {
      const run = comparison.load(w.mainModule(body));
      assert.equal(run?.(1_000 * OP, 'stores'), 'ok');
      comparison.assertZero();
    }
  });

  it('serves random modules of all operators', () => {
    const comparison = new LargeComparison();
    let served = 0;
    for (let seed = 1; seed <= MODULES; seed++) {
      const random = new Random(seed);
      const run = comparison.load(encodeTestModule(randomModule(seed)));
      if (run === null) continue;
      served++;
      for (const gas of [5_000, random.below(5_000), 5_000]) run(gas * OP, `seed ${seed}`);
    }
    comparison.assertZero();
    assert.ok(served > MODULES / 2, `${served}`);
  });
});
