// The store of a chain that is followed from a checkpoint: a new one starts with the checkpoint's
// block, without the contents of its chunks, and with a dump of the state after it if there is one.

import { assert } from '../base/assert.ts';
import { equalBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import type { Caches } from '../base/collections/caches.ts';
import { formatHash, HASH_ZERO, type Hash, sha256 } from '../base/crypto/hash.ts';
import type { PartialMerkleTree } from '../base/merkle/blockMerkleTree.ts';
import { writeLeaf, writeSubtree, writeTip } from '../chain/blocks/writeBlock.ts';
import { Column } from '../chain/columns/columns.ts';
import type { StateDump } from '../chain/controls/stateDump.ts';
import { ForeignStore } from '../chain/openChain.ts';
import { completedSubtrees, subtreesOf } from '../chain/records/blockProof.ts';
import { markComplete, writeFlatRow } from '../chain/stored/flatState.ts';
import { chooseRules, writeRules } from '../chain/stored/storedRules.ts';
import type { ProtocolRules } from '../params/protocolRules.ts';
import { RecordedTrie } from '../state/recordedTrie.ts';
import { writeStateRecord } from '../state/stateRecords.ts';
import { StateUpdate } from '../state/stateUpdate.ts';
import { Batch, type Store, type StoreReader } from '../store/store.ts';
import { metaKey } from '../store/storeKeys.ts';
import { EMPTY_TRIE } from '../trie/trie.ts';
import type { BlockHeader } from '../types/block.ts';
import { Checkpoint, parseCheckpoint, UnusableCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { CheckedEpochs } from './epochs/checkedEpochs.ts';
import { knownEpochToInfo } from './epochs/knownEpoch.ts';
import type { ProducerSource } from './sources/producerSource.ts';
import { writeBlockAuthor } from './verify/authors.ts';

/** The checkpoint that a store started with; null for any other store. */
export function readCheckpoint(store: StoreReader): Checkpoint | null {
  const row = store.get(Column.meta, metaKey('settings'));
  return row === undefined ? null : parseCheckpoint(row);
}

export interface CheckpointStart {
  readonly checkpoint: Checkpoint;
  readonly source: ProducerSource;
  /** The state after the checkpoint's block. */
  readonly dump: StateDump | null;
  readonly rules?: Partial<ProtocolRules> | undefined;
  readonly caches?: Caches | undefined;
}

export function openFromCheckpoint(store: Store, start: CheckpointStart): CheckedEpochs {
  const { checkpoint, source, caches, rules } = start;
  const known = store.get(Column.meta, metaKey('chain'));
  if (known !== undefined && !equalBytes(known, checkpoint.block.header.hash)) {
    throw new ForeignStore();
  }
  const chosen = chooseRules(store, rules);
  if (known === undefined) {
    const batch = createBatch(start);
    writeRules(batch, chosen);
    store.commit(batch);
  }
  return new CheckedEpochs(store, source, checkpoint.genesisConfig.epochLength, caches);
}

function createBatch({ checkpoint, dump }: CheckpointStart): Batch {
  const { header, chunks, ancestors } = verifyCheckpoint(checkpoint);
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
  batch.put(Column.meta, 'chain', hash);
  batch.put(Column.meta, 'settings', utf8ToBytes(Checkpoint.json(checkpoint)));
  batch.put(Column.block, hash, { header, body });
  batch.put(Column.blockAt, height, hash);
  writeFirstPlace(batch, header, hash, ancestors);
  for (const name of ['head', 'finalHead', 'tail'] as const)
    writeTip(batch, name, { hash, height });
  writeBlockAuthor(batch, height, block.author);
  const epochHeight = checkpoint.epochHeight ?? 0;
  const epoch = knownEpochToInfo({ producers, shardLayout, protocolVersion, epochHeight });
  batch.put(Column.epochInfo, epochId, epoch);
  if (checkpoint.epochStartHeight !== null) {
    batch.put(Column.epochStart, epochId, checkpoint.epochStartHeight);
  }
  if (dump !== null) writeDump(batch, dump, checkpoint);
  return batch;
}

/** In the Merkle tree over all blocks; subtrees that later blocks complete are written as well. */
function writeFirstPlace(
  batch: Batch,
  header: BlockHeader,
  hash: Hash,
  ancestors: PartialMerkleTree | null,
): void {
  if (ancestors === null) {
    writeLeaf(batch, { header }, hash);
    return;
  }
  const before = subtreesOf(ancestors.size).map((subtree, i) => {
    return { ...subtree, root: ancestors.path[i] as Hash };
  });
  const find = (level: number, index: number) => {
    const found = before.find((subtree) => subtree.level === level && subtree.index === index);
    assert(found !== undefined, 'a tree keeps what later leaves complete');
    return found.root;
  };
  const completed = completedSubtrees(ancestors.size, hash, find);
  for (const subtree of [...before, ...completed]) writeSubtree(batch, subtree);
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
