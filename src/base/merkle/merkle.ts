/**
 * The Merkle tree of lists. A node without a right sibling moves up unchanged,
 * without being hashed again, and leaves no item in a path. The root of no leaves is zero.
 */

import { combineHash, HASH_ZERO, type Hash, sha256 } from '../crypto/hash.ts';

export type MerklePathItem = {
  readonly hash: Hash;
  /** On which side of the path the hash stands. */
  readonly direction: 'Left' | 'Right';
};

/** The leaves are leaf hashes already; see `hashesRoot` for a list of 32-byte values. */
export function merkleRoot(leaves: readonly Hash[]): Hash {
  let level = leaves;
  while (level.length > 1) level = combineLevel(level);
  return level[0] ?? HASH_ZERO;
}

export function merkleRootAndPaths(leaves: readonly Hash[]): {
  root: Hash;
  paths: MerklePathItem[][];
} {
  const paths = leaves.map((): MerklePathItem[] => []);
  let level = leaves;
  // How many leaves are below a node of the level.
  for (let width = 1; level.length > 1; width *= 2) {
    for (let node = 0; node < level.length; node++) {
      const sibling = level[node ^ 1];
      if (sibling === undefined) continue;
      const item: MerklePathItem = {
        hash: sibling,
        direction: node % 2 === 0 ? 'Right' : 'Left',
      };
      const end = Math.min((node + 1) * width, leaves.length);
      for (let leaf = node * width; leaf < end; leaf++) paths[leaf]!.push(item);
    }
    level = combineLevel(level);
  }
  return { root: level[0] ?? HASH_ZERO, paths };
}

/** The root over 32-byte values, each of which is hashed again to become a leaf. */
export function hashesRoot(items: readonly Hash[]): Hash {
  return merkleRoot(items.map(sha256));
}

function combineLevel(level: readonly Hash[]): Hash[] {
  const parents: Hash[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i]!;
    const right = level[i + 1];
    parents.push(right === undefined ? left : combineHash(left, right));
  }
  return parents;
}
