// What contracts create: promises, yields and instant receipts, with a scripted contract instead of
// Wasm.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createActionHash,
  createDataId,
  createReceiptId,
} from '../../src/runtime/results/createIds.ts';
import {
  hasYieldedReceipt,
  readDataIdOfYield,
  readFirstYieldTimeout,
  readYieldStatus,
} from '../../src/state/promiseYields.ts';
import { CONTRACT, type Script, scripted, TGAS } from './scriptedContract.ts';
import { call, createActionReceipt, publicKeyOf, TestChain, transfer } from './testChain.ts';

const NAME = new Uint8Array(32).fill(11);

test('a returned promise resolves those that wait; otherwise the value does', () => {
  const contracts = scripted({
    pass: ({ external }) => {
      const receiptIndex = external.createActionReceipt([], 'bob');
      external.appendAction(receiptIndex, transfer(0n));
      return { returnData: { kind: 'receiptIndex', receiptIndex } };
    },
    value: () => ({ returnData: { kind: 'value', value: Uint8Array.of(7) } }),
    nothing: () => ({}),
    fails: () => ({ aborted: { kind: 'LinkError', msg: 'no' } }),
  });
  const dataId = NAME;
  const outputDataReceivers = [{ dataId, receiverId: 'carol' }];
  const cases: [string, delivered: Uint8Array | null | undefined][] = [
    ['pass', undefined],
    ['value', Uint8Array.of(7)],
    ['nothing', new Uint8Array(0)],
    ['fails', null],
  ];
  for (const [method, delivered] of cases) {
    const chain = new TestChain({ accounts: { alice: CONTRACT, bob: {} }, contracts });
    const receipt = createActionReceipt('bob', 'alice', [call(method)], { outputDataReceivers });
    const sent = chain.apply({ receipts: [receipt] }).get(0)?.outgoingReceipts ?? [];
    const data = sent.filter(({ body }) => body.kind === 'Data');
    const { status } = chain.outcome(receipt.receiptId);
    if (delivered === undefined) {
      assert.deepEqual(data, []);
      const [promised] = sent;
      assert.equal(promised?.body.kind, 'ActionV2');
      assert.deepEqual(
        promised?.body.kind === 'ActionV2' ? promised.body.value.outputDataReceivers : null,
        outputDataReceivers,
      );
      assert.deepEqual(status, { kind: 'SuccessReceiptId', value: promised?.receiptId });
      continue;
    }
    assert.deepEqual(data.at(-1)?.body, { kind: 'Data', value: { dataId, data: delivered } });
    assert.equal(status.kind, delivered === null ? 'Failure' : 'SuccessValue');
    assert.deepEqual(chain.outcome(receipt.receiptId).logs, [`${method} ran`]);
  }
});

test('a new receipt that is not valid fails the call', () => {
  const contracts = scripted({
    badCall: ({ external }) => {
      external.appendAction(external.createActionReceipt([], 'bob'), call('x', { gas: 0n }));
      return {};
    },
  });
  const chain = new TestChain({ accounts: { alice: CONTRACT, bob: {} }, contracts });
  const outcome = chain.run('bob', 'alice', [call('badCall')]);
  const value = { kind: 'ActionsValidation', value: { kind: 'FunctionCallZeroAttachedGas' } };
  assert.deepEqual(outcome.status, {
    kind: 'Failure',
    value: {
      kind: 'ActionError',
      value: { index: 0, kind: { kind: 'NewReceiptValidationError', value } },
    },
  });
  assert.equal(outcome.gasBurnt > TGAS, true, 'its gas is burnt');
});

