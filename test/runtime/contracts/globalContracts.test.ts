// Global contracts: their distribution over the shards, how using one changes an account, and
// deterministic accounts, which start with one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import {
  readContractCode,
  readGlobalCode,
  readGlobalNonce,
} from '../../../src/state/contractCode.ts';
import { readContractData } from '../../../src/state/contractData.ts';
import type { Action } from '../../../src/types/action.ts';
import {
  type DeterministicStateInit,
  deterministicAccountId,
  type GlobalContractIdentifier,
} from '../../../src/types/globalContract.ts';
import type { GlobalContractDistribution, Receipt } from '../../../src/types/receipt.ts';
import { createShardLayout } from '../../../src/types/shardLayout.ts';
import { createActionReceipt, NEAR, TestChain, transfer } from '../testChain.ts';

const code = new Uint8Array(1_000).fill(3);
const byHash: GlobalContractIdentifier = { kind: 'CodeHash', value: sha256(code) };
const byAccount: GlobalContractIdentifier = { kind: 'AccountId', value: 'test1' };

function deploy(deployMode: 'CodeHash' | 'AccountId', bytes = code): Action {
  return { kind: 'DeployGlobalContract', value: { code: bytes, deployMode } };
}

function use(contractIdentifier: GlobalContractIdentifier): Action {
  return { kind: 'UseGlobalContract', value: { contractIdentifier } };
}

function distributionOf({ body }: Receipt): GlobalContractDistribution['value'] {
  assert.equal(body.kind, 'GlobalContractDistribution');
  return (body as { value: GlobalContractDistribution }).value.value;
}

test('a deployment visits every shard once, in the order of the layout', () => {
  const layout = createShardLayout(['test1', 'test2'], [2, 1, 0]);
  const chain = new TestChain({ accounts: { alice: {}, test1: {}, zoe: {} }, layout });
  const outcome = chain.run('test1', 'test1', [deploy('AccountId')]);
  assert.equal(outcome.tokensBurnt, 100_000_000n * outcome.gasBurnt + 1_000n * 10n ** 20n);
  assert.equal(outcome.receiptIds.length, 1, 'only the refund is listed');
  const steps = [...chain.receipts.values()]
    .filter(({ body }) => body.kind === 'GlobalContractDistribution')
    .map(distributionOf);
  assert.deepEqual(
    steps.map(({ targetShard, alreadyDeliveredShards }) => [targetShard, alreadyDeliveredShards]),
    [
      [1, []],
      [2, [1]],
      [0, [1, 2]],
    ],
  );
  for (const shardId of [2, 1, 0]) {
    assert.deepEqual(readGlobalCode(chain.state(shardId), byAccount), code, `shard ${shardId}`);
    assert.equal(readGlobalNonce(chain.state(shardId), byAccount), 1n);
  }
});

test('the nonce is taken when the action runs, the code arrives a block later', () => {
  const chain = new TestChain({ accounts: { test1: {} } });
  const transactions = [chain.sign('test1', 'test1', [deploy('CodeHash')])];
  chain.apply({ transactions });
  assert.equal(readGlobalNonce(chain.state(0), byHash), 1n);
  assert.equal(readGlobalCode(chain.state(0), byHash), null);
  chain.apply();
  assert.deepEqual(readGlobalCode(chain.state(0), byHash), code);
});

test('code of an older deployment does not replace newer code', () => {
  const chain = new TestChain({ accounts: { test1: {} } });
  const newer = code.map(() => 4);
  const first = chain.sign('test1', 'test1', [deploy('AccountId')]);
  const second = chain.sign('test1', 'test1', [deploy('AccountId', newer)]);
  chain.apply({ transactions: [first, second] });
  const distributions = chain
    .shard(0)
    .outgoing.filter(({ body }) => body.kind === 'GlobalContractDistribution');
  assert.deepEqual(
    distributions.map((receipt) => (distributionOf(receipt) as { nonce?: bigint }).nonce),
    [1n, 2n],
  );
  chain.apply();
  assert.deepEqual(readGlobalCode(chain.state(0), byAccount), newer);
  chain.apply({ receipts: [distributions[0] as Receipt] });
  assert.deepEqual(readGlobalCode(chain.state(0), byAccount), newer);
  assert.equal(readGlobalNonce(chain.state(0), byAccount), 2n);
});

test('applying a distribution counts as compute', () => {
  const gasLimit = 20_000_000_000_000n;
  const chain = new TestChain({ accounts: { test1: {}, bob: {} }, gasLimit });
  chain.apply({ transactions: [chain.sign('test1', 'test1', [deploy('CodeHash')])] });
  const waiting = createActionReceipt('bob', 'bob', [transfer(1n)]);
  const result = chain.apply({ receipts: [waiting] }).get(0);
  assert.deepEqual(
    result?.outcomes.map(({ id }) => id),
    [],
    'everything after the distribution is delayed',
  );
});

