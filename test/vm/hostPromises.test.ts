// Promises: creation, joins, results, and function calls. The amounts of gas come from the fee
// tables, the shapes of receipts from an External in memory.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { concatBytes, u64Le } from '../../src/base/bytes/bytes.ts';
import type { Action } from '../../src/types/action.ts';
import { action } from '../../src/vm/gasCounter.ts';
import { HostHarness, hostErrorOf, U64_MAX } from './support/hostHarness.ts';

const SEND = 108_059_500_000n;
const DATA = 36_486_732_312n;

function createPromise(harness: HostHarness, receiverId: string): bigint {
  return harness.call('promise_batch_create', ...harness.put(receiverId)) as bigint;
}

function actionsOf(harness: HostHarness, receipt = 0): Action[] {
  return harness.external.receipts[receipt]?.actions ?? [];
}

function actionGas(harness: HostHarness, cost: number): bigint | undefined {
  return harness.gas.profile().actions[cost];
}

describe('promises', () => {
  it('wait for each other', () => {
    const harness = new HostHarness();
    const first = createPromise(harness, 'x.near');
    const second = createPromise(harness, 'alice.near');
    const pair = concatBytes(u64Le(first), u64Le(second), u64Le(first));
    const [, ptr] = harness.put(pair);
    const joint = harness.call('promise_and', ptr, 3) as bigint;
    const then = harness.call('promise_batch_then', joint, ...harness.put('x.near'));
    assert.deepEqual([first, second, joint, then], [0n, 1n, 2n, 3n]);
    const [one, two, three] = harness.external.receipts;
    assert.equal(three?.inputDataIds.length, 3);
    assert.equal(one?.outputs.length, 2);
    assert.deepEqual(two?.outputs, [{ dataId: three?.inputDataIds[1], receiverId: 'x.near' }]);
    assert.equal(actionGas(harness, action.new_action_receipt), 3n * SEND + 6n * DATA);
    assert.equal(harness.charged().promise_and_per_promise, 24n * 5_452_176n);
  });

  it('are refused by index and by kind', () => {
    const harness = new HostHarness();
    const joint = harness.call('promise_and', 0, 0) as bigint;
    const missing = hostErrorOf(() => harness.call('promise_batch_action_create_account', U64_MAX));
    const text = '18446744073709551615 does not correspond to existing promises';
    assert.equal(missing, `InvalidPromiseIndex: ${text}`);
    const append = hostErrorOf(() => harness.call('promise_batch_action_create_account', joint));
    assert.match(append, /^CannotAppendActionToJointPromise/);
    const refund = () => harness.call('promise_set_refund_to', joint, ...harness.put('x.near'));
    assert.match(hostErrorOf(refund), /^CannotSetRefundToOnJointPromise/);
    assert.match(
      hostErrorOf(() => harness.call('promise_return', joint)),
      /^CannotReturnJoint/,
    );
    assert.match(
      hostErrorOf(() => harness.call('promise_and', 0, 2n ** 61n)),
      /^IntegerOverflow/,
    );
  });

  it('are at most 1,024 a call, and 128 in a join', () => {
    const harness = new HostHarness({ prepaidGas: 10n ** 15n });
    for (let i = 0; i < 1024; i++) harness.call('promise_and', 0, 0);
    const error = hostErrorOf(() => harness.call('promise_and', 0, 0));
    const text = 'The number of promises within a FunctionCall 1025 exceeds the limit 1024';
    assert.equal(error, `NumberPromisesExceeded: ${text}`);
    const joins = new HostHarness();
    createPromise(joins, 'x.near');
    joins.call('promise_and', joins.put(new Uint8Array(8 * 128))[1], 128);
    const many = () => joins.call('promise_and', joins.put(new Uint8Array(8 * 129))[1], 129);
    assert.match(hostErrorOf(many), /^NumberInputDataDependenciesExceeded: .* 129 .* 128$/);
  });

  it('return and refund to the given accounts', () => {
    const harness = new HostHarness();
    harness.call('promise_and', 0, 0);
    const promise = createPromise(harness, 'x.near');
    harness.call('promise_set_refund_to', promise, ...harness.put('r.near'));
    harness.call('promise_return', promise);
    assert.equal(harness.external.receipts[0]?.refundTo, 'r.near');
    assert.deepEqual(harness.host.returnData, { kind: 'receiptIndex', receiptIndex: 0 });
  });

  it('give their results to callbacks', () => {
    const promiseResults = [
      { kind: 'successful', data: Uint8Array.of(1, 2) },
      { kind: 'failed' },
    ] as const;
    const harness = new HostHarness({ promiseResults });
    assert.equal(harness.call('promise_results_count'), 2n);
    assert.equal(harness.call('promise_result', 0, 5), 1n);
    assert.equal(harness.register(5), '0102');
    assert.equal(harness.charged().write_register_byte, undefined);
    assert.equal(harness.call('promise_result', 1, 6), 2n);
    const error = hostErrorOf(() => harness.call('promise_result', 2, 0));
    assert.equal(error, 'InvalidPromiseResultIndex: Accessed invalid promise result index: 2');
  });
});

