// The order in which a shard receives receipts. Each new chunk of a block brings one list for every
// shard; the lists are shuffled by the hash of the block before.

import { ChaChaRng } from '../../base/crypto/chacha.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { ShardLayout } from '../../types/shardLayout.ts';
import { receiptsForShard } from '../records/chunkRoots.ts';

/** The receipts that a block's new chunks carry for a shard; `carried` is in shard index order. */
export function incomingReceipts(
  layout: ShardLayout,
  shard: number,
  prevHash: Hash,
  carried: readonly (readonly Receipt[])[],
): readonly Receipt[] {
  const lists = carried.map((receipts) => receiptsForShard(layout, receipts, shard));
  new ChaChaRng(prevHash, 20).shuffle(lists);
  return lists.flat();
}
