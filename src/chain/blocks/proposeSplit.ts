// Whether a shard proposes to be split, and where. Every new chunk near the end of an epoch says so
// in the header of the next one. Follows `check_dynamic_resharding` of the reference.

import { findTrieSplit } from '../../state/findTrieSplit.ts';
import type { RecordedTrie } from '../../state/recordedTrie.ts';
import { decodeNode } from '../../trie/trieNodeBytes.ts';
import { isEmptyRoot } from '../../trie/trieRead.ts';
import type { DynamicReshardingConfig } from '../../types/epochConfig.ts';
import { type ShardLayout, shardIds } from '../../types/shardLayout.ts';
import type { TrieSplit } from '../../types/trieSplit.ts';

/** `trie` is the state before the chunk. */
export function proposeSplit(
  trie: RecordedTrie,
  { shardId, layout }: { readonly shardId: number; readonly layout: ShardLayout },
  rule: DynamicReshardingConfig,
): TrieSplit | null {
  if (isEmptyRoot(trie.root)) return null;
  const { memoryUsage } = decodeNode(trie.nodes.read(trie.root));
  if (BigInt(shardIds(layout).length) >= rule.maxNumberOfShards) return null;
  if (rule.forceSplitShards.includes(shardId)) return findTrieSplit(trie.nodes, trie.root);
  if (rule.blockSplitShards.includes(shardId)) return null;
  if (BigInt(memoryUsage) < rule.memoryUsageThreshold) return null;
  const split = findTrieSplit(trie.nodes, trie.root);
  if (split === null) return null;
  const smaller = Math.min(split.leftMemory, split.rightMemory);
  return BigInt(smaller) < rule.minChildMemoryUsage ? null : split;
}
