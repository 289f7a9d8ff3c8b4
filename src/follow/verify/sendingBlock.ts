// Where the receipts that a new chunk carries were sent: in the block with the shard's previous
// chunk.

import type { Hash } from '../../base/crypto/hash.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';

/** Null if the chain starts later. */
export function sendingBlock(chain: StoredChain, prevHash: Hash, shardId: number): Hash | null {
  const before = chain.block(prevHash)?.body.chunks;
  const last = before?.find(({ inner }) => inner.value.shardId === shardId);
  return last === undefined ? null : chain.hashAt(last.heightIncluded);
}
