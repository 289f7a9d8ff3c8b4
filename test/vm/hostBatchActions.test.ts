// Actions that contracts append to promises, state inits and yields: what they append, what they
// charge by the fee tables, and what they refuse.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Action } from '../../src/types/action.ts';
import { action } from '../../src/vm/gasCounter.ts';
import { HostHarness, hostErrorOf, U64_MAX } from './support/hostHarness.ts';

const KEY_BYTES = new Uint8Array(33).fill(9, 1);
const KEY = { type: 'ed25519', data: new Uint8Array(32).fill(9) } as const;

function createPromise(harness: HostHarness, receiverId: string): bigint {
  return harness.call('promise_batch_create', ...harness.put(receiverId)) as bigint;
}

function actionsOf(harness: HostHarness, receipt = 0): Action[] {
  return harness.external.receipts[receipt]?.actions ?? [];
}

function actionGas(harness: HostHarness, cost: number): bigint | undefined {
  return harness.gas.profile().actions[cost];
}

describe('batch actions', () => {
  it('append the requested actions', () => {
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
    assert.equal(gasOf(`0u${'a'.repeat(51)}0`), transfer + 500_000_000_000n);
    assert.equal(gasOf(`0u${'a'.repeat(52)}`), transfer);
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
    assert.match(
      hostErrorOf(() => add('one,,two')),
      /^EmptyMethodName/,
    );
    assert.match(
      hostErrorOf(() => add('one,')),
      /^EmptyMethodName/,
    );
  });

  it('refuse malformed keys after the charges', () => {
    const harness = new HostHarness();
    const promise = createPromise(harness, 'x.near');
    for (const bytes of [
      new Uint8Array(0),
      KEY_BYTES.slice(1),
      Uint8Array.of(3),
      new Uint8Array(34),
    ]) {
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
    const index = harness.call(
      'promise_batch_action_state_init',
      promise,
      ...hash,
      harness.putU128(1n),
    );
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
    assert.match(
      hostErrorOf(() => resume(31)),
      /^DataIdMalformed/,
    );
    assert.match(
      hostErrorOf(() => resume(31, 1_025)),
      /^YieldPayloadLength: .* 1025 .* 1024/,
    );
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
