// Whether the rows of a store are consistent: every height between the first block and the head
// leads to its block, every block has its rows, and the state after the head is complete.

import { bytesKey, equalBytes } from '../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../base/crypto/hash.ts';
import { PerigeeError } from '../base/errors.ts';
import { readBlockRows } from '../chain/blocks/blockRows.ts';
import { Column } from '../chain/columns/columns.ts';
import { ChunkExtra } from '../chain/records/chunkExtra.ts';
import { outgoingReceiptsRoot } from '../chain/records/chunkRoots.ts';
import { BlockExtraRecord, TipRecord } from '../chain/records/storedRecords.ts';
import { readChunkExtras } from '../chain/stored/chunkExtras.ts';
import { hashesBelow } from '../cluster/newStateNodes.ts';
import type { StateKind } from '../cluster/rowsOfBlock.ts';
import { decode } from '../codec/codec.ts';
import { readFollowedRows } from '../follow/rows/followedRows.ts';
import { readRow, type StoreReader } from '../store/store.ts';
import { blockShardKey, metaKey } from '../store/storeKeys.ts';
import { isEmptyRoot } from '../trie/trieRead.ts';
import { Block, type BlockHeader, newChunks } from '../types/block.ts';
import { chunkHash, isEmptyChunk } from '../types/chunk.ts';
import { shardIds } from '../types/shardLayout.ts';
import type { RowPlace, StoreFaults } from './storeFaults.ts';
import { WatchedReader } from './watchedReader.ts';

interface ReferenceOptions {
  readonly kind: StateKind;
  /** Check the states after all blocks, not only after the head. */
  readonly deep: boolean;
  /** Called for each block, and periodically for state nodes. */
  readonly onStep: (where: string) => void;
}

const EMPTY_OUTCOMES = bytesKey(HASH_ZERO);

export function checkReferences(
  store: StoreReader,
  faults: StoreFaults,
  { kind, deep, onStep }: ReferenceOptions,
): void {
  const watched = new WatchedReader(store);
  const states = new StateCheck(store, faults, onStep);
  const head = readTip(watched, 'head');
  const tail = readTip(watched, 'collected') ?? readTip(watched, 'tail');
  for (const name of ['head', 'finalHead', 'tail', 'chain'] as const) {
    if (watched.get(Column.meta, metaKey(name)) === undefined) {
      faults.addRow('missing', { column: Column.meta, key: metaKey(name) });
    }
  }
  if (head === null || tail === null) return;
  let isHead = true;
  const carried: CarriedReceipts = new Map();
  for (let at: Hash | null = head.hash; at !== null; ) {
    const block = readBlock(watched, at);
    if (block !== null) {
      onStep(`height ${block.header.lite.height}`);
      const missed = missedOf(watched, { hash: at, block, carried }, kind);
      for (const row of missed) faults.addRow('missing', row);
      noteCarried(watched, block, carried);
      if (kind === 'trie' && (isHead || deep)) states.check(watched, at, block);
    } else faults.addRow('missing', { column: Column.block, key: at });
    isHead = false;
    at = equalBytes(at, tail.hash) ? null : previous(watched, at, block, faults);
  }
}

function readTip(store: StoreReader, name: 'head' | 'tail' | 'collected') {
  const row = store.get(Column.meta, metaKey(name));
  return row === undefined ? null : decode(TipRecord, row);
}

function readBlock(store: StoreReader, hash: Hash): Block | null {
  const row = store.get(Column.block, hash);
  return row === undefined ? null : decode(Block, row);
}

/** If the row of a block is lost, other rows of it name its predecessor. */
function previous(
  store: StoreReader,
  hash: Hash,
  block: Block | null,
  faults: StoreFaults,
): Hash | null {
  if (block !== null) return block.header.prevHash;
  const extra = store.get(Column.blockExtra, hash);
  if (extra !== undefined) return decode(BlockExtraRecord, extra).blockInfo.prevHash;
  let before: Hash | null = null;
  for (const [, placed] of store.range(Column.blockAt)) {
    if (before !== null && equalBytes(placed, hash)) return before;
    before = placed;
  }
  faults.add('missing', 'what came before a lost block is unknown; earlier ones were not checked');
  return null;
}

/** By shard, whether the chunk after the one that is looked at carries receipts of it. */
type CarriedReceipts = Map<number, boolean>;

function noteCarried(store: StoreReader, block: Block, carried: CarriedReceipts): void {
  const info = readRow(store, Column.epochInfo, block.header.lite.epochId);
  if (info === null) return;
  const none = outgoingReceiptsRoot(info.shardLayout, []);
  for (const { inner } of newChunks(block)) {
    const { shardId, prevOutgoingReceiptsRoot } = inner.value;
    carried.set(shardId, !equalBytes(prevOutgoingReceiptsRoot, none));
  }
}

interface CheckedBlock {
  readonly hash: Hash;
  readonly block: Block;
  readonly carried: CarriedReceipts;
}

