// Which calls run on reused instances: those of a method after many short calls of it, with the
// outcome of a new instance. A long call, or one that writes much memory, ends that for a while;
// contracts that cannot be made reusable are compiled in vain once.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { u64Le } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { ReusedCalls } from '../../src/execution/reusedCalls.ts';
import { ModuleCache } from '../../src/vm/moduleCache.ts';
import { type ContractVm, createContractVm, runContract } from '../../src/vm/runContract.ts';
import type { VmOutcome } from '../../src/vm/vmTypes.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import { MemoryExternal } from '../vm/support/memoryExternal.ts';
import { encodeSmallModule, I32, i32Const } from '../vm/support/smallModule.ts';
import { testContext } from '../vm/support/testContext.ts';

const SHORT_CALLS = 32;
const MANY_CALLS = 1_000;

class Thread {
  /** How often a code was prepared. */
  prepared = 0;
  readonly #calls: ReusedCalls;
  readonly #vm: ContractVm;
  readonly #code: Uint8Array;
  readonly #hash: Uint8Array;

  constructor(code: Uint8Array, keepsMemory = false) {
    this.#calls = new ReusedCalls({ keepsMemory });
    this.#code = code;
    this.#hash = sha256(code);
    this.#vm = createContractVm({
      protocol: PROTOCOL,
      modules: new ModuleCache(),
      keep: (_, prepare) => (asked) => {
        this.prepared++;
        return prepare(asked);
      },
    });
  }

  /** The outcome, and whether a reused instance had it; `strayPages` are touched by others. */
  call(method: string, argument = 0, strayPages = 0): { outcome: VmOutcome; isReused: boolean } {
    const call = {
      code: { hash: this.#hash, read: () => this.#code },
      method,
      context: testContext({ input: u64Le(argument) }),
      external: new MemoryExternal({ accountId: 'alice.near' }),
    };
    const reused = this.#calls.run(this.#vm, call);
    if (reused !== null) return { outcome: reused, isReused: true };
    const touchedBefore = this.#calls.touchedPages() - strayPages;
    const outcome = runContract(this.#vm, call);
    this.#calls.learn(this.#vm, call, outcome, touchedBefore);
    return { outcome, isReused: false };
  }

  /** Whether each of some calls was on a reused instance. */
  callOften(count: number, method: string, argument = 0): Set<boolean> {
    const calls = Array.from({ length: count }, () => this.call(method, argument).isReused);
    return new Set(calls);
  }
}

it('reuses instances for a method after many short calls, with the same outcome', () => {
  const thread = new Thread(recordedContract('compute'));
  const { outcome } = thread.call('fib', 5);
  assert.deepEqual(thread.callOften(SHORT_CALLS - 1, 'fib', 5), new Set([false]));
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(thread.call('fib', 5), { outcome, isReused: true });
  }
  assert.equal(thread.prepared, 2, 'in both forms');
  assert.equal(thread.call('table', 5).isReused, false, 'another method');
  assert.deepEqual(thread.callOften(SHORT_CALLS - 1, 'table', 5), new Set([false]));
  assert.equal(thread.call('table', 5).isReused, true);
  assert.equal(thread.prepared, 2, 'of the same contract');
});

it('runs a method on new instances for a while after a long call', () => {
  const thread = new Thread(recordedContract('compute'));
  thread.callOften(SHORT_CALLS, 'fib', 3);
  assert.equal(thread.call('fib', 24).isReused, true, 'nobody could know');
  assert.deepEqual(thread.callOften(MANY_CALLS + SHORT_CALLS, 'fib', 3), new Set([false]));
  assert.equal(thread.call('fib', 3).isReused, true);
  assert.deepEqual(thread.callOften(2 * SHORT_CALLS, 'fib', 24), new Set([true, false]));
  assert.equal(thread.call('fib', 3).isReused, false);
});

/** Writes a byte to every 4,096 of 3 MiB, any other number of times. */
function writeMuch(times: number): Uint8Array {
  const once = [
    ...[0x03, 0x40, 0x20, 0, 0x41, 1, 0x3a, 0, 0],
    ...[0x20, 0, ...i32Const(4_096), 0x6a, 0x22, 0, ...i32Const(3 * 2 ** 20), 0x49, 0x0d, 0, 0x0b],
    ...[0x41, 0, 0x21, 0],
  ];
  const body = [
    ...[0x03, 0x40, ...once],
    ...[0x20, 1, 0x41, 1, 0x6a, 0x22, 1, ...i32Const(times), 0x49, 0x0d, 0, 0x0b],
  ];
  return encodeSmallModule({
    functions: [{ locals: [I32, I32], body }],
    exports: { main: 0, other: 0 },
    hasMemory: true,
  });
}

it('drops an instance that has too much memory written, and gives the method new ones', () => {
  const thread = new Thread(writeMuch(1));
  assert.deepEqual(thread.callOften(SHORT_CALLS, 'main'), new Set([false]));
  assert.equal(thread.call('main').isReused, true);
  assert.deepEqual(thread.callOften(SHORT_CALLS, 'main'), new Set([false]));
});

it('runs all methods of a contract that touches much memory on the kept one', {
  skip: process.platform !== 'linux' && 'other systems do not count what a call touches',
}, () => {
  const thread = new Thread(writeMuch(1), true);
  const { outcome } = thread.call('main');
  assert.equal(thread.call('main').isReused, false);
  for (const method of ['main', 'other', 'main']) {
    assert.deepEqual(thread.call(method), { outcome, isReused: true });
  }
  assert.equal(thread.prepared, 2, 'in both forms');
});

it('does not take the pages that others touch now and then for those of a contract', {
  skip: process.platform !== 'linux' && 'other systems do not count what a call touches',
}, () => {
  const thread = new Thread(recordedContract('compute'), true);
  // Long enough not to be reused for being short.
  const call = (strayPages: number) => thread.call('fib', 25, strayPages).isReused;
  for (let i = 0; i < 4; i++) {
    assert.equal(call(100_000), false);
    for (let other = 0; other < 9; other++) assert.equal(call(0), false);
  }
  for (let i = 0; i < 2; i++) assert.equal(call(100_000), false);
  assert.equal(call(0), true, 'in a row they count');
});

it('does not keep memory for calls that take long for other reasons', {
  skip: process.platform !== 'linux' && 'other systems do not count what a call touches',
}, () => {
  // 38 Tgas.
  const thread = new Thread(writeMuch(6_000), true);
  assert.equal(thread.callOften(3, 'main').has(true), false);
});

it('does not try again to make a contract reusable', () => {
  // Sets an entry of its table.
  const code = encodeSmallModule({
    functions: [{ body: [0x41, 0, 0xd0, 0x70, 0x26, 0] }],
    exports: { main: 0, other: 0 },
    tableSize: 1,
  });
  const thread = new Thread(code);
  for (const method of ['main', 'other']) {
    assert.deepEqual(thread.callOften(3 * SHORT_CALLS, method), new Set([false]));
  }
  assert.equal(thread.prepared, 2);
});

it('has no instances for calls without a contract, or of a method that does not exist', () => {
  const thread = new Thread(recordedContract('compute'));
  assert.deepEqual(thread.callOften(2 * SHORT_CALLS, 'missing'), new Set([false]));
  assert.equal(thread.prepared, 1);
});