test('an account changes between its own code and global code', () => {
  const chain = new TestChain({ accounts: { test1: {}, bob: {} } });
  chain.run('test1', 'test1', [deploy('CodeHash'), deploy('AccountId')]);
  const local = new Uint8Array(500).fill(1);
  const steps: [Action, usage: number, kind: string, version: string][] = [
    [{ kind: 'DeployContract', value: { code: local } }, 182 + 500, 'Local', 'V1'],
    [use(byHash), 182 + 32, 'Global', 'V2'],
    [use(byAccount), 182 + 5, 'GlobalByAccount', 'V2'],
    [{ kind: 'DeployContract', value: { code: local } }, 182 + 500, 'Local', 'V2'],
    [{ kind: 'DeployContract', value: { code } }, 182 + 1_000, 'Local', 'V2'],
  ];
  for (const [action, usage, kind, version] of steps) {
    const { status } = chain.run('bob', 'bob', [action]);
    assert.equal(status.kind, 'SuccessValue');
    const account = chain.account('bob');
    assert.equal(account?.storageUsage, usage, kind);
    assert.equal(account?.contract.kind, kind);
    assert.equal(account?.version, version);
    const own = readContractCode(chain.stateOf('bob'), 'bob');
    assert.equal(own !== null, kind === 'Local', 'own code is removed with its use');
  }
});

const data: DeterministicStateInit['value']['data'] = [
  [Uint8Array.of(1), new Uint8Array(10)],
  [Uint8Array.of(2), new Uint8Array(700)],
];

function stateInit(entries: typeof data, deposit: bigint): { id: string; action: Action } {
  const init: DeterministicStateInit = { kind: 'V1', value: { code: byHash, data: entries } };
  const action: Action = { kind: 'DeterministicStateInit', value: { stateInit: init, deposit } };
  return { id: deterministicAccountId(init), action };
}

test('a deterministic account keeps the part of the deposit that its storage needs', () => {
  const chain = new TestChain({ accounts: { test1: {}, bob: {} } });
  chain.run('test1', 'test1', [deploy('CodeHash')]);
  const { id, action } = stateInit(data, NEAR);
  const before = chain.account('bob')?.amount ?? 0n;
  const outcome = chain.run('bob', id, [action]);
  assert.equal(outcome.status.kind, 'SuccessValue');
  const usage = 100 + 32 + 51 + 741;
  const account = chain.account(id);
  assert.equal(account?.storageUsage, usage);
  assert.equal(account?.amount, BigInt(usage) * 10n ** 19n);
  assert.deepEqual(account?.contract, { kind: 'Global', value: byHash.value });
  assert.deepEqual(readContractData(chain.stateOf(id), id, Uint8Array.of(2)), new Uint8Array(700));
  assert.equal(outcome.receiptIds.length, 2, 'the rest of the deposit, and gas');
  assert.ok(before - (chain.account('bob')?.amount ?? 0n) < NEAR / 10n);

  const amount = chain.account(id)?.amount;
  const again = chain.run('bob', id, [action]);
  assert.equal(again.status.kind, 'SuccessValue');
  assert.equal(chain.account(id)?.amount, amount, 'nothing is needed a second time');
});

test('a small deterministic account needs no deposit', () => {
  const chain = new TestChain({ accounts: { test1: {}, bob: {} } });
  chain.run('test1', 'test1', [deploy('CodeHash')]);
  const { id, action } = stateInit([], 5n);
  const outcome = chain.run('bob', id, [action]);
  assert.equal(chain.account(id)?.amount, 0n);
  assert.equal(chain.account(id)?.storageUsage, 132);
  // Creating it costs as much as creating any other account.
  assert.ok(outcome.tokensBurnt > 6_000_000_000_000_000_000_000n);
});

test('deterministic accounts that cannot be created', () => {
  const chain = new TestChain({ accounts: { test1: {}, bob: {} } });
  const { id, action } = stateInit(data, 1n);
  const failureOf = (outcome: ReturnType<TestChain['run']>) =>
    outcome.status.kind === 'Failure' && outcome.status.value.kind === 'ActionError'
      ? outcome.status.value.value
      : null;
  assert.deepEqual(failureOf(chain.run('bob', id, [action])), {
    index: 0,
    kind: { kind: 'GlobalContractDoesNotExist', value: { identifier: byHash } },
  });
  chain.run('test1', 'test1', [deploy('CodeHash')]);
  assert.deepEqual(failureOf(chain.run('bob', id, [action])), {
    index: 0,
    kind: { kind: 'LackBalanceForState', value: { accountId: id, amount: 924n * 10n ** 19n } },
  });
  assert.equal(chain.account(id), null);
});

test('no one can take over an account in the receipt that initializes it', () => {
  const chain = new TestChain({ accounts: { test1: {}, bob: {} } });
  chain.run('test1', 'test1', [deploy('CodeHash')]);
  const { id, action } = stateInit([], 0n);
  const own: Action = { kind: 'DeployContract', value: { code } };
  const { status } = chain.run('bob', id, [action, own]);
  assert.deepEqual(status, {
    kind: 'Failure',
    value: {
      kind: 'ActionError',
      value: {
        index: 1,
        kind: { kind: 'ActorNoPermission', value: { accountId: id, actorId: 'bob' } },
      },
    },
  });
});