/** The missing rows of a block. */
function missedOf(
  watched: WatchedReader,
  checked: CheckedBlock,
  kind: StateKind,
): readonly RowPlace[] {
  const { hash, block } = checked;
  watched.takeMissed();
  if (kind === 'flat') {
    for (const _row of readFollowedRows(watched, hash));
  } else {
    readBlockRows(watched, hash);
    for (const shardId of shardsAfter(watched, hash, block.header)) {
      watched.get(Column.chunkExtra, blockShardKey(hash, shardId));
    }
  }
  const missed = watched.takeMissed();
  const needed = neededOf(watched, checked, kind);
  return missed.filter((row) => needed(row));
}

/**
 * The shards that a block was applied on and, after the last block of an epoch, those of the next.
 */
function shardsAfter(store: StoreReader, hash: Hash, { lite }: BlockHeader): ReadonlySet<number> {
  const isLast = store.get(Column.epochInfo, hash) !== undefined;
  const epochs = isLast ? [lite.epochId, lite.nextEpochId] : [lite.epochId];
  const infos = epochs.map((id) => readRow(store, Column.epochInfo, id));
  return new Set(infos.flatMap((info) => (info === null ? [] : shardIds(info.shardLayout))));
}

/** Some rows exist only if there was something to write. */
function neededOf(store: StoreReader, { hash, block, carried }: CheckedBlock, kind: StateKind) {
  const { header, body } = block;
  const { height } = header.lite;
  const isFirst = isFirstOf(store, header);
  const shardKeys = (isWanted: (shardId: number, key: Uint8Array) => boolean) =>
    new Set(
      body.chunks
        .filter(({ heightIncluded }) => heightIncluded === height)
        .map(({ inner: { value } }) => [value.shardId, blockShardKey(hash, value.shardId)] as const)
        .filter(([shardId, key]) => isWanted(shardId, key))
        .map(([, key]) => bytesKey(key)),
    );
  const sent = shardKeys((shardId) => !isFirst && carried.get(shardId) === true);
  const executed = shardKeys((_shardId, key) => hasOutcomes(store, key));
  const empty = new Set(newChunks(block).filter(isEmptyChunk).map(chunkHash).map(bytesKey));
  // Older stores have rows of empty chunks too.
  const lacksChunk = (column: Column, key: Uint8Array) =>
    empty.has(bytesKey(key))
      ? column === Column.emptyChunk && store.get(Column.chunk, key) === undefined
      : column === Column.chunk;
  return ({ column, key }: RowPlace): boolean => {
    // The genesis block names a predecessor that does not exist.
    if (column === Column.block && equalBytes(key, header.prevHash)) return !isFirst;
    if (kind === 'flat') return column.required === 'all';
    if (column === Column.chunk || column === Column.emptyChunk) return lacksChunk(column, key);
    if (column === Column.outgoingReceipts) return sent.has(bytesKey(key));
    if (column === Column.outcomeIds) return executed.has(bytesKey(key));
    if (column === Column.nextBlock) return !isFirst;
    return column.required !== 'none';
  };
}

function isFirstOf(store: StoreReader, { prevHash, lite }: BlockHeader): boolean {
  const tail = readTip(store, 'collected') ?? readTip(store, 'tail');
  return equalBytes(prevHash, HASH_ZERO) || tail?.height === lite.height;
}

function hasOutcomes(store: StoreReader, key: Uint8Array): boolean {
  const row = store.get(Column.chunkExtra, key);
  return row !== undefined && bytesKey(decode(ChunkExtra, row).outcomeRoot) !== EMPTY_OUTCOMES;
}

/** Walks states from their roots down; shared nodes are checked once. */
class StateCheck {
  readonly #store: StoreReader;
  readonly #faults: StoreFaults;
  readonly #onStep: (where: string) => void;
  readonly #seen = new Set<string>();

  constructor(store: StoreReader, faults: StoreFaults, onStep: (where: string) => void) {
    this.#store = store;
    this.#faults = faults;
    this.#onStep = onStep;
  }

  check(watched: WatchedReader, hash: Hash, { header }: Block): void {
    const where = `state after height ${header.lite.height}`;
    for (const { stateRoot } of readChunkExtras(watched, hash).values()) {
      this.#follow(stateRoot, where);
    }
  }

  #follow(root: Hash, where: string): void {
    if (isEmptyRoot(root)) return;
    const pending = [{ hash: root, isValue: false }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { hash, isValue } = next;
      if (this.#seen.has(bytesKey(hash))) continue;
      this.#seen.add(bytesKey(hash));
      if (this.#seen.size % 1_000 === 0) this.#onStep(where);
      const bytes = this.#read(hash);
      if (bytes === undefined || isValue) continue;
      const { nodes, value } = hashesBelow(bytes);
      for (const node of nodes) pending.push({ hash: node, isValue: false });
      if (value !== null) pending.push({ hash: value, isValue: true });
    }
  }

  #read(hash: Hash): Uint8Array | undefined {
    try {
      const bytes = this.#store.get(Column.stateNode, hash);
      if (bytes !== undefined) return bytes;
    } catch (error) {
      if (!(error instanceof PerigeeError)) throw error;
    }
    this.#faults.addRow('missing', { column: Column.stateNode, key: hash });
    return undefined;
  }
}
