// Promises: creation, joins, batch actions on accounts, contracts and keys, yields and results. The
// amounts of gas come from the fee tables, the shapes of receipts from an External in memory.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { concatBytes, u64Le } from '../../src/base/bytes.ts';
import type { Action } from '../../src/types/action.ts';
import { action } from '../../src/vm/gasCounter.ts';
import { HostHarness, hostErrorOf, U64_MAX } from './support/hostHarness.ts';

const KEY_BYTES = new Uint8Array(33).fill(9, 1);
const KEY = { type: 'ed25519', data: new Uint8Array(32).fill(9) } as const;
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
    assert.deepEqual(two?.outputs, [
      { dataId: three?.inputDataIds[1], receiverId: 'x.near' },
    ]);
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
    assert.match(hostErrorOf(() => harness.call('promise_return', joint)), /^CannotReturnJoint/);
    assert.match(hostErrorOf(() => harness.call('promise_and', 0, 2n ** 61n)), /^IntegerOverflow/);
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

  it('return and refund where they are told to', () => {
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
    const value = { methodName: 'go', args: Uint8Array.of(97, 114, 103, 115), gas: 5n, deposit: 30n };
    assert.deepEqual(actionsOf(harness), [{ kind: 'FunctionCall', value }]);
    assert.equal(harness.host.balance, 80n);
    assert.equal(harness.charged().base, 2n * 264_768_111n);
    assert.equal(actionGas(harness, action.function_call_byte), 6n * 47_683_715n);
    const reserved = 108_059_500_000 + 780_000_000_000 + 6 * 2_235_934 + 5;
    assert.equal(harness.gas.used - harness.gas.burnt, reserved);
  });

  it('are refused for their method, their deposit or their gas', () => {
    const harness = new HostHarness();
    assert.match(hostErrorOf(() => call(harness, 0n, 0n, '')), /^EmptyMethodName/);
    assert.match(hostErrorOf(() => call(harness, 111n, 0n)), /^BalanceExceeded/);
    assert.match(hostErrorOf(() => call(harness, 0n, U64_MAX)), /^IntegerOverflow/);
    assert.match(hostErrorOf(() => call(harness, 0n, 10n ** 16n)), /^GasExceeded/);
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
    assert.match(hostErrorOf(() => call(harness, 2n, 0n)), /^BalanceExceeded/);
  });

  it('report the name of the batch function in views', () => {
    const harness = new HostHarness({ view: { maxGasBurnt: 10n ** 15n } });
    assert.match(hostErrorOf(() => call(harness, 0n, 0n)), /^ProhibitedInView: promise_batch_create/);
    const weight = 'promise_batch_action_function_call_weight';
    const error = hostErrorOf(() => harness.call(weight, 0, 0, 0, 0, 0, 0, 0, 0));
    assert.match(error, /^ProhibitedInView: promise_batch_action_function_call is/);
  });
});

