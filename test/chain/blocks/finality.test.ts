// Which block is final, on random chains with skipped heights, against the definition: a block is
// final when the next two blocks have the next two heights, and has doomslug finality with one of
// them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { u64Le } from '../../../src/base/bytes/bytes.ts';
import { ChaChaRng } from '../../../src/base/crypto/chacha.ts';
import { HASH_ZERO, type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import { finalityPointers } from '../../../src/chain/blocks/finality.ts';
import type { BlockHeader } from '../../../src/types/block.ts';

interface TestBlock {
  readonly hash: Hash;
  readonly height: number;
  readonly header: BlockHeader;
}

function createBlock(prev: TestBlock | null, height: number): TestBlock {
  const rest =
    prev === null
      ? { lastFinalBlock: HASH_ZERO, lastDsFinalBlock: HASH_ZERO }
      : finalityPointers(prev.header, prev.hash, height);
  const prevHash = prev?.hash ?? HASH_ZERO;
  const header = { prevHash, lite: { height }, rest } as BlockHeader;
  return { hash: sha256(u64Le(height)), height, header };
}

/** The newest block before the last one that is followed by `count` blocks at the next heights. */
function findFollowed(blocks: readonly TestBlock[], count: number): Hash {
  for (let i = blocks.length - 1 - count; i >= 0; i--) {
    const followers = blocks.slice(i + 1, i + 1 + count);
    const { hash, height } = blocks[i] as TestBlock;
    if (followers.every((block, n) => block.height === height + 1 + n)) return hash;
  }
  return HASH_ZERO;
}

test('random chains', () => {
  const random = new ChaChaRng(sha256(u64Le(7)), 8);
  for (let run = 0; run < 200; run++) {
    const blocks = [createBlock(null, 0)];
    for (let i = 0; i < 20; i++) {
      const prev = blocks.at(-1) as TestBlock;
      const step = random.below32(3) === 0 ? 2 + random.below32(3) : 1;
      const block = createBlock(prev, prev.height + step);
      blocks.push(block);
      const { lastFinalBlock, lastDsFinalBlock } = block.header.rest;
      const heights = blocks.map(({ height }) => height).join();
      assert.deepEqual(lastFinalBlock, findFollowed(blocks, 2), `final: ${heights}`);
      assert.deepEqual(lastDsFinalBlock, findFollowed(blocks, 1), `nearly final: ${heights}`);
    }
  }
});
