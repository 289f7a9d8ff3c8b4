/**
 * The growing Merkle tree over all block hashes. Unlike the tree of lists its
 * leaves are the raw hashes. Only the roots of the complete subtrees are kept: one hash for each
 * set bit of `size`, the largest subtree first.
 */

import { assert } from '../assert.ts';
import { combineHash, HASH_ZERO, type Hash } from '../crypto/hash.ts';

export type PartialMerkleTree = { readonly path: readonly Hash[]; readonly size: number };

export const EMPTY_TREE: PartialMerkleTree = { path: [], size: 0 };

export function insertLeaf(tree: PartialMerkleTree, leaf: Hash): PartialMerkleTree {
  const path = [...tree.path];
  let node = leaf;
  for (let size = tree.size; size % 2 === 1; size = (size - 1) / 2) {
    const left = path.pop();
    assert(left !== undefined, 'a tree keeps one hash for each set bit of its size');
    node = combineHash(left, node);
  }
  path.push(node);
  return { path, size: tree.size + 1 };
}

export function treeRoot(tree: PartialMerkleTree): Hash {
  return (
    tree.path.reduceRight<Hash | undefined>(
      (right, left) => (right === undefined ? left : combineHash(left, right)),
      undefined,
    ) ?? HASH_ZERO
  );
}
