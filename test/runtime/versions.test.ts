// What the execution of receipts does otherwise at older protocol versions, each rule before and
// after it, and receipts that were bought under one version and run under another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sign } from '../../src/base/crypto/keys.ts';
import { protocolAt } from '../../src/params/protocol.ts';
import { execFee, receiptExecFee } from '../../src/runtime/fees/fees.ts';
import { writeContractData } from '../../src/state/contractData.ts';
import {
  readYieldIdOfData,
  writeYieldedReceipt,
  writeYieldIds,
} from '../../src/state/promiseYields.ts';
import { type Action, delegateActionHash, type NonDelegateAction } from '../../src/types/action.ts';
import type { ExecutionOutcome } from '../../src/types/outcome.ts';
import type { Receipt } from '../../src/types/receipt.ts';
import { universalAccountId } from '../../src/types/universalStateInit.ts';
import { SNAPSHOT } from '../support/protocol.ts';
import { CONTRACT, scripted, TGAS } from './scriptedContract.ts';
import {
  CREATE_ACCOUNT,
  call,
  createActionReceipt,
  NEAR,
  publicKeyOf,
  secretOf,
  TestChain,
  transfer,
} from './testChain.ts';

const VERSIONS = [84, 85, 86, 87, 88] as const;
const PURCHASE = 1_000_000_000n;

const release = (version: number) => protocolAt(version, 'release');

/** The kind of an action's failure, or null. */
function failureKind({ status }: ExecutionOutcome): string | null {
  if (status.kind !== 'Failure') return null;
  return status.value.kind === 'ActionError' ? status.value.value.kind.kind : status.value.kind;
}

/** What each version gives, in the order of VERSIONS. */
function atEach<T>(observe: (version: number) => T): T[] {
  return VERSIONS.map(observe);
}

const contracts = scripted({
  burn: () => ({ burntGas: 10n * TGAS }),
  fail: () => ({ burntGas: 10n * TGAS, aborted: { kind: 'LinkError', msg: 'no' } }),
});

/** A contract whose method has no name. */
const unnamed = scripted({ '': () => ({}) });

function balanceOf(chain: TestChain, id: string): bigint {
  return chain.account(id)?.amount ?? 0n;
}

test('the price of gas fell since it was bought: 84 burns the difference, 85 returns it', () => {
  const receipt = createActionReceipt('bob', 'alice', [transfer(1n)]);
  const gasBurnt = 108_059_500_000n + 115_123_062_500n;
  const price = 100_000_000n;
  const observed = atEach((version) => {
    const chain = new TestChain({ protocol: release(version), accounts: { alice: {}, bob: {} } });
    const before = balanceOf(chain, 'bob');
    chain.gasPrice = price;
    const { tokensBurnt } = chain.deliver(receipt);
    return [tokensBurnt, balanceOf(chain, 'bob') - before];
  });
  const burnt = [PURCHASE * gasBurnt, 0n];
  const returned = [price * gasBurnt, (PURCHASE - price) * gasBurnt];
  assert.deepEqual(observed, [burnt, returned, returned, returned, returned]);
});

test('the price of gas rose since it was bought: the buyer pays no more', () => {
  const observed = atEach((version) => {
    const chain = new TestChain({ protocol: release(version), accounts: { alice: {}, bob: {} } });
    chain.gasPrice = 2n * PURCHASE;
    return chain.deliver(createActionReceipt('bob', 'alice', [transfer(1n)])).tokensBurnt;
  });
  assert.deepEqual(
    observed,
    atEach(() => PURCHASE * (108_059_500_000n + 115_123_062_500n)),
  );
});

