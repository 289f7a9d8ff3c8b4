// Verifies a Merkle path, for tests of everything that creates paths.

import { combineHash, type Hash } from '../../src/base/crypto/hash.ts';
import type { MerklePathItem } from '../../src/base/merkle/merkle.ts';

/** The root that a leaf and its path lead to. */
export function foldMerklePath(leaf: Hash, path: readonly MerklePathItem[]): Hash {
  let node = leaf;
  for (const { hash, direction } of path) {
    node = direction === 'Left' ? combineHash(hash, node) : combineHash(node, hash);
  }
  return node;
}
