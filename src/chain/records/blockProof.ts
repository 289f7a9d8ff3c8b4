// Proofs that a block is an ancestor of another: paths in the tree over all block hashes. Roots of
// complete subtrees never change, so they are kept as blocks are added and a proof costs a number
// of reads that grows with the logarithm of the chain's length.

import { assert } from '../../base/assert.ts';
import { combineHash, type Hash } from '../../base/crypto/hash.ts';
import type { MerklePathItem } from '../../base/merkle/merkle.ts';
import { readAll } from '../../store/suspendedRead.ts';

/**
 * The root of the complete subtree over leaves `index * 2^level` and the following `2^level - 1`.
 */
export type SubtreeRoot = (level: number, index: number) => Hash;

/** Of a tree over as many leaves as a number counts exactly. */
const LEVELS_MAX = 53;

export interface SubtreePlace {
  readonly level: number;
  readonly index: number;
}

export interface CompletedSubtree extends SubtreePlace {
  readonly root: Hash;
}

/** The subtrees that become complete with leaf number `leafIndex`, from the leaf itself upwards. */
export function completedSubtrees(
  leafIndex: number,
  leaf: Hash,
  subtree: SubtreeRoot,
): CompletedSubtree[] {
  let root = leaf;
  return completedPlaces(leafIndex).map(({ level, index }) => {
    // The right child of this subtree was completed just before.
    if (level > 0) root = combineHash(subtree(level - 1, 2 * index), root);
    return { level, index, root };
  });
}

/** The subtrees that a leaf completes, from the leaf itself up. */
export function completedPlaces(leafIndex: number): SubtreePlace[] {
  const places: SubtreePlace[] = [{ level: 0, index: leafIndex }];
  for (let index = leafIndex; index % 2 === 1; ) {
    index = (index - 1) / 2;
    places.push({ level: places.length, index });
  }
  return places;
}

/** The complete subtrees of a tree with this many leaves, largest first. */
export function subtreesOf(size: number): SubtreePlace[] {
  const subtrees: SubtreePlace[] = [];
  for (let level = LEVELS_MAX - 1; level >= 0; level--) {
    const count = Math.floor(size / 2 ** level);
    if (count % 2 === 1) subtrees.push({ level, index: count - 1 });
  }
  return subtrees;
}

/** Nodes of one tree that were needed before, complete or not. */
export interface KnownNodes {
  get(level: number, index: number): Hash | undefined;
  set(level: number, index: number, node: Hash): void;
}

export const NO_NODES: KnownNodes = { get: () => undefined, set: () => {} };

/** The path from leaf `leafIndex` to the root of the tree over the first `size` leaves. */
export function blockPath(
  leafIndex: number,
  size: number,
  subtree: SubtreeRoot,
  known = NO_NODES,
): MerklePathItem[] {
  const siblings: { level: number; at: number; isLeft: boolean }[] = [];
  let index = leafIndex;
  for (let level = 0; 2 ** level < size; level++) {
    const isLeft = index % 2 === 0;
    const at = isLeft ? index + 1 : index - 1;
    // A node without a right sibling is promoted as it is and adds nothing to the path.
    if (at * 2 ** level < size) siblings.push({ level, at, isLeft });
    index = Math.floor(index / 2);
  }
  const tree = { size, subtree, known };
  return readAll(siblings, ({ level, at, isLeft }) => ({
    hash: nodeRoot(tree, level, at),
    direction: isLeft ? 'Right' : 'Left',
  }));
}

interface Tree {
  readonly size: number;
  readonly subtree: SubtreeRoot;
  readonly known: KnownNodes;
}

function nodeRoot(tree: Tree, level: number, index: number): Hash {
  const { size, subtree, known } = tree;
  const node = known.get(level, index);
  if (node !== undefined) return node;
  const isComplete = (index + 1) * 2 ** level <= size;
  const root = isComplete ? subtree(level, index) : incompleteRoot(tree, level, index);
  known.set(level, index, root);
  return root;
}

function incompleteRoot(tree: Tree, level: number, index: number): Hash {
  const below = [index * 2, index * 2 + 1].filter((at) => at * 2 ** (level - 1) < tree.size);
  const [left, right] = readAll(below, (at) => nodeRoot(tree, level - 1, at));
  assert(left !== undefined, 'a node has at least one leaf');
  return right === undefined ? left : combineHash(left, right);
}