test('contracts get 30 % of the gas that they burn, until 87: at 84 at the purchase price', () => {
  for (const method of ['burn', 'fail']) {
    const observed = atEach((version) => {
      const accounts = { alice: CONTRACT, bob: {} };
      const chain = new TestChain({ protocol: release(version), accounts, contracts });
      chain.gasPrice = 100_000_000n;
      const before = balanceOf(chain, 'alice');
      const receipt = createActionReceipt('bob', 'alice', [call(method)]);
      const result = chain.apply({ receipts: [receipt] }).get(0);
      const { tokensBurnt } = chain.outcome(receipt.receiptId);
      const reward = balanceOf(chain, 'alice') - before;
      assert.equal(result?.balanceBurnt, tokensBurnt - reward, 'the outcome shows it as burnt');
      const causes = result?.changes.map(({ changes }) => changes.map(({ cause }) => cause.kind));
      assert.equal(causes?.flat().includes('ActionReceiptGasReward'), reward > 0n);
      return reward;
    });
    const expensive = 3n * TGAS * PURCHASE;
    const cheap = 3n * TGAS * 100_000_000n;
    assert.deepEqual(observed, [expensive, cheap, cheap, 0n, 0n], method);
  }
});

test('a contract that is gone after its receipt gets no reward', () => {
  const remove: Action = { kind: 'DeleteAccount', value: { beneficiaryId: 'bob' } };
  const accounts = { alice: CONTRACT, bob: {} };
  const chain = new TestChain({ protocol: release(84), accounts, contracts });
  const receipt = createActionReceipt('alice', 'alice', [call('burn'), remove]);
  const result = chain.apply({ receipts: [receipt] }).get(0);
  assert.equal(chain.account('alice'), null);
  assert.equal(result?.balanceBurnt, chain.outcome(receipt.receiptId).tokensBurnt);
});

test('a new account costs 7 mNEAR from 85 on, as far as the price of its gas allows', () => {
  const createdFor = (version: number, gasPrice: bigint) => {
    const chain = new TestChain({ protocol: release(version), accounts: { bob: {} } });
    chain.gasPrice = 100_000_000n;
    const actions = [CREATE_ACCOUNT, transfer(1n)];
    const outcome = chain.deliver(createActionReceipt('bob', 'new.bob', actions, { gasPrice }));
    const forGas = (gasPrice < 100_000_000n ? gasPrice : 100_000_000n) * outcome.gasBurnt;
    return { charge: outcome.tokensBurnt - forGas, gasBurnt: outcome.gasBurnt };
  };
  const charge = 7n * 10n ** 21n - 100_000_000n * 7_200_000_000_000n;
  assert.equal(createdFor(85, PURCHASE).charge, charge);
  // Bought under 84, where gas may be as cheap as the block's price.
  assert.equal(createdFor(85, 100_000_000n).charge, 0n);
  const { charge: capped, gasBurnt } = createdFor(85, 150_000_000n);
  assert.equal(capped, 50_000_000n * gasBurnt, 'the surplus is all there is to charge');
  assert.equal(createdFor(84, 100_000_000n).charge, 0n);
});

test('a receipt that crosses an upgrade burns and returns what the new version says', () => {
  const chain = new TestChain({ protocol: release(84), accounts: { bob: {} } });
  const transaction = chain.sign('bob', 'new.bob', [CREATE_ACCOUNT, transfer(1n)]);
  const { balanceBurnt: converting = 0n } =
    chain.apply({ transactions: [transaction] }).get(0) ?? {};
  const paid = 1_000n * NEAR - balanceOf(chain, 'bob') - 1n;
  const old = receiptExecFee(release(84)).gas + 3_850_000_000_000n + 115_123_062_500n;
  assert.equal(paid - converting, chain.gasPrice * old, 'bought at the fees of 84');
  chain.protocol = release(85);
  chain.settle();
  const { status } = chain.outcome(transaction.hash);
  assert(status.kind === 'SuccessReceiptId');
  const { gasBurnt, tokensBurnt } = chain.outcome(status.value);
  assert.equal(gasBurnt, old - 3_850_000_000_000n + 7_200_000_000_000n);
  assert.equal(tokensBurnt, chain.gasPrice * gasBurnt);
  assert.equal(1_000n * NEAR - balanceOf(chain, 'bob') - 1n, paid, 'nothing comes back');
});

