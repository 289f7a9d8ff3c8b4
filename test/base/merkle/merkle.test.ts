/**
 * Both Merkle trees against known roots, their relation to each other, and every path of random
 * trees folded back to the root.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatHash,
  HASH_ZERO,
  type Hash,
  parseHash,
  sha256,
} from '../../../src/base/crypto/hash.ts';
import { EMPTY_TREE, insertLeaf, treeRoot } from '../../../src/base/merkle/blockMerkleTree.ts';
import { hashesRoot, merkleRoot, merkleRootAndPaths } from '../../../src/base/merkle/merkle.ts';
import { foldMerklePath } from '../../support/merklePath.ts';

const createLeaves = (count: number): Hash[] =>
  Array.from({ length: count }, (_, index) => sha256(Uint8Array.of(index)));

const RAW_ROOTS = [
  '8RBsoeyoRwajj86MZfZE6gMDJQVYGYcdSfx1zxqxNHbr',
  '4Hp2TYR8B59iNYcTTrk31C8wcgJQ8F2dz9ko7t5J78Qz',
  '92RKfBJ5HaoiMNw4H9ZMdGVwDgGEB4CXMDgJE1bnySDL',
  'B8LQVBHQ4SPGRr8zfbEo6KYZu6yPF4fJ9PzM3hTSaqZw',
  '6UyE9pLuztZGPRMi8CysyBXUf7crQyaz9TndA2911aFo',
  'H2uB3L96g7tqXsT43HJzbMfbeqA77WimfsPNQpEJseN3',
  '8hczrUmj5rtz6vvXk6r8snBbFwnwbiyNKPVoHZgqFkTo',
];
const HASHED_ROOTS = [
  '2MBEf16Lzw7FQ3N7atBbNScMf2fFj2mERfGevW1JUFW9',
  '428np6szp2h5TkvSaVDyBB5WK25es6MezwYsChh4qedn',
  '44KrqkqvEexxmyPmHKWPaCKxrgLcmzDSYA633bknQyap',
  'vakLjNFezec5pUs1dG9c4QMV7c9R3m3bfsq1oKGPabV',
  'ARr13PgZVXyvLxdZAHj2JtEM7BB8Wme49ktxtNtUe51i',
  'UTEWBWmPMKKgZ18wJAgfCdMwyuP8dKt8b6T6Z9mW7Fw',
  '3QUZK4o8ALtLWMaSsiq85KBaLmHYKdqg5Fx6ddDJcACi',
];

test('roots of one to seven leaves', () => {
  for (const [index, root] of RAW_ROOTS.entries()) {
    assert.equal(formatHash(merkleRoot(createLeaves(index + 1))), root);
  }
  for (const [index, root] of HASHED_ROOTS.entries()) {
    assert.equal(formatHash(hashesRoot(createLeaves(index + 1))), root);
  }
});

test('the root of nothing is zero, and a single value is hashed once more', () => {
  assert.deepEqual(merkleRoot([]), HASH_ZERO);
  assert.deepEqual(merkleRootAndPaths([]), { root: HASH_ZERO, paths: [] });
  assert.deepEqual(treeRoot(EMPTY_TREE), HASH_ZERO);
  assert.equal(formatHash(hashesRoot([HASH_ZERO])), '7tkzFg8RHBmMw1ncRJZCCZAizgq4rwCftTKYLce8RU8t');
});

test('every path leads to the root', () => {
  for (let count = 1; count <= 40; count++) {
    const leaves = createLeaves(count);
    const { root, paths } = merkleRootAndPaths(leaves);
    assert.deepEqual(root, merkleRoot(leaves));
    for (const [index, leaf] of leaves.entries()) {
      assert.deepEqual(foldMerklePath(leaf, paths[index]!), root);
    }
  }
});

test('a promoted node has no item in its path', () => {
  const { paths } = merkleRootAndPaths(createLeaves(5));
  assert.deepEqual(
    paths.map((path) => path.map(({ direction }) => direction)),
    [
      ['Right', 'Right', 'Right'],
      ['Left', 'Right', 'Right'],
      ['Right', 'Left', 'Right'],
      ['Left', 'Left', 'Right'],
      ['Left'],
    ],
  );
});

test('a recorded outcome proof', () => {
  const path = [
    { direction: 'Right', hash: parseHash('BWwZ4wHuzaUxdDSrhAEPjFQtDgwzb8K4zoNzfX9A3SkK') },
    { direction: 'Left', hash: parseHash('Dpg4nQQwbkBZMmdNYcZiDPiihZPpsyviSTdDZgBRAn2z') },
    { direction: 'Right', hash: parseHash('BruTLiGx8f71ufoMKzD4H4MbAvWGd3FLL5JoJS3XJS3c') },
  ] as const;
  const leaf = parseHash('jWwfxGwYKgbQvFgvZ1bqdTAzVZxBpJqbbFpneDGzV2B');
  const root = '2sZ81kLj2cw5UHTjdTeMxmaWn2zFeyr5pFunxn6aGTNB';
  assert.equal(formatHash(foldMerklePath(leaf, path)), root);
});

test('the growing tree has the root of the list at every size', () => {
  let tree = EMPTY_TREE;
  for (let size = 1; size <= 40; size++) {
    const leaves = createLeaves(size);
    const before = tree;
    tree = insertLeaf(tree, leaves[size - 1]!);
    assert.equal(before.size, size - 1);
    assert.equal(tree.size, size);
    assert.equal(tree.path.length, [...size.toString(2)].filter((bit) => bit === '1').length);
    assert.deepEqual(treeRoot(tree), merkleRoot(leaves));
  }
});
