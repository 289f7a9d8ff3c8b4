// The contract of the benchmark, run without a node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey, concatBytes, u64Le, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { BENCH_CONTRACT } from '../../src/benchmark/benchContract.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { MemoryExternal } from '../vm/support/memoryExternal.ts';
import { testContext } from '../vm/support/testContext.ts';

const contracts = createContractRunner();
const code = { hash: sha256(BENCH_CONTRACT), read: () => BENCH_CONTRACT };

function call(method: string, input: Uint8Array, external = createExternal()) {
  const context = testContext({ input });
  const outcome = contracts.run(PROTOCOL, { code, method, context, external });
  assert.equal(outcome.aborted, null, method);
  return outcome;
}

function createExternal(): MemoryExternal {
  return new MemoryExternal({ accountId: testContext().currentAccountId });
}

test('fib ignores what follows its number, so that arguments can differ', () => {
  for (const [n, rest, expected] of [
    [0, 1, 0],
    [10, 1, 55],
    [10, 2, 55],
  ] as const) {
    const { returnData } = call('fib', concatBytes(u64Le(n), u64Le(rest)));
    assert.deepEqual(returnData, { kind: 'value', value: u64Le(expected) }, `fib(${n})`);
  }
});

test('a token transfer changes two balances and logs an event', () => {
  const external = createExternal();
  for (const _ of [1, 2]) {
    const { logs } = call('ft_transfer', utf8ToBytes('receiver.near'), external);
    assert.equal(logs.length, 1);
    assert.doesNotThrow(() => JSON.parse(String(logs[0]).replace('EVENT_JSON:', '')));
  }
  const balance = (name: string) => external.state.get(bytesKey(utf8ToBytes(name)));
  assert.deepEqual(balance('receiver.near'), u64Le(2));
  assert.deepEqual(balance(testContext().predecessorAccountId), u64Le(2n ** 64n - 2n));
});
