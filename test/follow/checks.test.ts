// Each check by itself, on headers that could have been signed: otherwise, a changed signed field
// would fail the hash check before anything else is checked.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Hash } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, type SecretKey, secretToPublic, sign } from '../../src/base/crypto/keys.ts';
import { orderApprovers } from '../../src/chain/epoch/approvers.ts';
import { approvalMessage } from '../../src/chain/signing/validatorSigner.ts';
import { type BlockCheck, BlockRefused } from '../../src/follow/blockRefused.ts';
import { verifyApprovals } from '../../src/follow/verify/verifyApprovals.ts';
import {
  verifyChunks,
  verifyRepeatedChunks,
  verifyShardIds,
} from '../../src/follow/verify/verifyChunks.ts';
import { type PrevBlock, verifyHeader } from '../../src/follow/verify/verifyHeader.ts';
import { confirmOutcomes } from '../../src/follow/verify/verifyOutcomes.ts';
import { verifyDueProducer, verifyKnownProducer } from '../../src/follow/verify/verifyProducer.ts';
import type { Block, BlockHeader } from '../../src/types/block.ts';
import type { ChunkHeader } from '../../src/types/chunk.ts';
import { createShardLayout, type ShardLayout } from '../../src/types/shardLayout.ts';
import { deriveShardLayout } from '../../src/types/shardSplits.ts';
import { createLocalChain } from '../chain/localChain.ts';

let prev: PrevBlock;
let block: Block;
let layout: ShardLayout;

/** Block 4 of a quiet chain on top of block 3. */
before(() => {
  const { chain, producer } = createLocalChain({}, { shards: 2 });
  for (let i = 0; i < 4; i++) producer.produceBlock();
  block = chain.head.block;
  const hash = block.header.prevHash;
  const before = chain.stored.block(hash) as Block;
  const ancestors = chain.stored.ancestors(hash);
  prev = { hash, header: before.header, chunks: before.body.chunks, ancestors };
  layout = chain.layoutAfterHead();
});

/** Shards 0 and 1, of which the second becomes 2 and 3. */
const BEFORE = createShardLayout(['mm'], [0, 1]);
const AFTER = deriveShardLayout(BEFORE, 'tt', [BEFORE]);

/** A chunk header of the block, as if it were that of another shard and height. */
function chunkAt(
  shardId: number,
  heightIncluded: number,
  prevOutcomeRoot = otherHash,
): ChunkHeader {
  const [{ inner, ...header }] = block.body.chunks as [ChunkHeader];
  const value = { ...inner.value, shardId, prevOutcomeRoot };
  return { ...header, inner: { ...inner, value } as ChunkHeader['inner'], heightIncluded };
}

function refusedBy(check: BlockCheck, work: () => void): void {
  assert.throws(work, (error) => error instanceof BlockRefused && error.info.check === check);
}

const otherHash: Hash = new Uint8Array(32).fill(7);

describe('the position of a header', () => {
  const withLite = (lite: Partial<BlockHeader['lite']>): BlockHeader => ({
    ...block.header,
    lite: { ...block.header.lite, ...lite },
  });
  const withRest = (rest: Partial<BlockHeader['rest']>): BlockHeader => ({
    ...block.header,
    rest: { ...block.header.rest, ...rest },
  });

  it('is right', () => {
    verifyHeader(block.header, prev);
    verifyHeader(withLite({ blockMerkleRoot: otherHash }), { ...prev, ancestors: null });
  });

  it('must follow from the previous block', () => {
    const { height, timestamp } = prev.header.lite;
    refusedBy('chain', () => verifyHeader({ ...block.header, prevHash: otherHash }, prev));
    for (const header of [
      withLite({ height }),
      withLite({ height: height + 2 }),
      withLite({ timestamp }),
      withRest({ prevHeight: height - 1 }),
      withRest({ blockOrdinal: block.header.rest.blockOrdinal + 1 }),
      withRest({ lastFinalBlock: otherHash }),
      withRest({ lastDsFinalBlock: otherHash }),
    ]) {
      refusedBy('chain', () => verifyHeader(header, prev));
    }
    const merkle = withLite({ blockMerkleRoot: otherHash });
    refusedBy('block merkle root', () => verifyHeader(merkle, prev));
  });

  it('is in the same epoch or starts the next one', () => {
    for (const lite of [
      { epochId: otherHash },
      { nextEpochId: otherHash },
      { nextBpHash: otherHash },
      { epochId: prev.header.lite.nextEpochId },
    ]) {
      refusedBy('epoch', () => verifyHeader(withLite(lite), prev));
    }
    const { nextEpochId } = prev.header.lite;
    verifyHeader(withLite({ epochId: nextEpochId, nextEpochId: prev.hash }), prev);
  });
});

