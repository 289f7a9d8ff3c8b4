// Who made blocks and chunks, as their messages say and as far as their signatures show it. Kept by
// a follower that cannot compute whose turn it was.

import { bytesToUtf8, concatBytes, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { Column } from '../../store/columns.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import { numberKey } from '../../store/storeKeys.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { VerifiedBlock } from './verifiedBlock.ts';

export function writeAuthors(batch: Batch, { author, header, shards }: VerifiedBlock): void {
  writeBlockAuthor(batch, header.lite.height, author);
  for (const { shardId, header: chunk, message } of shards) {
    if (message.chunk === null) continue;
    const key = chunkAuthorKey(chunk.inner.value.heightCreated, shardId);
    batch.put(Column.author, key, utf8ToBytes(message.chunk.author));
  }
}

export function writeBlockAuthor(batch: Batch, height: number, author: AccountId): void {
  batch.put(Column.author, blockAuthorKey(height), utf8ToBytes(author));
}

export function readBlockAuthor(store: StoreReader, height: number): AccountId | null {
  return readText(store, blockAuthorKey(height));
}

/** `height` is the one at which the chunk was created. */
export function readChunkAuthor(
  store: StoreReader,
  height: number,
  shardId: number,
): AccountId | null {
  return readText(store, chunkAuthorKey(height, shardId));
}

export function blockAuthorKey(height: number): Uint8Array {
  return numberKey(height);
}

export function chunkAuthorKey(height: number, shardId: number): Uint8Array {
  return concatBytes(numberKey(height), numberKey(shardId));
}

function readText(store: StoreReader, key: Uint8Array): AccountId | null {
  const row = store.get(Column.author, key);
  return row === undefined ? null : bytesToUtf8(row);
}
