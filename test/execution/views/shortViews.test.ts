// Short view calls in the calling thread: the first call goes to the pool, later ones run here with
// the same result; calls that need more gas, stack or memory, or too much time, go to the pool and
// are not tried again for a while. The pool is one that runs calls at once and counts them.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { u64Le } from '../../../src/base/bytes/bytes.ts';
import { Caches } from '../../../src/base/collections/caches.ts';
import { HASH_ZERO, sha256 } from '../../../src/base/crypto/hash.ts';
import type { Epoch } from '../../../src/chain/epoch/epoch.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import { ShortViews } from '../../../src/execution/views/shortViews.ts';
import { ViewStates } from '../../../src/execution/views/viewStates.ts';
import type { ViewCall } from '../../../src/rpc/core/context.ts';
import { callView, type ViewCallResult } from '../../../src/runtime/contracts/viewCall.ts';
import { writeAccount } from '../../../src/state/accounts.ts';
import { writeContractCode } from '../../../src/state/contractCode.ts';
import { TrieState } from '../../../src/state/trieState.ts';
import type { Block } from '../../../src/types/block.ts';
import { createMemoryState } from '../../support/memoryState.ts';
import { PROTOCOL } from '../../support/protocol.ts';
import { recordedContract } from '../../support/recordedContracts.ts';
import { encodeSmallModule, I64 } from '../../vm/support/smallModule.ts';

const ACCOUNT = 'a.near';
const MINUTE_MS = 60_000;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

class Setup {
  /** What the pool was asked to run and to prepare. */
  ran = 0;
  prepared = 0;
  nowMs = 0;
  /** How long each call takes, here and in the pool. */
  callMs = 0;
  readonly #views: ShortViews;

  constructor(code: Uint8Array) {
    const contract = { kind: 'Local', value: sha256(code) } as const;
    const amounts = { amount: 10n ** 27n, locked: 0n, storageUsage: 0 };
    const memory = createMemoryState((state) => {
      writeAccount(state, ACCOUNT, { version: 'V1', contract, ...amounts });
      writeContractCode(state, ACCOUNT, code);
    });
    const lite = { epochId: HASH_ZERO, height: 1, timestamp: 0n };
    const block = { header: { lite } } as Block;
    const info = { protocolVersion: PROTOCOL.version, epochHeight: 1 };
    const viewed = {
      chainId: 'test',
      chain: { block: () => block, chunkExtra: () => null },
      states: { after: () => new TrieState(memory.trie, memory.root) },
      epoch: () => ({ info, totalStake: 0n, validatorStake: () => 0n }) as unknown as Epoch,
      dialect: () => 'release' as const,
    };
    const contracts = createContractRunner();
    const states = new ViewStates(viewed);
    const run = (call: ViewCall): ViewCallResult => {
      this.ran++;
      const state = states.after(call);
      assert.ok(state !== null);
      return callView(state, contracts, call);
    };
    this.#views = new ShortViews({
      ...viewed,
      caches: new Caches(),
      // A call reads the time when it begins and when it has ended.
      now: () => {
        this.nowMs += this.callMs;
        return this.nowMs;
      },
      pool: {
        callFunction: async (call) => run(call),
        run: async (call) => ({ result: run(call), durationMs: this.callMs }),
        prepare: async () => {
          this.prepared++;
          return contracts.prepareReusable(PROTOCOL, { hash: contract.value, read: () => code });
        },
      },
    });
  }

  /** Whether the pool was asked, and the result. */
  async call(methodName: string, args = u64Le(0)): Promise<[boolean, ViewCallResult]> {
    const before = this.ran;
    const call = { blockHash: HASH_ZERO, shardId: 0, accountId: ACCOUNT, methodName, args };
    const result = await this.#views.callFunction({ ...call, gasLimit: null });
    // A contract is prepared, and the time of a turn forgotten, when the event loop is free.
    await nextTurn();
    return [this.ran > before, result];
  }

  callInOneTurn(
    methodName: string,
    count: number,
    argumentOf = (n: number) => n % 10,
  ): Promise<ViewCallResult[]> {
    const call = { blockHash: HASH_ZERO, shardId: 0, accountId: ACCOUNT, methodName };
    const calls = Array.from({ length: count }, (_, n) => ({
      ...call,
      args: u64Le(argumentOf(n)),
    }));
    const results = calls.map((one) => this.#views.callFunction({ ...one, gasLimit: null }));
    return Promise.all(results).finally(nextTurn);
  }

  /** Whether the pool was asked. */
  async asksPool(methodName: string, argument = 0): Promise<boolean> {
    return (await this.call(methodName, u64Le(argument)))[0];
  }
}

it('runs a method here once a call of it was short', async () => {
  const setup = new Setup(recordedContract('compute'));
  const [asked, first] = await setup.call('fib', u64Le(3));
  assert.ok(asked);
  for (let i = 0; i < 5; i++) assert.deepEqual(await setup.call('fib', u64Le(3)), [false, first]);
  assert.ok(await setup.asksPool('sort', 3), 'another method');
  assert.equal(setup.prepared, 1);
});

it('does not run here what was slow in the pool', async () => {
  const setup = new Setup(recordedContract('compute'));
  setup.callMs = 100;
  for (let i = 0; i < 3; i++) assert.ok(await setup.asksPool('fib', 3));
  assert.equal(setup.prepared, 0);
});

