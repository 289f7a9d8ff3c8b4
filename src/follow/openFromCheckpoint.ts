// The store of a chain that is followed from a checkpoint: a new one begins with the checkpoint's
// block, without what its chunks hold, and with a dump of the state after it if there is one.

import { equalBytes, utf8ToBytes } from '../base/bytes.ts';
import { formatHash, HASH_ZERO, sha256 } from '../base/hash.ts';
import { ForeignStore } from '../chain/openChain.ts';
import type { StateDump } from '../chain/stateDump.ts';
import { writeLeaf, writeTip } from '../chain/writeBlock.ts';
import { encode } from '../codec/codec.ts';
import { markComplete, writeFlatRow } from '../state/flatState.ts';
import { RecordedTrie } from '../state/recordedTrie.ts';
import { writeStateRecord } from '../state/stateRecords.ts';
import { StateUpdate } from '../state/stateUpdate.ts';
import { Column } from '../store/columns.ts';
import { Batch, type Store, type StoreReader } from '../store/store.ts';
import { metaKey, numberKey } from '../store/storeKeys.ts';
import { Block } from '../types/block.ts';
import { EpochInfo } from '../types/epoch.ts';
import { writeBlockAuthor } from './authors.ts';
import { CheckedEpochs } from './checkedEpochs.ts';
import { Checkpoint, parseCheckpoint, UnusableCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { knownEpochToInfo } from './knownEpoch.ts';
import type { ProducerSource } from './producerSource.ts';

/** The checkpoint that a store began with; null for any other store. */
export function readCheckpoint(store: StoreReader): Checkpoint | null {
  const row = store.get(Column.meta, metaKey('settings'));
  return row === undefined ? null : parseCheckpoint(row);
}

export interface CheckpointStart {
  readonly checkpoint: Checkpoint;
  readonly source: ProducerSource;
  /** The state after the checkpoint's block. */
  readonly dump: StateDump | null;
}

export function openFromCheckpoint(store: Store, start: CheckpointStart): CheckedEpochs {
  const { checkpoint, source } = start;
  const known = store.get(Column.meta, metaKey('chain'));
  if (known === undefined) store.commit(createBatch(start));
  else if (!equalBytes(known, checkpoint.block.header.hash)) throw new ForeignStore();
  return new CheckedEpochs(store, source, checkpoint.genesisConfig.epochLength);
}

function createBatch({ checkpoint, dump }: CheckpointStart): Batch {
  const { header, chunks } = verifyCheckpoint(checkpoint);
  const { block, producers, shardLayout, protocolVersion } = checkpoint;
  const { hash } = block.header;
  const { height, epochId } = header.lite;
  const batch = new Batch();
  const body = {
    chunks,
    challenges: [],
    vrfValue: new Uint8Array(32),
    vrfProof: new Uint8Array(64),
    chunkEndorsements: [],
  };
  batch.put(Column.meta, metaKey('chain'), hash);
  batch.put(Column.meta, metaKey('settings'), utf8ToBytes(Checkpoint.json(checkpoint)));
  batch.put(Column.block, hash, encode(Block, { header, body }));
  batch.put(Column.blockAt, numberKey(height), hash);
  writeLeaf(batch, { header }, hash);
  for (const name of ['head', 'finalHead', 'tail'] as const)
    writeTip(batch, name, { hash, height });
  writeBlockAuthor(batch, height, block.author);
  const epochHeight = checkpoint.epochHeight ?? 0;
  const epoch = knownEpochToInfo({ producers, shardLayout, protocolVersion, epochHeight });
  batch.put(Column.epochInfo, epochId, encode(EpochInfo, epoch));
  if (checkpoint.epochStartHeight !== null) {
    batch.put(Column.epochStart, epochId, numberKey(checkpoint.epochStartHeight));
  }
  if (dump !== null) writeDump(batch, dump, checkpoint);
  return batch;
}

function writeDump(batch: Batch, dump: StateDump, { block }: Checkpoint): void {
  const { hash, height } = block.header;
  if (!equalBytes(dump.blockHash, hash)) {
    throw new UnusableCheckpoint(
      `the dump is the state after block ${dump.height} (${formatHash(dump.blockHash)}), and the ` +
        `checkpoint is block ${height}; follow from the dump's block with --start ${dump.height}`,
    );
  }
  for (const { records, rows } of dump.shards) {
    const state = new StateUpdate(new RecordedTrie(EMPTY_TRIE, HASH_ZERO));
    for (const record of records) {
      writeStateRecord(state, record);
      if (record.kind !== 'Contract') continue;
      const { code } = record.value;
      batch.put(Column.stateNode, sha256(code), code);
    }
    state.commit({ kind: 'InitialState' });
    for (const { key, changes } of state.finish().changes) {
      writeFlatRow(batch, height, key, changes.at(-1)?.value ?? null);
    }
    for (const { key, value } of rows) writeFlatRow(batch, height, key, value);
  }
  markComplete(batch, height, null);
}

const EMPTY_TRIE = {
  read(): never {
    throw new Error('assertion failed: an empty trie has no nodes');
  },
};
