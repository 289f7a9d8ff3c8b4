// The producers of blocks and chunks, as their messages name them and as far as their signatures
// prove it. Kept by a follower that cannot compute whose turn it was.

import { Column } from '../../chain/columns/columns.ts';
import { type Batch, readRow, type StoreReader } from '../../store/store.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { VerifiedBlock } from './verifiedBlock.ts';

export function writeAuthors(batch: Batch, { author, header, shards }: VerifiedBlock): void {
  writeBlockAuthor(batch, header.lite.height, author);
  for (const { shardId, header: chunk, message } of shards) {
    if (message.chunk === null) continue;
    const { heightCreated } = chunk.inner.value;
    batch.put(Column.author, [heightCreated, shardId], message.chunk.author);
  }
}

export function writeBlockAuthor(batch: Batch, height: number, author: AccountId): void {
  batch.put(Column.author, [height], author);
}

export function readBlockAuthor(store: StoreReader, height: number): AccountId | null {
  return readRow(store, Column.author, [height]);
}

/** `height` is the one at which the chunk was created. */
export function readChunkAuthor(
  store: StoreReader,
  height: number,
  shardId: number,
): AccountId | null {
  return readRow(store, Column.author, [height, shardId]);
}
