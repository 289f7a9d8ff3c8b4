// What view calls see of a block.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexToBytes } from '../../../src/base/bytes/bytes.ts';
import { HASH_ZERO } from '../../../src/base/crypto/hash.ts';
import type { Epoch } from '../../../src/chain/epoch/epoch.ts';
import { ViewStates } from '../../../src/execution/views/viewStates.ts';
import { TrieState } from '../../../src/state/trieState.ts';
import type { Block } from '../../../src/types/block.ts';
import { createMemoryState } from '../../support/memoryState.ts';
import { PROTOCOL } from '../../support/protocol.ts';

test('what a call pays for reading does not depend on the calls before it', () => {
  const key = hexToBytes('ff00');
  const memory = createMemoryState((state) => state.set(key, hexToBytes('0000')));
  const lite = { epochId: HASH_ZERO, height: 1, timestamp: 0n };
  const block = { header: { lite } } as Block;
  const info = { protocolVersion: PROTOCOL.version, epochHeight: 1 };
  const views = new ViewStates({
    chainId: 'test',
    chain: { block: () => block, chunkExtra: () => null },
    states: { after: () => new TrieState(memory.trie, memory.root) },
    epoch: () => ({ info, totalStake: 0n, validatorStake: () => 0n }) as unknown as Epoch,
    dialect: () => 'release',
  });
  for (let call = 0; call < 2; call++) {
    const counts = { touched: 0, cached: 0 };
    views.after({ blockHash: HASH_ZERO, shardId: 0 })?.state.find(key)?.read(counts);
    assert.deepEqual(counts, { touched: 1, cached: 0 });
  }
});
