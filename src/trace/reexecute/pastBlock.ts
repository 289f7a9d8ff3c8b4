// A stored block with everything that applying it again needs: its new chunks, and what the block
// before it left of each shard. Blocks whose layout differs from the one before, missing chunks and
// upgrades of the protocol need nothing special, as the rows of the block before are those of the
// next layout.

import type { Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { BlockBefore, BlockToApply } from '../../chain/blocks/applyBlock.ts';
import type { Epochs } from '../../chain/stored/epochs.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';
import type { Authorisation } from '../../runtime/transactions/authorisation.ts';
import type { Trie } from '../../trie/trie.ts';
import type { Block } from '../../types/block.ts';
import { type Chunk, chunkHash } from '../../types/chunk.ts';
import { shardIds } from '../../types/shardLayout.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import { createPrunedError } from './traceError.ts';

/** A chain whose blocks can be executed again. */
export interface PastChain {
  readonly chainId: string;
  readonly stored: StoredChain;
  readonly epochs: Epochs;
  readonly trie: Trie;
  /** How a transaction was authorised, if its bytes do not say it. */
  readonly authorisationOf?: (signed: HashedTransaction) => Authorisation;
}

export interface PastBlock {
  readonly hash: Hash;
  readonly before: BlockBefore;
  readonly applied: Omit<BlockToApply, 'newChunks'> & {
    readonly newChunks: readonly (Chunk | null)[];
  };
}

/** Throws a TraceError if the block or the one before it was pruned. */
export function readPastBlock(chain: PastChain, hash: Hash): PastBlock {
  const { stored, epochs } = chain;
  const block = requireKept(stored.block(hash), hash);
  const { prevHash } = block.header;
  const previous = requireKept(stored.block(prevHash), hash);
  const epoch = epochs.epoch(block.header.lite.epochId);
  const layout = epoch.shardLayout;
  const shards = shardIds(layout).map((shardId) => ({
    extra: requireKept(stored.chunkExtra(prevHash, shardId), hash),
  }));
  return {
    hash,
    before: { block: previous, hash: prevHash, shards },
    applied: {
      block,
      layout,
      protocol: epoch.protocol,
      startsEpoch: epochs.isEpochStart(prevHash),
      newChunks: readNewChunks(stored, block, hash),
    },
  };
}

function readNewChunks(stored: StoredChain, block: Block, hash: Hash): (Chunk | null)[] {
  const { height } = block.header.lite;
  return block.body.chunks.map((header) =>
    header.heightIncluded === height ? requireKept(stored.chunk(chunkHash(header)), hash) : null,
  );
}

function requireKept<T>(row: T | null, blockHash: Hash): T {
  if (row === null) throw createPrunedError(blockHash);
  return row;
}

/** A row that is missing although others refer to it was pruned, if anything is. */
export function explainMissing<T>(chain: PastChain, blockHash: Hash, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const isMissing = error instanceof PerigeeError && error.code === 'row_missing';
    const { stored } = chain;
    const isPruning = stored.tail().height > stored.genesis().height;
    throw isMissing && isPruning ? createPrunedError(blockHash) : error;
  }
}
