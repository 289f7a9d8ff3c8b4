// Proofs that a block is an ancestor of another: paths in the tree over all block hashes. Roots of
// complete subtrees never change, so they are kept as blocks are added and a proof costs a number
// of reads that grows with the logarithm of the chain's length.

import { combineHash, type Hash } from '../base/hash.ts';
import type { MerklePathItem } from '../base/merkle.ts';

/**
 * The root of the complete subtree over leaves `index * 2^level` and the following `2^level - 1`.
 */
export type SubtreeRoot = (level: number, index: number) => Hash;

export interface CompletedSubtree {
  readonly level: number;
  readonly index: number;
  readonly root: Hash;
}

/** The subtrees that become complete with leaf number `leafIndex`, from the leaf itself upwards. */
export function completedSubtrees(
  leafIndex: number,
  leaf: Hash,
  subtree: SubtreeRoot,
): CompletedSubtree[] {
  const completed: CompletedSubtree[] = [{ level: 0, index: leafIndex, root: leaf }];
  let root = leaf;
  let index = leafIndex;
  for (let level = 0; index % 2 === 1; level++) {
    root = combineHash(subtree(level, index - 1), root);
    index = (index - 1) / 2;
    completed.push({ level: level + 1, index, root });
  }
  return completed;
}

/** The path from leaf `leafIndex` to the root of the tree over the first `size` leaves. */
export function blockPath(leafIndex: number, size: number, subtree: SubtreeRoot): MerklePathItem[] {
  const path: MerklePathItem[] = [];
  let index = leafIndex;
  for (let level = 0; 2 ** level < size; level++) {
    const isLeft = index % 2 === 0;
    const sibling = isLeft ? index + 1 : index - 1;
    // A node without a right sibling is promoted as it is and adds nothing to the path.
    if (sibling * 2 ** level < size) {
      const hash = nodeRoot(level, sibling, size, subtree);
      path.push({ hash, direction: isLeft ? 'Right' : 'Left' });
    }
    index = Math.floor(index / 2);
  }
  return path;
}

function nodeRoot(level: number, index: number, size: number, subtree: SubtreeRoot): Hash {
  if ((index + 1) * 2 ** level <= size) return subtree(level, index);
  const left = nodeRoot(level - 1, index * 2, size, subtree);
  const rightIndex = index * 2 + 1;
  if (rightIndex * 2 ** (level - 1) >= size) return left;
  return combineHash(left, nodeRoot(level - 1, rightIndex, size, subtree));
}