describe('function calls', () => {
  const call = (harness: HostHarness, amount: bigint, gas: bigint, method = 'go') =>
    harness.call(
      'promise_create',
      ...harness.put('x.near'),
      ...harness.put(method),
      ...harness.put('args'),
      harness.putU128(amount),
      gas,
    );

  it('take their deposit and gas from the caller', () => {
    const harness = new HostHarness();
    call(harness, 30n, 5n);
    const value = {
      methodName: 'go',
      args: Uint8Array.of(97, 114, 103, 115),
      gas: 5n,
      deposit: 30n,
    };
    assert.deepEqual(actionsOf(harness), [{ kind: 'FunctionCall', value }]);
    assert.equal(harness.host.balance, 80n);
    assert.equal(harness.charged().base, 2n * 264_768_111n);
    assert.equal(actionGas(harness, action.function_call_byte), 6n * 47_683_715n);
    const reserved = 108_059_500_000 + 780_000_000_000 + 6 * 2_235_934 + 5;
    assert.equal(harness.gas.used - harness.gas.burnt, reserved);
  });

  it('are refused for their method, their deposit or their gas', () => {
    const harness = new HostHarness();
    assert.match(
      hostErrorOf(() => call(harness, 0n, 0n, '')),
      /^EmptyMethodName/,
    );
    assert.match(
      hostErrorOf(() => call(harness, 111n, 0n)),
      /^BalanceExceeded/,
    );
    assert.match(
      hostErrorOf(() => call(harness, 0n, U64_MAX)),
      /^IntegerOverflow/,
    );
    assert.match(
      hostErrorOf(() => call(harness, 0n, 10n ** 16n)),
      /^GasExceeded/,
    );
    const bad = new HostHarness();
    const promise = createPromise(bad, 'x.near');
    const method = bad.put(Uint8Array.of(0xff));
    const name = 'promise_batch_action_function_call';
    const run = () => bad.call(name, promise, ...method, 0, 0, bad.putU128(0n), 0);
    assert.match(hostErrorOf(run), /^InvalidMethodName/);
  });

  it('may attach one yoctoNEAR of an empty account', () => {
    const harness = new HostHarness({ accountBalance: 0n, attachedDeposit: 0n });
    call(harness, 1n, 0n);
    call(harness, 1n, 0n);
    assert.equal(harness.host.subsidizedAmount, 2n);
    assert.equal(harness.host.balance, 0n);
    assert.match(
      hostErrorOf(() => call(harness, 2n, 0n)),
      /^BalanceExceeded/,
    );
  });

  it('report the name of the batch function in views', () => {
    const harness = new HostHarness({ view: { maxGasBurnt: 10n ** 15n } });
    assert.match(
      hostErrorOf(() => call(harness, 0n, 0n)),
      /^ProhibitedInView: promise_batch_create/,
    );
    const weight = 'promise_batch_action_function_call_weight';
    const error = hostErrorOf(() => harness.call(weight, 0, 0, 0, 0, 0, 0, 0, 0));
    assert.match(error, /^ProhibitedInView: promise_batch_action_function_call is/);
  });
});
