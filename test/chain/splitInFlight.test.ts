// Goal: what is under way when a shard splits arrives at the right children: yields that time out
// or are resumed, global contracts that are being distributed, and stakes. Method: a chain in
// memory whose blocks are all checked, with one shard that is split at a known height.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesToUtf8 } from '../../src/base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../src/base/crypto/hash.ts';
import { readFirstYieldTimeout } from '../../src/state/promiseYields.ts';
import type { Action } from '../../src/types/action.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import { createSplittableLayout } from '../support/staticSplit.ts';
import { NEAR, RICH } from '../support/testNetwork.ts';
import { deployContract, runCalls, yieldWithId } from './callWork.ts';
import { verifyStateRoots } from './ledger.ts';
import { EPOCH_LENGTH, SplittableNetwork } from './splittableNetwork.ts';

/** Shard 1 becomes 2, with the account `kate`, and 3, with `zoe`. */
const LEFT = 'kate';
const RIGHT = 'zoe';
const BOUNDARY = 'peggy';
const YIELD_BLOCKS = 200;
/** What the callback returns: the state of its one input, and the length of the data with it. */
const FAILED = '\x02\0\0\0\0';
const RESUMED = '\x01\x07\0\0\0payload';

class InFlight extends SplittableNetwork {
  constructor() {
    super(createSplittableLayout([LEFT], [0, 1]));
    this.extend();
  }

  /** The outcomes that a transaction led to, except its own. */
  outcomesOf({ hash }: HashedTransaction) {
    const { stored } = this.chain;
    const list = (id: Hash): Hash[] => [
      id,
      ...(stored.outcome(id)?.outcome.receiptIds ?? []).flatMap(list),
    ];
    return list(hash)
      .slice(1)
      .map((id) => {
        const found = stored.outcome(id);
        assert.ok(found !== null, 'every receipt is executed');
        const { height } = stored.block(found.blockHash)!.header.lite;
        return { height, ...found.outcome };
      });
  }
}

describe('yields across a split', () => {
  const network = new InFlight();
  const both = (action: Action) => [LEFT, RIGHT].map((one) => network.sign(one, one, [action]));
  const idOf = (name: string) => name.padStart(32, '-');
  network.extend({ transactions: both(deployContract) });
  const resumed = both(runCalls(yieldWithId(idOf('resumed'))));
  const early = both(runCalls(yieldWithId(idOf('early'))));
  network.extend({ transactions: [...resumed, ...early] });
  const earlyHeight = network.height;
  network.extendToSplit(1, BOUNDARY);
  const late = both(runCalls(yieldWithId(idOf('late'))));
  network.extend({ transactions: late });
  const lastHeight = network.height;
  assert.deepEqual(network.shards, [0, 2, 3]);
  network.extendTo(lastHeight + 3);
  const resume = runCalls(['promise_yield_resume_with_yield_id', idOf('resumed'), 'payload']);
  network.extend({ transactions: both(resume) });
  const resumedHeight = network.height;
  network.extendTo(lastHeight + YIELD_BLOCKS + 1);
  network.settle();

  /** At which height the callback of a yield was run, and what it found. */
  function callbackOf(yielding: HashedTransaction) {
    const [, callback] = network.outcomesOf(yielding);
    assert.ok(callback?.status.kind === 'SuccessValue');
    const { height, executorId, status } = callback;
    return { height, executorId, found: bytesToUtf8(status.value) };
  }

  it('those that nobody resumes time out once, at the child of their account', () => {
    for (const [yields, height] of [
      [early, earlyHeight],
      [late, lastHeight],
    ] as const) {
      assert.deepEqual(
        yields.map(callbackOf),
        [LEFT, RIGHT].map((executorId) => ({
          height: height + YIELD_BLOCKS + 1,
          executorId,
          found: FAILED,
        })),
      );
    }
  });

  it('the others are resumed with their data', () => {
    assert.deepEqual(
      resumed.map(callbackOf),
      [LEFT, RIGHT].map((executorId) => ({
        height: resumedHeight + 1,
        executorId,
        found: RESUMED,
      })),
    );
  });

  it('both children have emptied the copied queue', () => {
    for (const account of [LEFT, RIGHT]) {
      assert.equal(readFirstYieldTimeout(network.stateOf(account)), null);
    }
    verifyStateRoots(network.chain);
  });
});

describe('a global contract that is distributed while a shard splits', () => {
  const code = recordedContract('hostcall');
  const deploy: Action = { kind: 'DeployGlobalContract', value: { code, deployMode: 'CodeHash' } };
  const use: Action = {
    kind: 'UseGlobalContract',
    value: { contractIdentifier: { kind: 'CodeHash', value: sha256(code) } },
  };
  const write = runCalls(['storage_write', 'key', 'value', 0]);

  for (const [left, when] of [
    [2, 'the block before the last'],
    [1, 'the last block'],
  ] as const) {
    for (const owner of ['alice', LEFT, RIGHT]) {
      it(`of ${owner} reaches all shards if it is deployed in ${when}`, () => {
        const network = new InFlight();
        network.extendToSplit(1, BOUNDARY, left);
        network.extend({ transactions: [network.sign(owner, owner, [deploy])] });
        assert.deepEqual(network.shards, left === 1 ? [0, 2, 3] : [0, 1]);
        network.extendTo(network.height + left + 4);
        const users = ['alice', LEFT, RIGHT].map((one) => network.sign(one, one, [use, write]));
        network.extend({ transactions: users });
        network.settle();
        for (const { status } of users.flatMap((user) => network.outcomesOf(user))) {
          assert.equal(status.kind, 'SuccessValue');
        }
        verifyStateRoots(network.chain);
      });
    }
  }
});

describe('a stake in the last block before a split', () => {
  it('is listed twice in the next header, and counted once', () => {
    const network = new InFlight();
    const stake = 30_000_000n * NEAR;
    network.extendToSplit(1, BOUNDARY);
    network.extend({ transactions: [network.stake(RICH, stake)] });
    network.extend();
    const { prevValidatorProposals } = network.chain.head.block.header.rest;
    assert.deepEqual(
      prevValidatorProposals.map((proposal) => [proposal.accountId, proposal.stake]),
      [
        [RICH, stake],
        [RICH, stake],
      ],
    );
    network.extendTo(network.height + 2 * EPOCH_LENGTH);
    const { epochs, head } = network.chain;
    const { validators } = epochs.epoch(epochs.epochIdAfter(head.hash)).info;
    assert.equal(validators.find(({ accountId }) => accountId === RICH)?.stake, stake);
    assert.equal(network.locked(RICH), stake);
  });
});
