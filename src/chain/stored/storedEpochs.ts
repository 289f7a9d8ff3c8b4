// The epochs' part of the store: what is kept with each block and for each epoch.

import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { PartialMerkleTree } from '../../base/merkle/blockMerkleTree.ts';
import type { ProtocolRules } from '../../params/protocolRules.ts';
import { type Batch, readRow, type StoreReader } from '../../store/store.ts';
import { Column } from '../columns/columns.ts';
import type { EpochRecord, EpochStore } from '../epoch/epochStore.ts';
import { readBlockInfo } from '../records/storedRecords.ts';
import { readRules } from './storedRules.ts';

/** The rules of a chain that begins are not stored yet. */
export function createEpochStore(
  store: StoreReader,
  rules: ProtocolRules | null = null,
): EpochStore {
  const blockExtra = (hash: Hash) => readRow(store, Column.blockExtra, hash);
  return {
    rules: () => rules ?? readRules(store),
    getBlockInfo: (hash) => {
      const row = store.get(Column.blockExtra as Column, hash);
      return row === undefined ? null : { ...readBlockInfo(row), hash };
    },
    getEpochStatistics: (hash) => blockExtra(hash)?.statistics ?? null,
    getEpochInfo: (id) => readRow(store, Column.epochInfo, id),
    getEpochSummary: (id) => readRow(store, Column.epochSummary, id),
    getEpochStart: (id) => readRow(store, Column.epochStart, id),
  };
}

/** What a block adds, with the number of its ancestors; their tree follows from `blockMerkle`. */
export function writeEpochs(batch: Batch, record: EpochRecord, { size }: PartialMerkleTree): void {
  const { blockInfo, statistics, epochs, start, summary } = record;
  const ancestors = { path: [], size };
  // The hash is the key.
  const nameless = { ...blockInfo, hash: HASH_ZERO };
  batch.put(Column.blockExtra, blockInfo.hash, { ancestors, blockInfo: nameless, statistics });
  for (const { id, info } of epochs) batch.put(Column.epochInfo, id, info);
  if (start !== null) batch.put(Column.epochStart, start.epochId, start.height);
  if (summary !== null) batch.put(Column.epochSummary, summary.epochId, summary.summary);
}
