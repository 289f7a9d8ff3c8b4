// The states that a chain has kept as tries: after each block, of each shard.

import type { KeptStates } from '../../state/stateView.ts';
import { TrieState } from '../../state/trieState.ts';
import type { Trie } from '../../trie/trie.ts';
import type { ChainReader } from './chainReader.ts';

export function createTrieStates(chain: Pick<ChainReader, 'chunkExtra'>, trie: Trie): KeptStates {
  return {
    after: ({ blockHash }, shardId) => {
      const extra = chain.chunkExtra(blockHash, shardId);
      return extra === null ? null : new TrieState(trie, extra.stateRoot);
    },
  };
}
