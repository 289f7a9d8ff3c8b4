// Which shard sent the receipts that a new chunk carries, and in which block: the one with the
// shard's previous chunk, or with the last chunk of the shard that it was split from.

import type { Hash } from '../../base/crypto/hash.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';
import type { ShardLayout } from '../../types/shardLayout.ts';
import { inheritsReceipts } from '../../types/shardSplits.ts';
import { lastChunk } from './lastChunk.ts';

interface Carrier {
  /** The block before that of the chunk. */
  readonly prevHash: Hash;
  /** Of the chunk's epoch. */
  readonly layout: ShardLayout;
  readonly shardId: number;
}

interface Sender {
  readonly blockHash: Hash;
  readonly shardId: number;
}

/** Null if the chain starts later, or if another child of the parent carries its receipts. */
export function findSender(
  chain: StoredChain,
  { prevHash, layout, shardId }: Carrier,
): Sender | null {
  const before = chain.block(prevHash)?.body.chunks ?? [];
  const last = lastChunk(before, layout, shardId);
  if (last === null) return null;
  const { shardId: sender } = last.inner.value;
  if (sender !== shardId && !inheritsReceipts(layout, shardId)) return null;
  const blockHash = chain.hashAt(last.heightIncluded);
  return blockHash && { blockHash, shardId: sender };
}
