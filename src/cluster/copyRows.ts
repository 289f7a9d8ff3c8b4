// Copies the rows of a cluster into a local store: blocks with all their rows, and states. State
// nodes and values are named by their hashes, so a state is copied from its roots down by following
// hashes that are not here yet; the initial copy and that of a block differ only in size.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { Column } from '../chain/columns/columns.ts';
import { Batch, type Store } from '../store/store.ts';
import { isEmptyRoot } from '../trie/trieRead.ts';
import { createClusterError } from './cassandra.ts';
import type { ClusterReader } from './clusterReader.ts';
import { hashesBelow } from './newStateNodes.ts';

/** Rows that are requested concurrently. */
const ROWS_AT_ONCE = 512;
/** An initial copy is committed in pieces of this size. */
const PIECE_BYTES = 16 * 1024 * 1024;

interface Wanted {
  readonly hash: Hash;
  /** A value refers to no further nodes. */
  readonly isValue: boolean;
}

interface StateCopyOptions {
  readonly reader: ClusterReader;
  readonly store: Pick<Store, 'get' | 'commit'>;
  readonly roots: Iterable<Hash>;
  /** Whether to commit in pieces, for a store that is thrown away if the copy does not complete. */
  readonly inPieces: boolean;
}

/** Adds to the batch, or commits, whatever the store lacks of the states below the roots. */
export async function copyState(batch: Batch, options: StateCopyOptions): Promise<Batch> {
  const { reader, store, inPieces } = options;
  const seen = new Set<string>();
  const queue: Wanted[] = [];
  const want = (hash: Hash, isValue: boolean) => {
    const key = bytesKey(hash);
    if (seen.has(key) || store.get(Column.stateNode, hash) !== undefined) return;
    seen.add(key);
    queue.push({ hash, isValue });
  };
  for (const root of options.roots) if (!isEmptyRoot(root)) want(root, false);
  let rest = batch;
  let bytes = 0;
  while (queue.length > 0) {
    // Depth first, so that the queue stays short.
    const wanted = queue.splice(-ROWS_AT_ONCE);
    const rows = await Promise.all(
      wanted.map(({ hash }) => reader.rows.load(Column.stateNode, hash)),
    );
    rows.forEach((row, i) => {
      const { hash, isValue } = wanted[i] as Wanted;
      if (row === null)
        throw createClusterError('cluster_corrupt', 'the cluster lacks part of a state');
      rest.put(Column.stateNode, hash, row);
      bytes += row.length;
      if (isValue) return;
      const { nodes, value } = hashesBelow(row);
      for (const node of nodes) want(node, false);
      if (value !== null) want(value, true);
    });
    if (!inPieces || bytes < PIECE_BYTES) continue;
    store.commit(rest);
    rest = new Batch();
    bytes = 0;
  }
  return rest;
}
