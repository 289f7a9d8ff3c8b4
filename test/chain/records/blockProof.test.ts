// Paths in the tree over all block hashes, against trees that are built level by level, for every
// leaf of every size up to seventy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { u64Le } from '../../../src/base/bytes/bytes.ts';
import { combineHash, HASH_ZERO, type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import {
  insertLeaf,
  type PartialMerkleTree,
  treeRoot,
} from '../../../src/base/merkle/blockMerkleTree.ts';
import type { MerklePathItem } from '../../../src/base/merkle/merkle.ts';
import { blockPath, completedSubtrees } from '../../../src/chain/records/blockProof.ts';
import { AncestorNodes } from '../../../src/chain/stored/ancestorNodes.ts';
import { foldMerklePath } from '../../support/merklePath.ts';

const SIZE_MAX = 70;
const leaves = Array.from({ length: SIZE_MAX }, (_, i) => sha256(u64Le(i)));

/** All subtrees that the leaves complete, as the chain keeps them. */
const subtrees = new Map<string, Hash>();
const subtree = (level: number, index: number): Hash => {
  const root = subtrees.get(`${level} ${index}`);
  assert.ok(root !== undefined, `subtree ${index} of level ${level} is kept`);
  return root;
};
leaves.forEach((leaf, i) => {
  for (const { level, index, root } of completedSubtrees(i, leaf, subtree)) {
    assert.ok(!subtrees.has(`${level} ${index}`), 'a subtree is completed once');
    subtrees.set(`${level} ${index}`, root);
  }
});

interface NaiveTree {
  readonly root: Hash;
  readonly paths: readonly (readonly MerklePathItem[])[];
}

/** Pairs from the left; a last one without a partner moves up unchanged. */
function buildTree(hashes: readonly Hash[]): NaiveTree {
  const paths: MerklePathItem[][] = hashes.map(() => []);
  let level = hashes.map((hash, i) => ({ hash, below: [i] }));
  while (level.length > 1) {
    const above: typeof level = [];
    for (let i = 0; i < level.length; i += 2) {
      const left = level[i] as (typeof level)[number];
      const right = level[i + 1];
      if (right === undefined) {
        above.push(left);
        continue;
      }
      for (const leaf of left.below) paths[leaf]?.push({ hash: right.hash, direction: 'Right' });
      for (const leaf of right.below) paths[leaf]?.push({ hash: left.hash, direction: 'Left' });
      const below = [...left.below, ...right.below];
      above.push({ hash: combineHash(left.hash, right.hash), below });
    }
    level = above;
  }
  return { root: level[0]?.hash ?? HASH_ZERO, paths };
}

test('every path in every tree', () => {
  for (let size = 1; size <= SIZE_MAX; size++) {
    const { root, paths } = buildTree(leaves.slice(0, size));
    for (let leaf = 0; leaf < size; leaf++) {
      const path = blockPath(leaf, size, subtree);
      assert.deepEqual(path, paths[leaf], `leaf ${leaf} of ${size}`);
      assert.deepEqual(foldMerklePath(leaves[leaf] as Hash, path), root);
    }
  }
});

test('the roots in headers', () => {
  let tree: PartialMerkleTree = { path: [], size: 0 };
  assert.deepEqual(treeRoot(tree), HASH_ZERO);
  leaves.forEach((leaf, i) => {
    tree = insertLeaf(tree, leaf);
    assert.deepEqual(treeRoot(tree), buildTree(leaves.slice(0, i + 1)).root, `size ${i + 1}`);
  });
});

test('only complete subtrees are kept', () => {
  for (const key of subtrees.keys()) {
    const [level, index] = key.split(' ').map(Number) as [number, number];
    assert.ok((index + 1) * 2 ** level <= SIZE_MAX);
  }
  // One for each leaf, one for each pair, one for each four, and so on.
  const expected = [0, 1, 2, 3, 4, 5, 6].map((level) => Math.floor(SIZE_MAX / 2 ** level));
  assert.equal(
    subtrees.size,
    expected.reduce((a, b) => a + b),
  );
});

test('nodes that are kept for a head make the same paths, with fewer reads', () => {
  const nodes = new AncestorNodes(1e6);
  for (const size of [1, 2, 37, 64, SIZE_MAX]) {
    const head = sha256(u64Le(size));
    let reads = 0;
    const counted = (level: number, index: number) => {
      reads += 1;
      return subtree(level, index);
    };
    for (let leaf = 0; leaf < size; leaf++) {
      const path = blockPath(leaf, size, counted, nodes.of(head));
      assert.deepEqual(path, blockPath(leaf, size, subtree), `leaf ${leaf} of ${size}`);
    }
    assert.ok(reads <= 3 * size, `${reads} reads for ${size} leaves`);
  }
});

test('of the nodes only as many are kept as have room', () => {
  const nodes = new AncestorNodes(2_000);
  for (let leaf = 0; leaf < SIZE_MAX; leaf++) {
    blockPath(leaf, SIZE_MAX, subtree, nodes.of(HASH_ZERO));
    assert.ok(nodes.figures.bytes <= 2_000);
  }
});