describe('approvals', () => {
  const names = ['a.near', 'b.near', 'c.near', 'next.near'] as const;
  const secret = (name: string): SecretKey => keyFromSeed('ed25519', name);
  const producer = (accountId: string, stake: bigint) => ({
    accountId,
    publicKey: secretToPublic(secret(accountId)),
    stake,
  });
  const current = [producer('a.near', 34n), producer('b.near', 33n), producer('c.near', 33n)];
  const next = [producer('b.near', 10n), producer('next.near', 90n)];

  /** A header at a height above block 3, approved by some validators. */
  function approve(height: number, approving: readonly string[], count = 3): BlockHeader {
    const message = approvalMessage(prev.hash, prev.header.lite.height, height);
    const approvals = names
      .slice(0, count)
      .map((name) => (approving.includes(name) ? sign(secret(name), message) : null));
    const { header } = block;
    return {
      ...header,
      lite: { ...header.lite, height },
      rest: { ...header.rest, approvals },
    };
  }
  const verify = (header: BlockHeader, isLate = false, mayLack = false) =>
    verifyApprovals(
      header,
      { hash: prev.hash, height: prev.header.lite.height },
      { approvers: orderApprovers(current, isLate ? next : []), mayLack },
    );

  it('of more than two thirds are enough, of the next height or a later one', () => {
    verify(approve(4, ['a.near', 'b.near']));
    verify(approve(9, ['a.near', 'c.near']));
    refusedBy('approvals', () => verify(approve(4, ['b.near', 'c.near'])));
    refusedBy('approvals', () => verify(approve(4, [])));
  });

  it('count only with the right signatures', () => {
    const good = approve(4, [...names]);
    const [first, ...others] = good.rest.approvals;
    const swapped = { ...good, rest: { ...good.rest, approvals: [...others, first ?? null] } };
    refusedBy('approvals', () => verify(swapped));
    refusedBy('approvals', () => verify(swapped, false, true));
    // Signed for another height, or as if no height had been skipped.
    const later = { ...good, lite: { ...good.lite, height: 5 } };
    refusedBy('approvals', () => verify(later));
  });

  it('are those of the next epoch as well when it is near', () => {
    verify(approve(4, [...names], 4), true);
    refusedBy('approvals', () => verify(approve(4, ['a.near', 'b.near', 'c.near'], 4), true));
    refusedBy('approvals', () => verify(approve(4, ['a.near', 'next.near'], 4), true));
    refusedBy('approvals', () => verify(approve(4, [...names], 4)));
  });

  it('may be missing where that is allowed', () => {
    verify(approve(4, []), false, true);
  });
});

describe('producers', () => {
  const stake = (accountId: string) => ({
    accountId,
    publicKey: secretToPublic(keyFromSeed('ed25519', accountId)),
    stake: 1n,
  });
  const signed = (author: string, by = author) => ({
    check: 'producer' as const,
    place: { height: 4 },
    author,
    hash: otherHash,
    signature: sign(keyFromSeed('ed25519', by), otherHash),
  });

  it('sign the chunks that were their turn', () => {
    verifyDueProducer(signed('a.near'), stake('a.near'));
    refusedBy('producer', () => verifyDueProducer(signed('a.near'), stake('b.near')));
    refusedBy('producer', () => verifyDueProducer(signed('a.near', 'b.near'), stake('a.near')));
  });

  it('are those of the epoch if turns are unknown', () => {
    const producers = [stake('a.near'), stake('b.near')];
    verifyKnownProducer(signed('b.near'), producers);
    refusedBy('producer', () => verifyKnownProducer(signed('c.near'), producers));
    refusedBy('producer', () => verifyKnownProducer(signed('a.near', 'b.near'), producers));
  });
});

