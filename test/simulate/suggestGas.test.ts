// How much gas calls need: suggested amounts suffice, and less does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SimulatedTransaction } from '../../src/simulate/simulation.ts';
import { ALICE, BOB, TGAS } from '../chain/localChain.ts';
import type { HostCall } from '../support/recordedContracts.ts';
import { block, createBase, parts, runHost, ZERO_AT } from './simulatedBase.ts';

type Found = SimulatedTransaction;

const SUGGESTIONS: readonly [string, readonly HostCall[], boolean][] = [
  ['a plain call', [['storage_write', 'key', 'value', 0]], true],
  [
    'promises with fixed gas',
    [
      ['promise_create', BOB, 'echo', 'x', ZERO_AT, 5n * TGAS],
      ['promise_then', 0, BOB, 'collect', '', ZERO_AT, 5n * TGAS],
    ],
    true,
  ],
  [
    'a promise with the gas that is left',
    [
      ['promise_batch_create', BOB],
      ['promise_batch_action_function_call_weight', 0, 'echo', 'x', ZERO_AT, 0, 1],
    ],
    false,
  ],
];

for (const [name, calls, isLeast] of SUGGESTIONS) {
  test(`suggested gas: ${name}`, async () => {
    const { run, runOne } = await createBase();
    const given = parts(ALICE, BOB, [runHost(200n * TGAS, ...calls)]);
    const [found] = run([block([given])], { suggestGas: true }).transactions as [Found];
    const [suggested] = found.suggestedGas;
    assert.equal(suggested?.isLeast, isLeast);
    const gas = suggested?.gas ?? 0n;
    assert.ok(gas > 0n && gas < 30n * TGAS, `${gas}`);
    const endings = ({ receiptsOutcome }: Found) =>
      receiptsOutcome.flatMap(({ outcome }) => {
        return outcome.executorId === ALICE ? [] : [outcome.status.kind];
      });
    const withGas = (amount: bigint) => runOne(parts(ALICE, BOB, [runHost(amount, ...calls)]));
    assert.deepEqual(endings(withGas(gas)), endings(found));
    const less = isLeast ? 1n : 10n ** 9n;
    assert.notDeepEqual(endings(withGas(gas - less)), endings(found));
    const [raised] = run([block([parts(ALICE, BOB, [runHost(1n, ...calls)])])], {
      suggestGas: true,
    }).transactions as [Found];
    assert.equal(raised.status.kind, 'Failure');
    const found1 = raised.suggestedGas[0]?.gas ?? 0n;
    assert.ok(found1 - gas <= 10n ** 9n && gas - found1 <= 10n ** 9n, `${found1} and ${gas}`);
  });
}

test('nothing helps a call that panics', async () => {
  const { run } = await createBase();
  const given = parts(ALICE, BOB, [runHost(50n * TGAS, ['panic_utf8', 'no'])]);
  const [found] = run([block([given])], { suggestGas: true }).transactions as [Found];
  const expected = { actionIndex: 0, methodName: 'run', gas: null, isLeast: false };
  assert.deepEqual(found.suggestedGas, [expected]);
});
