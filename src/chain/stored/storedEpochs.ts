// The epochs' part of the store: what is kept with each block and for each epoch.

import type { Hash } from '../../base/crypto/hash.ts';
import type { PartialMerkleTree } from '../../base/merkle/blockMerkleTree.ts';
import { type Codec, decode, encode } from '../../codec/codec.ts';
import { Column } from '../../store/columns.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import { keyToNumber, numberKey } from '../../store/storeKeys.ts';
import { EpochInfo } from '../../types/epoch.ts';
import type { EpochRecord, EpochStore } from '../epoch/epochStore.ts';
import { EpochSummary } from '../epoch/epochSummary.ts';
import { BlockExtraRecord } from './storedRecords.ts';

export function createEpochStore(store: StoreReader): EpochStore {
  const read = <T>(codec: Codec<T>, column: Column, key: Uint8Array): T | null => {
    const bytes = store.get(column, key);
    return bytes === undefined ? null : decode(codec, bytes);
  };
  const blockExtra = (hash: Hash) => read(BlockExtraRecord, Column.blockExtra, hash);
  return {
    getBlockInfo: (hash) => blockExtra(hash)?.blockInfo ?? null,
    getEpochStatistics: (hash) => blockExtra(hash)?.statistics ?? null,
    getEpochInfo: (id) => read(EpochInfo, Column.epochInfo, id),
    getEpochSummary: (id) => read(EpochSummary, Column.epochSummary, id),
    getEpochStart: (id) => {
      const bytes = store.get(Column.epochStart, id);
      return bytes === undefined ? null : keyToNumber(bytes);
    },
  };
}

/** What a block adds; its place in the tree over all blocks is kept in the same row. */
export function writeEpochs(batch: Batch, record: EpochRecord, ancestors: PartialMerkleTree): void {
  const { blockInfo, statistics, epochs, start, summary } = record;
  const extra = encode(BlockExtraRecord, { ancestors, blockInfo, statistics });
  batch.put(Column.blockExtra, blockInfo.hash, extra);
  for (const { id, info } of epochs) batch.put(Column.epochInfo, id, encode(EpochInfo, info));
  if (start !== null) batch.put(Column.epochStart, start.epochId, numberKey(start.height));
  if (summary !== null) {
    batch.put(Column.epochSummary, summary.epochId, encode(EpochSummary, summary.summary));
  }
}
