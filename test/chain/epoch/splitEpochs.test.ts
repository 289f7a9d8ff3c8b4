// A chain that splits its shards by itself: when proposals are made, when one is picked, and in
// which epoch the new layout is used.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RELEASE_RULES } from '../../../src/params/protocolRules.ts';
import { shardIds } from '../../../src/types/shardLayout.ts';
import { createStakes, DYNAMIC } from './epochFixtures.ts';
import { HeaderChain } from './headerChain.ts';

const OPTIONS = {
  protocolVersion: 88,
  epochLength: 10,
  validators: createStakes(['a', 10n ** 27n]),
} as const;

/** Every shard proposes to split itself at its own account in every block. */
function grow(chain: HeaderChain, blocks: number) {
  const { epochs } = chain;
  const proposing: number[] = [];
  const splits: (readonly [height: number, shardId: number])[] = [];
  const layouts: string[] = [];
  for (let i = 0; i < blocks; i++) {
    const { height, head: prevHash, lastFinalBlock } = chain;
    const ids = shardIds(epochs.epoch(epochs.epochIdAfter(prevHash)).shardLayout);
    const layout = `${height}: ${ids.join(' ')}`;
    if (layouts.at(-1)?.split(': ')[1] !== ids.join(' ')) layouts.push(layout);
    if (epochs.splitProposals(prevHash, height) !== null) proposing.push(height);
    const shardSplit = epochs.pickShardSplit(
      { prevHash, height, lastFinalBlock },
      ids.map((shardId) => ({
        shardId,
        split: {
          boundaryAccount: `m${'z'.repeat(shardId)}a`,
          leftMemory: shardId,
          rightMemory: 1,
        },
      })),
    );
    if (shardSplit !== null) splits.push([height, shardSplit[0]]);
    chain.extend({ shardSplit });
  }
  return { proposing, splits, layouts };
}

test('shards split every second epoch', () => {
  const rules = { ...RELEASE_RULES, epochConfigs: [[87, DYNAMIC]] as const };
  const { proposing, splits, layouts } = grow(new HeaderChain({ ...OPTIONS, rules }), 52);
  // The last block of an epoch carries what was proposed in the one before it.
  assert.deepEqual(splits, [
    [10, 0],
    [30, 2],
    [50, 4],
  ]);
  assert.deepEqual(layouts, ['1: 0', '21: 1 2', '41: 1 3 4']);
  assert.deepEqual(proposing, [9, 10, 29, 30, 49, 50]);
});

test('a chain with a static layout never proposes to split a shard', () => {
  const { proposing, splits, layouts } = grow(
    new HeaderChain({ ...OPTIONS, rules: RELEASE_RULES }),
    25,
  );
  assert.deepEqual(splits, []);
  assert.deepEqual(layouts, ['1: 0']);
  assert.deepEqual(proposing, []);
});