it('gives up a call that needs more gas, and tries the method again after a while', async () => {
  const setup = new Setup(recordedContract('compute'));
  await setup.call('fib', u64Le(3));
  const [asked, result] = await setup.call('fib', u64Le(25));
  assert.ok(asked);
  assert.equal(result.kind, 'returned');
  assert.ok(await setup.asksPool('fib', 3));
  setup.nowMs += MINUTE_MS + 1;
  assert.ok(!(await setup.asksPool('fib', 3)));
});

it('gives up a contract as a whole if several of its methods were long', async () => {
  const setup = new Setup(recordedContract('compute'));
  for (const method of ['fib', 'mandelbrot', 'jumps', 'table']) await setup.call(method, u64Le(3));
  for (const [method, argument] of [
    ['fib', 25],
    ['mandelbrot', 150],
    ['jumps', 500_000],
  ] as const) {
    assert.ok(await setup.asksPool(method, argument), method);
  }
  assert.ok(await setup.asksPool('table', 3));
  setup.nowMs += MINUTE_MS + 1;
  assert.ok(!(await setup.asksPool('table', 3)));
});

it('keeps calls for the next turns of the event loop when one has taken long enough', async () => {
  const setup = new Setup(recordedContract('compute'));
  await setup.call('fib', u64Le(3));
  setup.callMs = 3;
  const before = setup.ran;
  const results = await setup.callInOneTurn('fib', 10);
  assert.equal(setup.ran, before, 'in the pool');
  const alone = results.map(({ kind }) => kind);
  assert.deepEqual(alone, Array(10).fill('returned'));
});

it('leaves calls that wait to the pool once their method is long', async () => {
  const setup = new Setup(recordedContract('compute'));
  await setup.call('fib', u64Le(3));
  setup.callMs = 3;
  const before = setup.ran;
  await setup.callInOneTurn('fib', 10, (n) => (n === 4 ? 25 : 3));
  // The fifth was given up, and those behind it did not begin.
  assert.equal(setup.ran - before, 6, 'in the pool');
});

it('leaves calls to the pool when many wait', async () => {
  const setup = new Setup(recordedContract('compute'));
  await setup.call('fib', u64Le(3));
  setup.callMs = 3;
  const before = setup.ran;
  const results = await setup.callInOneTurn('fib', 100);
  for (const { kind } of results) assert.equal(kind, 'returned');
  const inPool = setup.ran - before;
  assert.ok(inPool >= 40 && inPool <= 90, `${inPool} in the pool`);
  setup.callMs = 0;
  assert.ok(!(await setup.asksPool('fib', 3)));
});

it('leaves a method to the pool whose calls take long here', async () => {
  const setup = new Setup(recordedContract('compute'));
  await setup.call('fib', u64Le(3));
  setup.callMs = 20;
  for (let i = 0; i < 16; i++) assert.equal(await setup.asksPool('fib', 3), false, `call ${i}`);
  assert.equal(await setup.asksPool('fib', 3), true);
});

const VALUE_RETURN = { name: 'value_return', params: [I64, I64] };
const REGISTER_LEN = { name: 'register_len', params: [I64], results: [I64] };
const RETURN_BYTE_0 = [0x42, 1, 0x42, 0, 0x10, 0];

it('shows a call nothing of those before it', async () => {
  // Counts its calls in memory and in pages; returns the count.
  const count = [0x41, 0, 0x41, 0, 0x2d, 0, 0, 0x41, 1, 0x6a, 0x41, 1, 0x40, 0, 0x6a, 0x3a, 0, 0];
  const code = encodeSmallModule({
    imports: [VALUE_RETURN],
    functions: [{ body: [...count, ...RETURN_BYTE_0] }],
    exports: { count: 1 },
    hasMemory: true,
  });
  const setup = new Setup(code);
  const [, first] = await setup.call('count');
  for (let i = 0; i < 5; i++) assert.deepEqual(await setup.call('count'), [false, first]);
});

for (const [name, body] of [
  ['stack', [0x20, 0, 0x10, 4]],
  ['memory', [0x41, 0x80, 0x04, 0x40, 0, 0x1a]],
] as const) {
  it(`gives up a call that needs more ${name}`, async () => {
    // Only with an argument of eight bytes: the other call is short.
    const code = encodeSmallModule({
      imports: [VALUE_RETURN, { name: 'input', params: [I64] }, REGISTER_LEN],
      functions: [
        {
          body: [
            ...[0x42, 0, 0x10, 1, 0x42, 0, 0x10, 2, 0x50, 0x45, 0x04, 0x40, 0x41, 1],
            ...[0x10, 4, 0x0b, ...RETURN_BYTE_0],
          ],
        },
        { params: [0x7f], body: [...body] },
      ],
      exports: { main: 3 },
      hasMemory: true,
    });
    const setup = new Setup(code);
    await setup.call('main', new Uint8Array());
    assert.equal((await setup.call('main', new Uint8Array()))[0], false);
    const [asked, result] = await setup.call('main', u64Le(1));
    assert.ok(asked);
    assert.equal(result.kind, name === 'stack' ? 'failed' : 'returned');
    assert.ok(await setup.asksPool('main'));
  });
}

it('does not prepare again what cannot be reused', async () => {
  const code = encodeSmallModule({
    imports: [VALUE_RETURN],
    functions: [{ body: [0x41, 0, 0xd0, 0x70, 0x26, 0] }],
    exports: { main: 1 },
    tableSize: 1,
  });
  const setup = new Setup(code);
  for (let i = 0; i < 5; i++) assert.ok(await setup.asksPool('main'));
  assert.equal(setup.prepared, 1);
});