describe('batch actions', () => {
  it('append what they are asked for', () => {
    const harness = new HostHarness({ accountBalance: 10n ** 30n });
    const promise = createPromise(harness, 'x.near');
    const batch = (name: string, ...args: bigint[]) =>
      harness.call(`promise_batch_action_${name}`, promise, ...args);
    const hash = new Uint8Array(32).fill(3);
    batch('create_account');
    batch('deploy_contract', ...harness.put('code'));
    batch('deploy_global_contract', ...harness.put('code'));
    batch('deploy_global_contract_by_account_id', ...harness.put('code'));
    batch('use_global_contract', ...harness.put(hash));
    batch('use_global_contract_by_account_id', ...harness.put('lib.near'));
    batch('transfer', harness.putU128(7n));
    batch('stake', harness.putU128(8n), ...harness.put(KEY_BYTES));
    batch('add_key_with_full_access', ...harness.put(KEY_BYTES), U64_MAX);
    batch('delete_key', ...harness.put(KEY_BYTES));
    batch('delete_account', ...harness.put('heir.near'));
    const code = Uint8Array.of(99, 111, 100, 101);
    const permission = { kind: 'FullAccess' } as const;
    assert.deepEqual(actionsOf(harness), [
      { kind: 'CreateAccount', value: {} },
      { kind: 'DeployContract', value: { code } },
      { kind: 'DeployGlobalContract', value: { code, deployMode: 'CodeHash' } },
      { kind: 'DeployGlobalContract', value: { code, deployMode: 'AccountId' } },
      {
        kind: 'UseGlobalContract',
        value: { contractIdentifier: { kind: 'CodeHash', value: hash } },
      },
      {
        kind: 'UseGlobalContract',
        value: { contractIdentifier: { kind: 'AccountId', value: 'lib.near' } },
      },
      { kind: 'Transfer', value: { deposit: 7n } },
      { kind: 'Stake', value: { stake: 8n, publicKey: KEY } },
      { kind: 'AddKey', value: { publicKey: KEY, accessKey: { nonce: U64_MAX, permission } } },
      { kind: 'DeleteKey', value: { publicKey: KEY } },
      { kind: 'DeleteAccount', value: { beneficiaryId: 'heir.near' } },
    ]);
    assert.equal(harness.host.balance, 10n ** 30n + 10n - 7n);
  });

  it('charge transfers by the kind of the receiver', () => {
    const gasOf = (receiverId: string) => {
      const harness = new HostHarness();
      const promise = createPromise(harness, receiverId);
      harness.call('promise_batch_action_transfer', promise, harness.putU128(0n));
      return actionGas(harness, action.transfer);
    };
    const transfer = 115_123_062_500n;
    assert.equal(gasOf('x.near'), transfer);
    assert.equal(gasOf(`0x${'a'.repeat(40)}`), transfer + 500_000_000_000n);
    assert.equal(gasOf(`0s${'a'.repeat(40)}`), transfer + 500_000_000_000n);
    assert.equal(gasOf('a'.repeat(64)), transfer + 500_000_000_000n + 101_765_125_000n);
  });

  it('split method names of keys', () => {
    const harness = new HostHarness();
    const promise = createPromise(harness, 'x.near');
    const add = (names: string) =>
      harness.call(
        'promise_batch_action_add_key_with_function_call',
        promise,
        ...harness.put(KEY_BYTES),
        1,
        harness.putU128(0n),
        ...harness.put('app.near'),
        ...harness.put(names),
      );
    add('one,two');
    add('');
    const names = actionsOf(harness).map((appended) => {
      assert.ok(appended.kind === 'AddKey');
      const { permission } = appended.value.accessKey;
      assert.ok(permission.kind === 'FunctionCall');
      assert.equal(permission.value.allowance, null);
      return permission.value.methodNames;
    });
    assert.deepEqual(names, [['one', 'two'], []]);
    assert.equal(actionGas(harness, action.add_function_call_key_byte), 8n * 47_683_715n);
    assert.match(hostErrorOf(() => add('one,,two')), /^EmptyMethodName/);
    assert.match(hostErrorOf(() => add('one,')), /^EmptyMethodName/);
  });

  it('refuse malformed keys after the charges', () => {
    const harness = new HostHarness();
    const promise = createPromise(harness, 'x.near');
    for (const bytes of [new Uint8Array(0), KEY_BYTES.slice(1), Uint8Array.of(3), new Uint8Array(34)]) {
      const before = actionGas(harness, action.delete_key) ?? 0n;
      const key = harness.put(bytes);
      const run = () => harness.call('promise_batch_action_delete_key', promise, ...key);
      assert.match(hostErrorOf(run), /^InvalidPublicKey/);
      assert.equal(actionGas(harness, action.delete_key), before + 94_946_625_000n);
    }
  });

  it('charge gas keys by their records', () => {
    const harness = new HostHarness();
    const promise = createPromise(harness, 'x.near');
    const name = 'promise_batch_action_add_gas_key_with_full_access';
    const used = harness.gas.used;
    harness.call(name, promise, ...harness.put(KEY_BYTES), 2);
    const fee = 101_765_125_000 * 2 + 2 * 64_196_736_000;
    const bytes = 18 * 59_357_464 + 2 * (1 + 6 + 1 + 33 + 2 + 8) * 101_435_400;
    const host = 264_768_111 + 2_609_863_200 + 33 * 3_801_333;
    assert.equal(harness.gas.used - used, fee + bytes + host);
    const many = () => harness.call(name, promise, ...harness.put(KEY_BYTES), 65_536);
    assert.match(hostErrorOf(many), /^IntegerOverflow/);
  });
});