test('a transfer of 84 to the id of a universal account creates it at 88', () => {
  const id = universalAccountId(new Uint8Array(0));
  const chain = new TestChain({ protocol: release(84), accounts: { bob: {} } });
  const transaction = chain.sign('bob', id, [transfer(5n)]);
  chain.apply({ transactions: [transaction] });
  const spent = balanceOf(chain, 'bob');
  chain.protocol = release(88);
  chain.settle();
  const { status } = chain.outcome(transaction.hash);
  assert(status.kind === 'SuccessReceiptId');
  const bought = 108_059_500_000n + 115_123_062_500n;
  assert.equal(chain.outcome(status.value).gasBurnt, bought + 7_200_000_000_000n);
  assert.equal(balanceOf(chain, id), 5n);
  assert.equal(balanceOf(chain, 'bob'), spent, 'nothing is refunded, and nothing more is paid');
});

test('a delegate action in flight runs at 87, but what it carries is new there', () => {
  const observed = [86, 87].map((version) => {
    const accounts = { alice: CONTRACT, bob: {}, carol: {} };
    const chain = new TestChain({ protocol: release(86), accounts, contracts: unnamed });
    const delegateAction = {
      senderId: 'alice',
      receiverId: 'alice',
      actions: [call('') as NonDelegateAction],
      nonce: 1n,
      maxBlockHeight: 10n,
      publicKey: publicKeyOf('alice'),
    };
    const signature = sign(secretOf('alice'), delegateActionHash(delegateAction));
    const action: Action = { kind: 'Delegate', value: { delegateAction, signature } };
    const transaction = chain.sign('carol', 'alice', [action]);
    chain.apply({ transactions: [transaction] });
    chain.protocol = release(version);
    chain.settle();
    const { status } = chain.outcome(transaction.hash);
    assert(status.kind === 'SuccessReceiptId');
    return failureKind(chain.outcome(status.value));
  });
  assert.deepEqual(observed, [null, 'NewReceiptValidationError']);
});

test('an account with a global contract: 84 counts its id towards the size of its state', () => {
  const remove: Action = { kind: 'DeleteAccount', value: { beneficiaryId: 'bob' } };
  const hash = new Uint8Array(32).fill(1);
  const observed = (storageUsage: number) =>
    atEach((version) => {
      const contract = { kind: 'Global', value: hash } as const;
      const alice = { storageUsage, contract, version: 'V2' } as const;
      const accounts = { alice, bob: {} };
      const chain = new TestChain({ protocol: release(version), accounts });
      return failureKind(chain.deliver(createActionReceipt('alice', 'alice', [remove])));
    });
  const tooLarge = 'DeleteAccountWithLargeState';
  assert.deepEqual(observed(10_000), [null, null, null, null, null]);
  assert.deepEqual(observed(10_032), [tooLarge, null, null, null, null]);
  assert.deepEqual(
    observed(10_033),
    atEach(() => tooLarge),
  );
});

test('a repeated transaction fails at 84, and is left out of the outcomes from 85 on', () => {
  const observed = atEach((version) => {
    const chain = new TestChain({ protocol: release(version), accounts: { alice: {}, bob: {} } });
    const transaction = chain.sign('bob', 'alice', [transfer(1n)]);
    const result = chain.apply({ transactions: [transaction, transaction] }).get(0);
    return result?.outcomes.map(({ outcome }) => outcome.status.kind);
  });
  const once = ['SuccessReceiptId'];
  assert.deepEqual(observed, [['SuccessReceiptId', 'Failure'], once, once, once, once]);
});

test('resuming a yield removes its id from 85 on', () => {
  const dataId = new Uint8Array(32).fill(3);
  const yielded = createActionReceipt('alice', 'alice', [call('burn')], { inputDataIds: [dataId] });
  const body = { kind: 'PromiseYield', value: yielded.body.value } as Receipt['body'];
  const resume: Receipt = {
    ...yielded,
    receiptId: new Uint8Array(32).fill(4),
    body: { kind: 'PromiseResume', value: { dataId, data: new Uint8Array(0) } },
  };
  const observed = atEach((version) => {
    const chain = new TestChain({
      protocol: release(version),
      accounts: { alice: CONTRACT },
      contracts,
      rows: {
        alice: (state) => {
          writeYieldedReceipt(state, { ...yielded, body });
          writeYieldIds(state, 'alice', new Uint8Array(32).fill(5), dataId);
        },
      },
    });
    chain.apply({ receipts: [resume] });
    assert.equal(failureKind(chain.outcome(yielded.receiptId)), null);
    return readYieldIdOfData(chain.stateOf('alice'), 'alice', dataId) !== null;
  });
  assert.deepEqual(observed, [true, false, false, false, false]);
});

