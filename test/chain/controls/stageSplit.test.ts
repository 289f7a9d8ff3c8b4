// Goal: a staged split is announced and takes effect where it was said, or is refused with a
// reason. Method: chains in memory with short epochs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Producer } from '../../../src/chain/production/producer.ts';
import { StagingArea } from '../../../src/chain/production/stagedChanges.ts';
import { createLocalAuthority } from '../../../src/chain/signing/authority.ts';
import { shardIds } from '../../../src/types/shardLayout.ts';
import { createLocalChain, type LocalChain } from '../localChain.ts';

const create = (protocolVersion = 88) => createLocalChain({ protocolVersion, epochLength: 5 });

const split = ({ controls }: LocalChain, shardId: number, boundaryAccount: string | null = null) =>
  controls.run({ kind: 'splitShard', shardId, boundaryAccount });

function layoutAt({ chain }: LocalChain, height: number): readonly number[] {
  const block = chain.stored.block(chain.stored.hashAt(height)!)!;
  return shardIds(chain.epochs.epoch(block.header.lite.epochId).shardLayout);
}

test('the announcement and the new shards come at the heights of the result', async () => {
  const local = create();
  await local.controls.run({ kind: 'mine', blocks: 2 });
  const staged = await split(local, 0, 'cc');
  assert.deepEqual(staged, {
    shardId: 0,
    boundaryAccount: 'cc',
    newShardIds: [1, 2],
    announcedHeight: 5,
    height: 11,
  });
  assert.deepEqual(new StagingArea(local.store).changes.split, {
    shardId: 0,
    boundaryAccount: 'cc',
  });
  await local.controls.run({ kind: 'mine', blocks: 12 });
  const announcing = local.chain.stored.block(local.chain.stored.hashAt(5)!)!;
  assert.deepEqual(announcing.header.rest.shardSplit, [0, 'cc']);
  assert.deepEqual([layoutAt(local, 10), layoutAt(local, 11)], [[0], [1, 2]]);
  assert.equal(new StagingArea(local.store).changes.split, null);
});

test('a split that was announced just before the process was killed is over', async () => {
  const { chain, clock, controls, pool, store } = create();
  await controls.run({ kind: 'mine', blocks: 2 });
  await controls.run({ kind: 'splitShard', shardId: 0, boundaryAccount: 'cc' });
  const staging = new StagingArea(store);
  await controls.run({ kind: 'mine', blocks: 3 });
  assert.deepEqual(chain.head.block.header.rest.shardSplit, [0, 'cc']);
  staging.set(staging.changes);
  const reopened = new StagingArea(store);
  new Producer({ chain, pool, authority: createLocalAuthority([]), clock, staging: reopened });
  assert.equal(new StagingArea(store).changes.split, null);
});

test('without an account, the middle of the state is taken', async () => {
  const local = create();
  await local.controls.run({ kind: 'mine', blocks: 2 });
  const { boundaryAccount, height } = await split(local, 0);
  assert.notEqual(boundaryAccount, '');
  await local.controls.run({ kind: 'mineEpochs', epochs: 2 });
  assert.deepEqual(layoutAt(local, height), [1, 2]);
});

test('what is not possible is refused with the reason', async () => {
  const local = create();
  await local.controls.run({ kind: 'mine', blocks: 2 });
  const refuse = (message: RegExp, shardId: number, boundary: string | null = null) =>
    assert.rejects(split(local, shardId, boundary), { code: 'shard_layout', message });
  await refuse(/there is no shard 7, only 0/, 7);
  await split(local, 0, 'cc');
  await refuse(/a split of shard 0 is staged already/, 0, 'dd');
  await local.controls.run({ kind: 'mine', blocks: 4 });
  await refuse(/another split takes effect with the next epoch/, 0, 'dd');
  await local.controls.run({ kind: 'mine', blocks: 6 });
  await refuse(/there is no shard 0, only 1, 2/, 0);
  await refuse(/cc is a boundary between two shards already/, 2, 'cc');
  await refuse(/bb does not belong to shard 2/, 2, 'bb');
  await split(local, 2, 'mm');
  const old = create(84);
  await old.controls.run({ kind: 'mine', blocks: 2 });
  const message = /protocol version 84 cannot; 85 is the first/;
  await assert.rejects(split(old, 0, 'cc'), { code: 'shard_layout', message });
});

const staged = ({ store }: LocalChain) => new StagingArea(store).changes.split;
const WISH = { shardId: 0, boundaryAccount: 'cc' };

test('a revert to a snapshot restores what was staged then', async () => {
  const local = create();
  const { controls } = local;
  await controls.run({ kind: 'mine', blocks: 2 });
  const before = await controls.run({ kind: 'snapshot' });
  await split(local, 0, 'cc');
  const after = await controls.run({ kind: 'snapshot' });
  await controls.run({ kind: 'mineEpochs', epochs: 3 });
  assert.deepEqual(shardIds(local.chain.layoutAfterHead()), [1, 2]);
  assert.equal(staged(local), null);

  await controls.run({ kind: 'revert', id: after.id });
  assert.deepEqual(staged(local), WISH, 'it is yet to be announced');
  await controls.run({ kind: 'mineEpochs', epochs: 3 });
  assert.deepEqual(shardIds(local.chain.layoutAfterHead()), [1, 2]);

  await controls.run({ kind: 'revert', id: before.id });
  assert.equal(staged(local), null, 'it was staged later');
  await controls.run({ kind: 'mineEpochs', epochs: 3 });
  assert.deepEqual(shardIds(local.chain.layoutAfterHead()), [0]);
});

test('a revert to a height drops what is staged', async () => {
  const local = create();
  await local.controls.run({ kind: 'mine', blocks: 2 });
  await split(local, 0, 'cc');
  await local.controls.run({ kind: 'mineEpochs', epochs: 3 });
  await split(local, 2, 'mm');
  await local.controls.run({ kind: 'revertTo', height: 2 });
  assert.equal(staged(local), null, 'there is no shard 2 any more');
  await split(local, 0, 'dd');
});

test('a reset drops what is staged, together with the blocks', async () => {
  const local = create();
  await local.controls.run({ kind: 'mine', blocks: 2 });
  await split(local, 0, 'cc');
  await local.controls.run({ kind: 'reset' });
  assert.equal(staged(local), null);
  await local.controls.run({ kind: 'mine', blocks: 2 });
  await split(local, 0, 'cc');
  local.chain.reset(local.genesis);
  assert.equal(staged(local), null, 'even if the process is killed right after it');
});
