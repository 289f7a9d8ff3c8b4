// The results of a block by shard, as the store has them: of each shard that it was applied on and,
// where the layout changes with the next block, of each that begins then.

import type { Hash } from '../../base/crypto/hash.ts';
import type { StoreReader } from '../../store/store.ts';
import { keyToNumber, prefixRange } from '../../store/storeKeys.ts';
import { Column } from '../columns/columns.ts';
import type { ChunkExtra } from '../records/chunkExtra.ts';

export function readChunkExtras(
  store: StoreReader,
  blockHash: Hash,
): ReadonlyMap<number, ChunkExtra> {
  const extras = new Map<number, ChunkExtra>();
  for (const [key, value] of store.range(Column.chunkExtra, prefixRange(blockHash))) {
    const shardId = keyToNumber(key.subarray(blockHash.length));
    extras.set(shardId, Column.chunkExtra.value.decode(value));
  }
  return extras;
}
