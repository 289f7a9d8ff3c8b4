// The paths of outcomes in the tree over the outcomes of their chunk. Eight neighbours have all but
// the lowest items of their paths in common: if a chunk has many outcomes, these are stored once.

import type { Hash } from '../../base/crypto/hash.ts';
import type { MerklePathItem } from '../../base/merkle/merkle.ts';
import { BorshReader } from '../../codec/borsh.ts';
import { showOf } from '../../codec/show.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import { outcomePathKey } from '../../store/storeKeys.ts';
import type { OutcomeWithId } from '../../types/outcome.ts';
import { Column } from '../columns/columns.ts';
import {
  MerklePath,
  type OutcomePath,
  type OutcomeRecord,
  readPathGroup,
} from '../records/storedRecords.ts';

/** Neighbours with common items are two to this power. */
const GROUP_LEVELS = 3;
/** Chunks with at most as many outcomes keep whole paths: one row less to read. */
const WHOLE_MAX = 16;

type Path = readonly MerklePathItem[];

interface ExecutedChunk {
  readonly blockHash: Hash;
  readonly shardId: number;
  readonly outcomes: readonly OutcomeWithId[];
  /** Of each outcome. */
  readonly paths: readonly Path[];
}

export function writeOutcomes(batch: Batch, chunk: ExecutedChunk): void {
  const { blockHash, shardId, outcomes, paths } = chunk;
  if (outcomes.length === 0) return;
  const ids = outcomes.map(({ id }) => id);
  batch.put(Column.outcomeIds, [blockHash, shardId], ids);
  outcomes.forEach(({ id, outcome }, i) => {
    const path = splitPath(paths, i);
    batch.put(Column.outcome, id, { blockHash, shardId, path, outcome });
  });
  for (let group = 0; group < countGroups(outcomes.length); group++) {
    const key = outcomePathKey(blockHash, shardId, group);
    batch.put(Column.outcomePath, key, sharedPath(paths, group));
  }
}

/** The row of what the path of an outcome has in common with others; null if that is nothing. */
export function readSharedPath(
  store: StoreReader,
  { blockHash, shardId }: Pick<OutcomeRecord, 'blockHash' | 'shardId'>,
  group: number | null,
): Uint8Array | null {
  if (group === null) return null;
  const key = outcomePathKey(blockHash, shardId, group);
  // A copy, because what is kept must not keep the rows that were read beside it.
  return requireRow(store.get(Column.outcomePath as Column, key), Column.outcomePath, key).slice();
}

export function decodePath(shared: Uint8Array): Path {
  return Column.outcomePath.value.decode(shared);
}

const showItems = showOf(MerklePath);

/** A whole path as JSON: its own items, from a reader, and those that it shares. */
export function showPath(reader: BorshReader, shared: Uint8Array | null): string {
  readPathGroup(reader);
  const own = showItems(reader);
  if (shared === null) return own;
  const others = showItems(new BorshReader(shared));
  if (own === '[]') return others;
  return others === '[]' ? own : `${own.slice(0, -1)},${others.slice(1)}`;
}

/** What the paths of a group have in common. */
export function sharedPath(paths: readonly Path[], group: number): Path {
  const first = group << GROUP_LEVELS;
  return paths[first]?.slice(countOwn(first, paths.length)) ?? [];
}

function splitPath(paths: readonly Path[], index: number): OutcomePath {
  const path = paths[index] ?? [];
  if (countGroups(paths.length) === 0) return { own: path, group: null };
  return { own: path.slice(0, countOwn(index, paths.length)), group: index >>> GROUP_LEVELS };
}

function countGroups(outcomes: number): number {
  return outcomes <= WHOLE_MAX ? 0 : Math.ceil(outcomes / 2 ** GROUP_LEVELS);
}

/** A node without a sibling leaves no item in a path. */
function countOwn(index: number, leaves: number): number {
  let count = 0;
  for (let level = 0; level < GROUP_LEVELS; level++) {
    if (((index >>> level) ^ 1) << level < leaves) count += 1;
  }
  return count;
}