const LARGE = 3_000_000;

test('the storage proof of a call counts from the call until 85, from its receipt since 86', () => {
  const observed = atEach((version) => {
    const sizes: number[] = [];
    const reading = scripted({
      read: ({ external }) => {
        const found = external.findForRead(Uint8Array.of(1));
        assert.equal(found?.read({ touched: 0, cached: 0 }).length, LARGE);
        sizes.push(external.recordedStorageSize());
        return {};
      },
    });
    const chain = new TestChain({
      protocol: release(version),
      accounts: { alice: CONTRACT, bob: {} },
      contracts: reading,
      rows: {
        alice: (state) => {
          writeContractData(state, 'alice', Uint8Array.of(1), new Uint8Array(LARGE));
        },
      },
    });
    chain.deliver(createActionReceipt('bob', 'alice', [call('read'), call('read')]));
    return sizes.map((size) => size >= LARGE);
  });
  const [byCall, byReceipt] = [
    [true, false],
    [true, true],
  ];
  assert.deepEqual(observed, [byCall, byCall, byReceipt, byReceipt, byReceipt]);
});

test('the storage proof of any action is limited from 87 on', () => {
  const remove: Action = { kind: 'DeleteAccount', value: { beneficiaryId: 'bob' } };
  const observed = atEach((version) => {
    const chain = new TestChain({
      protocol: release(version),
      accounts: { alice: {}, bob: {} },
      rows: {
        alice: (state) => {
          for (let i = 0; i < 2; i++) {
            writeContractData(state, 'alice', Uint8Array.of(i), new Uint8Array(LARGE).fill(i));
          }
        },
      },
    });
    return failureKind(chain.deliver(createActionReceipt('alice', 'alice', [remove])));
  });
  const exceeded = 'ReceiptStorageProofSizeExceeded';
  assert.deepEqual(observed, [null, null, null, exceeded, exceeded]);
});

test('only 87 of the snapshot limits the inputs of a receipt', () => {
  const inputDataIds = [1, 2].map((i) => new Uint8Array(32).fill(i));
  const receipt = createActionReceipt('bob', 'alice', [call('burn')], { inputDataIds });
  const data = inputDataIds.map((dataId): Receipt => {
    const body = { kind: 'Data', value: { dataId, data: new Uint8Array(LARGE) } } as const;
    return { predecessorId: 'bob', receiverId: 'alice', receiptId: dataId, body };
  });
  const protocols = [protocolAt(86, 'cd297313f2'), SNAPSHOT, release(87), release(88)];
  const observed = protocols.map((protocol) => {
    const accounts = { alice: CONTRACT, bob: {} };
    const chain = new TestChain({ protocol, accounts, contracts });
    chain.apply({ receipts: [...data, receipt] });
    return failureKind(chain.outcome(receipt.receiptId));
  });
  assert.deepEqual(observed, [null, 'TotalPromiseInputSizeExceeded', null, null]);
});

test('a call of the empty method: 86 runs it, 87 only if the receipt is older', () => {
  const accounts = { alice: CONTRACT, bob: {} };
  const started = createActionReceipt('bob', 'alice', [call('')]);
  for (const version of VERSIONS) {
    const chain = new TestChain({ protocol: release(version), accounts, contracts: unnamed });
    assert.equal(failureKind(chain.deliver(started)), null, `in flight at ${version}`);
    const transaction = chain.sign('bob', 'alice', [call('')]);
    chain.apply({ transactions: [transaction] });
    const { kind } = chain.outcome(transaction.hash).status;
    assert.equal(kind, version < 87 ? 'SuccessReceiptId' : 'Failure', `new at ${version}`);
  }
});

test('the fees of an account follow the version', () => {
  const create = (version: number) => execFee(release(version), CREATE_ACCOUNT, 'new.bob').gas;
  const [old, now] = [3_850_000_000_000n, 7_200_000_000_000n];
  assert.deepEqual(atEach(create), [old, now, now, now, now]);
});
