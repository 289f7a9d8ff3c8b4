// The states that a chain has kept as tries: after each block, of each shard.

import type { KeptStates } from '../../state/stateView.ts';
import { TrieState } from '../../state/trieState.ts';
import type { NodeReader } from '../../trie/nodeReader.ts';
import type { ChainReader } from './chainReader.ts';

export function createTrieStates(
  chain: Pick<ChainReader, 'chunkExtra'>,
  nodes: NodeReader,
): KeptStates {
  return {
    after: ({ blockHash }, shardId) => {
      const extra = chain.chunkExtra(blockHash, shardId);
      return extra === null ? null : new TrieState(nodes, extra.stateRoot);
    },
  };
}