test('a contract deletes an account at once', () => {
  const contracts = scripted({
    leave: ({ external }) => {
      const self = external.createActionReceipt([], 'alice');
      external.appendAction(self, { kind: 'DeleteAccount', value: { beneficiaryId: 'bob' } });
      const other = external.createActionReceipt([], 'bob');
      external.appendAction(other, { kind: 'DeleteAccount', value: { beneficiaryId: 'alice' } });
      return {};
    },
  });
  const chain = new TestChain({ accounts: { alice: CONTRACT, bob: {} }, contracts });
  const receipt = createActionReceipt('bob', 'alice', [call('leave')]);
  const result = chain.apply({ receipts: [receipt] }).get(0);
  assert.deepEqual(
    result?.outcomes.map(({ outcome }) => [outcome.executorId, outcome.status.kind]),
    [
      ['alice', 'SuccessValue'],
      ['alice', 'SuccessValue'],
      ['bob', 'Failure'],
    ],
    'both run right after the call, and only its own account may be deleted',
  );
  assert.equal(chain.account('alice'), null);
  assert.notEqual(chain.account('bob'), null);
});

const yieldScript: Script = {
  wait: ({ external }) => {
    const { receiptIndex } = external.createYieldReceipt();
    external.appendAction(receiptIndex, call('resumed', { gas: 5n * TGAS }));
    return { returnData: { kind: 'receiptIndex', receiptIndex } };
  },
  waitNamed: ({ external }) => {
    const receiptIndex = external.createYieldReceiptWithId(NAME);
    if (receiptIndex === null) return {};
    external.appendAction(receiptIndex, call('resumed', { gas: 5n * TGAS }));
    return { returnData: { kind: 'receiptIndex', receiptIndex } };
  },
  resumeNamed: ({ external }) => {
    const isResumed = external.resumeYieldWithId(NAME, Uint8Array.of(8));
    return { returnData: { kind: 'value', value: Uint8Array.of(Number(isResumed)) } };
  },
  resumed: ({ context }) => {
    const [result] = context.promiseResults;
    const value = result?.kind === 'successful' ? result.data : Uint8Array.of(255);
    return { returnData: { kind: 'value', value } };
  },
};

function createYieldChain(): TestChain {
  return new TestChain({
    accounts: { alice: CONTRACT, bob: {} },
    contracts: scripted(yieldScript),
  });
}

test('a yield that is not resumed times out without data after 200 blocks', () => {
  const chain = createYieldChain();
  const receipt = createActionReceipt('bob', 'alice', [call('wait')]);
  const made = chain.apply({ receipts: [receipt] }).get(0);
  const dataId = createDataId(createActionHash(receipt.receiptId, 1, 0), 1, 0);
  assert.equal(readYieldStatus(chain.state(0), 'alice', dataId), 'Yielded');
  assert.equal(hasYieldedReceipt(chain.state(0), 'alice', dataId), true);
  const timeout = { accountId: 'alice', dataId, expiresAt: 201 };
  assert.deepEqual(readFirstYieldTimeout(chain.state(0)), timeout);
  const { status } = chain.outcome(receipt.receiptId);
  assert.deepEqual(status, {
    kind: 'SuccessReceiptId',
    value: createReceiptId(receipt.receiptId, 1, 0),
  });
  assert.deepEqual(
    made?.outgoingReceipts.map(({ body }) => body.kind),
    ['Action'],
    'the yield stays, only the refund leaves',
  );
  while (chain.height < 200) chain.apply();
  assert.deepEqual(chain.shard(0).outgoing, []);
  chain.apply();
  const [resume] = chain.shard(0).outgoing;
  assert.deepEqual(resume?.body, { kind: 'PromiseResume', value: { dataId, data: null } });
  assert.deepEqual(resume?.receiptId, createReceiptId(dataId, 201, 0));
  assert.equal(readFirstYieldTimeout(chain.state(0)), null);
  chain.apply();
  const resumed = chain.outcome(createReceiptId(receipt.receiptId, 1, 0));
  assert.deepEqual(resumed.status, { kind: 'SuccessValue', value: Uint8Array.of(255) });
  assert.equal(readYieldStatus(chain.state(0), 'alice', dataId), null);
  assert.equal(hasYieldedReceipt(chain.state(0), 'alice', dataId), false);
});

