// Random modules with hooks and with counters, against the same modules without: the same end and
// the same gas, with plenty of it and with so little that it runs out. Hooks are balanced, and the
// counters say where every operation went.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readCounters } from '../../src/vm/contractInstance.ts';
import { createPrepare, listCharges } from '../../src/vm/prepareContract.ts';
import type { MeterExports, PrepareResult } from '../../src/vm/preparedContract.ts';
import type { Charge } from '../../src/vm/wasm/instrument/chargeList.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { probe } from './support/interpreter.ts';
import { randomModule } from './support/randomModule.ts';
import { tableImports } from './support/tableImports.ts';
import { encodeTestModule } from './support/testModule.ts';

const OP = Number(PROTOCOL.wasmCosts.regularOpCost);
const MODULES = 150;
const PLENTY = 300_000;

interface Run {
  readonly end: string;
  readonly used: number;
  readonly counters: Int32Array | null;
  /** Functions that have not returned. */
  readonly open: number;
  readonly events: number;
}

/** Stops like the host does. */
class Stop extends Error {}

function run(prepared: PrepareResult, operations: number): Run {
  assert.ok('wasm' in prepared, JSON.stringify(prepared));
  const module = new WebAssembly.Module(prepared.wasm);
  let open = 0;
  let events = 0;
  let last = operations;
  const see = (left: number) => {
    assert.ok(left <= last && left >= 0, 'gas only falls');
    last = left;
    events++;
  };
  const { exports } = new WebAssembly.Instance(module, {
    ...tableImports(module),
    env: { probe },
    perigee: {
      out_of_gas: (cost: number) => {
        throw new Stop(`out of gas ${cost}`);
      },
      stack_overflow: () => {
        throw new Stop('stack overflow');
      },
      enter_function: (index: number, left: number) => {
        assert.ok(index > 0, 'functions count the imports');
        see(left);
        open++;
      },
      leave_function: (left: number) => {
        see(left);
        open--;
      },
    },
  });
  const meter = exports as MeterExports & { readonly f1: () => void };
  meter.set_gas(operations * OP);
  let end = 'returned';
  try {
    meter.f1();
  } catch (error) {
    end = (error as Error).message;
  }
  const used = operations - meter.get_gas() / OP;
  return { end, used, counters: readCounters(meter), open, events };
}

it('random modules burn the same with hooks and with counters', () => {
  const ends = new Set<string>();
  let exact = 0;
  for (let seed = 1; seed <= MODULES; seed++) {
    const code = encodeTestModule(randomModule(seed, false));
    const source = { hash: new Uint8Array(32), read: () => code };
    const prepare = createPrepare(PROTOCOL);
    const hooked = createPrepare(PROTOCOL, 'functions')(source);
    const counting = createPrepare(PROTOCOL, 'counters')(source);
    const plain = prepare(source);
    const charges = listCharges(code, PROTOCOL)?.charges;
    assert.ok(plain && hooked && counting && charges);
    const { used: all } = run(plain, PLENTY);
    for (const operations of [PLENTY, all - 1, all >> 1, 0]) {
      if (operations < 0) continue;
      const text = `module ${seed} with ${operations} operations`;
      const { end, used } = run(plain, operations);
      const functions = run(hooked, operations);
      assert.deepEqual([functions.end, functions.used], [end, used], text);
      if (end === 'returned') assert.equal(functions.open, 0, text);
      assert.ok(functions.events > 0, text);
      const counted = run(counting, operations);
      assert.deepEqual([counted.end, counted.used], [end, used], text);
      assert.equal(counted.counters?.length, charges.length, text);
      if (isSumExact(counted, charges, text)) exact++;
      ends.add(end.replace(/\d+/, ''));
    }
  }
  assert.ok(ends.has('returned') && ends.has('out of gas ') && ends.size > 4, [...ends].join());
  assert.ok(exact > MODULES, `${exact}`);
});

/** What every charge costs, as often as it was taken, is all that was burnt. */
function isSumExact(
  { counters, used, end }: Run,
  charges: readonly Charge[],
  text: string,
): boolean {
  let fixed = 0;
  let bulk = 0;
  for (const [index, { cost }] of charges.entries()) {
    const count = counters![index]!;
    if (cost < 0) bulk += count;
    else fixed += cost * count;
  }
  // The cost of these depends on their operands.
  if (bulk > 0) {
    assert.ok(fixed < used, text);
    return false;
  }
  if (fixed === used) return true;
  // The frame was paid for, but not the first operators.
  const rest = used - fixed;
  const isFrame = charges.some(({ isEntry, cost }) => isEntry && rest < cost);
  assert.ok(end.startsWith('out of gas') && rest > 0 && isFrame, `${text}: ${fixed} of ${used}`);
  return false;
}