describe('chunk headers', () => {
  it('determine the roots and the mask of their block', () => {
    const { header, body } = block;
    verifyChunks(header, body.chunks);
    const [first, second] = body.chunks as [ChunkHeader, ChunkHeader];
    refusedBy('chunk roots', () => verifyChunks(header, [second, first]));
    refusedBy('chunk roots', () => verifyChunks(header, [first]));
    const mask = { ...header, rest: { ...header.rest, chunkMask: [true, false] } };
    refusedBy('chunk mask', () => verifyChunks(mask, body.chunks));
    refusedBy('chunk roots', () => verifyChunks({ ...header, prevHash: otherHash }, body.chunks));
  });

  it('that are not new are those of the previous block', () => {
    const { chunks } = block.body;
    verifyRepeatedChunks(4, chunks, prev.chunks, layout);
    verifyRepeatedChunks(5, chunks, chunks, layout);
    refusedBy('chunk roots', () => verifyRepeatedChunks(5, chunks, prev.chunks, layout));
  });

  it('that are new are those of the shards of the epoch', () => {
    const { chunks } = block.body;
    verifyShardIds(4, chunks, layout);
    refusedBy('epoch', () => verifyShardIds(4, chunks.slice(1), layout));
    refusedBy('epoch', () => verifyShardIds(4, chunks.toReversed(), layout));
    // Until its first chunk, a shard that was split off repeats the header of its parent.
    verifyShardIds(5, [chunkAt(0, 5), chunkAt(1, 4), chunkAt(3, 5)], AFTER);
    refusedBy('epoch', () =>
      verifyShardIds(5, [chunkAt(0, 5), chunkAt(1, 5), chunkAt(3, 5)], AFTER),
    );
  });

  it('of the shards that were split off are at first those of their parent', () => {
    const last = [chunkAt(0, 4), chunkAt(1, 4)];
    const first = [chunkAt(0, 5), chunkAt(1, 4), chunkAt(3, 5)];
    verifyRepeatedChunks(5, first, last, AFTER);
    verifyRepeatedChunks(6, [chunkAt(0, 6), chunkAt(1, 4), chunkAt(3, 5)], first, AFTER);
    refusedBy('chunk roots', () =>
      verifyRepeatedChunks(5, [chunkAt(0, 5), chunkAt(0, 4), chunkAt(3, 5)], last, AFTER),
    );
    refusedBy('chunk roots', () =>
      verifyRepeatedChunks(6, [chunkAt(0, 6), chunkAt(1, 4), chunkAt(1, 4)], first, AFTER),
    );
  });
});

describe('outcomes', () => {
  const laterBlock = (height: number, chunks: readonly ChunkHeader[], layout: ShardLayout) => {
    const { header } = block;
    return { header: { ...header, lite: { ...header.lite, height } }, chunks, layout };
  };

  it('are confirmed by the next chunk of their shard', () => {
    const { chunks } = block.body;
    const [{ inner }] = chunks as [ChunkHeader];
    const { shardId, prevOutcomeRoot: root } = inner.value;
    const outcomes = { height: 3, shardId, layout, root };
    assert.equal(confirmOutcomes(outcomes, laterBlock(4, chunks, layout)), true);
    // No chunk of block 5 is new.
    assert.equal(confirmOutcomes(outcomes, laterBlock(5, chunks, layout)), false);
    const other = { ...outcomes, root: otherHash };
    refusedBy('outcome root', () => confirmOutcomes(other, laterBlock(4, chunks, layout)));
  });

  it('of a shard that was split are confirmed by its children', () => {
    const root = new Uint8Array(32).fill(8);
    const outcomes = { height: 4, shardId: 1, layout: BEFORE, root };
    const confirm = (chunks: readonly ChunkHeader[]) =>
      confirmOutcomes(outcomes, laterBlock(5, chunks, AFTER));
    const own = chunkAt(1, 4);
    assert.equal(confirm([chunkAt(0, 5), own, own]), false);
    assert.equal(confirm([chunkAt(0, 5), own, chunkAt(3, 5, root)]), true);
    assert.equal(confirm([chunkAt(0, 5), chunkAt(2, 5, root), chunkAt(3, 5, root)]), true);
    refusedBy('outcome root', () => confirm([chunkAt(0, 5), chunkAt(2, 5, root), chunkAt(3, 5)]));
    refusedBy('outcome root', () => confirm([chunkAt(0, 5, root), chunkAt(2, 5), own]));
  });
});