test('a yield with a name is pending until it is resumed', () => {
  const chain = createYieldChain();
  const waiting = chain.run('bob', 'alice', [call('waitNamed')]);
  assert.equal(waiting.status.kind, 'SuccessReceiptId');
  const second = chain.run('bob', 'alice', [call('waitNamed')]);
  assert.equal(second.status.kind, 'SuccessValue', 'the name is in use');
  const resuming = chain.run('bob', 'alice', [call('resumeNamed')]);
  assert.deepEqual(resuming.status, { kind: 'SuccessValue', value: Uint8Array.of(1) });
  assert.equal(waiting.status.kind, 'SuccessReceiptId');
  const id = waiting.status.kind === 'SuccessReceiptId' ? waiting.status.value : new Uint8Array(0);
  const resumed = chain.outcome(id);
  assert.deepEqual(resumed.status, { kind: 'SuccessValue', value: Uint8Array.of(8) });
  assert.equal(readDataIdOfYield(chain.state(0), 'alice', NAME), null);
  const late = chain.run('bob', 'alice', [call('resumeNamed')]);
  assert.deepEqual(late.status, { kind: 'SuccessValue', value: Uint8Array.of(0) });
});

test('a failing call reverts its yield', () => {
  const fails = { kind: 'LinkError', msg: 'no' } as const;
  const contracts = scripted({
    waitAndFail: ({ external }) => {
      external.createYieldReceiptWithId(NAME);
      return { aborted: fails };
    },
  });
  const chain = new TestChain({ accounts: { alice: CONTRACT, bob: {} }, contracts });
  chain.run('bob', 'alice', [call('waitAndFail')]);
  assert.equal(readDataIdOfYield(chain.state(0), 'alice', NAME), null);
  assert.equal(readFirstYieldTimeout(chain.state(0)), null);
});

test('what a contract creates inherits signer and price, in the order of creation', () => {
  const contracts = scripted({
    spread: ({ external }) => {
      const first = external.createActionReceipt([], 'bob');
      external.appendAction(first, call('a', { gas: TGAS }), 1n);
      const second = external.createActionReceipt([first], 'carol');
      external.setRefundTo(second, 'bob');
      external.appendAction(second, call('b', { gas: 0n }), 3n);
      return { usedGas: 10n * TGAS, burntGas: TGAS };
    },
  });
  const chain = new TestChain({ accounts: { alice: CONTRACT, bob: {} }, contracts });
  const action = call('spread', { gas: 30n * TGAS });
  const receipt = createActionReceipt('bob', 'alice', [action], { gasPrice: 5n });
  const [first, second] = chain.apply({ receipts: [receipt] }).get(0)?.outgoingReceipts ?? [];
  const envelopes = [first, second].map((made) => {
    assert.equal(made?.body.kind, 'ActionV2');
    return made?.body.kind === 'ActionV2' ? made.body.value : null;
  });
  const gasOf = (index: number) => {
    const made = envelopes[index]?.actions[0];
    return made?.kind === 'FunctionCall' ? made.value.gas : null;
  };
  assert.equal(gasOf(0), TGAS + 5n * TGAS);
  assert.equal(gasOf(1), 15n * TGAS);
  assert.equal(envelopes[1]?.refundTo, 'bob');
  const dataId = createDataId(createActionHash(receipt.receiptId, 1, 0), 1, 0);
  assert.deepEqual(envelopes[0]?.outputDataReceivers, [{ dataId, receiverId: 'carol' }]);
  assert.deepEqual(envelopes[1]?.inputDataIds, [dataId]);
  for (const envelope of envelopes) {
    assert.equal(envelope?.signerId, 'bob');
    assert.deepEqual(envelope?.signerPublicKey, publicKeyOf('bob'));
    assert.equal(envelope?.gasPrice, 5n);
  }
});