describe('state init', () => {
  it('collects entries by key', () => {
    const harness = new HostHarness();
    const promise = createPromise(harness, 'x.near');
    harness.call('promise_batch_action_create_account', promise);
    const hash = harness.put(new Uint8Array(32));
    const index = harness.call('promise_batch_action_state_init', promise, ...hash, harness.putU128(1n));
    assert.equal(index, 1n);
    const set = (actionIndex: bigint) => () =>
      harness.call(
        'set_state_init_data_entry',
        promise,
        actionIndex,
        ...harness.put('k'),
        ...harness.put('v'),
      );
    assert.equal(hostErrorOf(set(1n)), 'no error');
    assert.match(hostErrorOf(set(1n)), /^DataEntryAlreadyExists/);
    const missing = 'Action 0 in receipt 0 does not exist or has the wrong type of action.';
    assert.equal(hostErrorOf(set(0n)), `InvalidActionIndex: ${missing}`);
    const short = () =>
      harness.call('promise_batch_action_state_init', promise, 31, 0, harness.putU128(1n));
    assert.match(hostErrorOf(short), /^ContractCodeHashMalformed/);
  });
});

describe('yields', () => {
  it('are resumed by their data id', () => {
    const harness = new HostHarness();
    const method = harness.put('later');
    const promise = harness.call('promise_yield_create', ...method, 0, 0, 5, 0, 3);
    assert.equal(promise, 0n);
    const resume = (length: number | bigint, payload = 0) =>
      harness.call('promise_yield_resume', length, length === U64_MAX ? 3 : 0, payload, 0);
    assert.equal(resume(U64_MAX), 1);
    assert.equal(resume(U64_MAX, 1_024), 1);
    assert.equal(resume(32), 0);
    assert.match(hostErrorOf(() => resume(31)), /^DataIdMalformed/);
    assert.match(hostErrorOf(() => resume(31, 1_025)), /^YieldPayloadLength: .* 1025 .* 1024/);
    const register = () => harness.call('promise_yield_resume', 32, 0, U64_MAX, 3);
    assert.match(hostErrorOf(register), /^IntegerOverflow/);
    assert.equal(harness.external.resumed.length, 2);
  });

  it('are created once for an id', () => {
    const harness = new HostHarness();
    const id = harness.put(new Uint8Array(32).fill(5));
    const amount = harness.putU128(4n);
    const method = harness.put('later');
    const create = () =>
      harness.call('promise_yield_create_with_id', ...method, 0, 0, amount, 5, 0, ...id);
    assert.equal(create(), 0n);
    const { used } = harness.gas;
    assert.equal(create(), U64_MAX);
    const again = 264_768_111 + 290_000_000_000 + 4 * 2_609_863_200 + (16 + 5 + 32) * 3_801_333;
    assert.equal(harness.gas.used - used, again + 5 * 15_643_988);
    assert.equal(harness.host.balance, 106n);
    assert.equal(harness.call('promise_yield_resume_with_yield_id', ...id, 0, 0), 1);
    assert.equal(harness.call('promise_yield_resume_with_yield_id', 32, 0, 0, 0), 0);
    const short = () => harness.call('promise_yield_resume_with_yield_id', 31, 0, 0, 0);
    assert.match(hostErrorOf(short), /^YieldIdMalformed/);
  });
});
