// Headers of every version, converted to views and rebuilt: the version is detected, and the bytes
// are the same. The oldest one is from the reference's own test of a genesis of protocol version
// 29.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatHash, HASH_ZERO, parseHash } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import { parseJson } from '../../src/base/json/plainJson.ts';
import { blockRoots } from '../../src/chain/blocks/blockRoots.ts';
import { encode } from '../../src/codec/codec.ts';
import { chunkHeaderFromView } from '../../src/follow/messages/chunkHeaderFromView.ts';
import { headerFromView } from '../../src/follow/messages/headerFromView.ts';
import { outcomeFromView } from '../../src/follow/messages/outcomeFromView.ts';
import { COST_NAMES } from '../../src/params/costNames.ts';
import { BlockHeader, blockHash } from '../../src/types/block.ts';
import { ChunkHeader, type ChunkHeaderInner, chunkHash } from '../../src/types/chunk.ts';
import { NO_BANDWIDTH_REQUESTS, NO_CONGESTION } from '../../src/types/congestion.ts';
import { oldBlockProducersHash } from '../../src/types/validatorStake.ts';
import { BlockHeaderView, blockHeaderToView } from '../../src/types/views/blockView.ts';
import { ChunkHeaderView, chunkHeaderToView } from '../../src/types/views/chunkView.ts';
import { ExecutionOutcomeView } from '../../src/types/views/outcomeView.ts';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const signature = hash.map((half) => ({
  type: 'ed25519' as const,
  data: Uint8Array.from([...half, ...half]),
}));
const number = fc.integer({ min: 1, max: 2 ** 40 });
const amount = fc.bigInt({ min: 0n, max: 2n ** 100n });
const stake = fc.record({
  accountId: fc.constantFrom('alice.near', 'bob.near'),
  publicKey: hash.map((data) => ({ type: 'ed25519' as const, data })),
  stake: amount,
});

const lite = fc.record({
  height: number,
  epochId: hash,
  nextEpochId: hash,
  prevStateRoot: hash,
  prevOutcomeRoot: hash,
  timestamp: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  nextBpHash: hash,
  blockMerkleRoot: hash,
});

const rest = fc.record({
  blockBodyHash: hash,
  prevChunkOutgoingReceiptsRoot: hash,
  chunkHeadersRoot: hash,
  chunkTxRoot: hash,
  randomValue: hash,
  prevValidatorProposals: fc.array(stake, { maxLength: 2 }),
  chunkMask: fc.array(fc.boolean(), { maxLength: 4 }),
  nextGasPrice: amount,
  totalSupply: amount,
  lastFinalBlock: hash,
  lastDsFinalBlock: hash,
  blockOrdinal: number,
  prevHeight: number,
  epochSyncDataHash: fc.option(hash),
  approvals: fc.array(fc.option(signature), { maxLength: 3 }),
  latestProtocolVersion: fc.integer({ min: 29, max: 87 }),
  chunkEndorsements: fc.array(fc.uint8Array({ maxLength: 3 }), { maxLength: 3 }),
  shardSplit: fc.option(fc.tuple(fc.nat(9), fc.constant('middle.near'))),
});

const OLD_ABSENT = { blockOrdinal: 0, prevHeight: 0, epochSyncDataHash: null };

/** Fields that a version lacks have the values that decoding its bytes gives. */
function trimmed(version: BlockHeader['version'], full: BlockHeader['rest']): BlockHeader['rest'] {
  return {
    ...full,
    ...(version < 6 && { shardSplit: null }),
    ...(version < 5 && { chunkEndorsements: [] }),
    ...(version < 4 && { blockBodyHash: HASH_ZERO }),
    ...(version < 3 && OLD_ABSENT),
  };
}

const header = fc
  .record({
    version: fc.constantFrom(1 as const, 2, 3, 4, 5, 6),
    prevHash: hash,
    lite,
    rest,
    signature,
    challengesRoot: hash,
  })
  .map(({ challengesRoot, version, rest: full, ...common }): BlockHeader => {
    const known = trimmed(version, full);
    if (version === 6) return { version, ...common, rest: known };
    const legacy = { challengesRoot, challengesResult: [] };
    const chunksIncluded = known.chunkMask.filter(Boolean).length;
    return {
      version,
      ...common,
      rest: known,
      legacy: version === 1 ? { ...legacy, chunksIncluded } : legacy,
    };
  });

const chunkHeader = fc
  .record({
    versions: fc.constantFrom(
      [1, 'V1'] as const,
      [2, 'V1'] as const,
      [3, 'V1'] as const,
      [3, 'V2'] as const,
      [3, 'V3'] as const,
      [3, 'V4'] as const,
      [3, 'V5'] as const,
    ),
    roots: fc.array(hash, { minLength: 6, maxLength: 6 }),
    numbers: fc.array(number, { minLength: 4, maxLength: 4 }),
    prevBalanceBurnt: amount,
    prevValidatorProposals: fc.array(stake, { maxLength: 2 }),
    receiptBytes: fc.nat(1000),
    signature,
  })
  .map(({ versions: [version, kind], roots, numbers, receiptBytes, ...parts }): ChunkHeader => {
    const [a, b, c, d, e, f] = roots as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    const [encodedLength, heightCreated, heightIncluded, gasUsed] = numbers as [
      number,
      number,
      number,
      number,
    ];
    const common = {
      prevBlockHash: a,
      prevStateRoot: b,
      prevOutcomeRoot: c,
      encodedMerkleRoot: d,
      encodedLength,
      heightCreated,
      shardId: 3,
      prevGasUsed: BigInt(gasUsed),
      gasLimit: 10n ** 15n,
      prevBalanceBurnt: parts.prevBalanceBurnt,
      prevOutgoingReceiptsRoot: e,
      txRoot: f,
      prevValidatorProposals: parts.prevValidatorProposals,
    };
    const value = {
      ...common,
      ...(kind > 'V2' && { congestionInfo: { ...NO_CONGESTION, receiptBytes } }),
      ...(kind > 'V3' && { bandwidthRequests: NO_BANDWIDTH_REQUESTS }),
      ...(kind > 'V4' && { proposedSplit: null }),
    };
    const inner = { kind, value } as ChunkHeaderInner;
    return { version, inner, heightIncluded, signature: parts.signature };
  });

const reparse = <T>(codec: { json(value: T): string; parse(json: unknown): T }, value: T): T =>
  codec.parse(parseJson(codec.json(value)));

describe('headers of every version', () => {
  it('of blocks are rebuilt from their views', () => {
    fc.assert(
      fc.property(header, (original) => {
        const shown = reparse(BlockHeaderView, blockHeaderToView(original));
        const made = headerFromView(shown);
        assert.equal(made.version, original.version);
        assert.deepEqual(encode(BlockHeader, made), encode(BlockHeader, original));
      }),
    );
  });

  it('of chunks are rebuilt from their views', () => {
    fc.assert(
      fc.property(chunkHeader, (original) => {
        const shown = reparse(ChunkHeaderView, chunkHeaderToView(original));
        const made = chunkHeaderFromView(shown, original.heightIncluded);
        assert.deepEqual(encode(ChunkHeader, made), encode(ChunkHeader, original));
      }),
    );
  });
});

/** From the reference's chain/chain/src/genesis.rs. */
describe('the genesis of protocol version 29', () => {
  const height = 9_820_210;
  const validator = {
    accountId: 'validator0',
    publicKey: secretToPublic(keyFromSeed('ed25519', 'validator0')),
    stake: 11_000n * 10n ** 24n,
  };
  const noSignature = { type: 'ed25519' as const, data: new Uint8Array(64) };
  const value = {
    prevBlockHash: HASH_ZERO,
    prevStateRoot: parseHash('8EhZRfDTYujfZoUZtZ3eSMB9gJyFo5zjscR12dEcaxGU'),
    prevOutcomeRoot: HASH_ZERO,
    encodedMerkleRoot: parseHash('3HH1fYqnCGMx2ZmL4sLcTuu2Yovg1r6KjNrPtgBATHgu'),
    encodedLength: 8,
    heightCreated: height,
    shardId: 0,
    prevGasUsed: 0n,
    gasLimit: 10n ** 15n,
    prevBalanceBurnt: 0n,
    prevOutgoingReceiptsRoot: HASH_ZERO,
    txRoot: HASH_ZERO,
    prevValidatorProposals: [],
  };
  const inner: ChunkHeaderInner = { kind: 'V1', value };
  const chunk: ChunkHeader = { version: 1, inner, heightIncluded: height, signature: noSignature };

  function createHeader(): BlockHeader {
    const { prevStateRoot, chunkHeadersRoot, chunkTxRoot, prevChunkOutgoingReceiptsRoot } =
      blockRoots([chunk]);
    return {
      version: 1,
      prevHash: HASH_ZERO,
      signature: noSignature,
      lite: {
        height,
        epochId: HASH_ZERO,
        nextEpochId: HASH_ZERO,
        prevStateRoot,
        prevOutcomeRoot: HASH_ZERO,
        timestamp: 89_108_233_000_000_000n,
        nextBpHash: oldBlockProducersHash([validator]),
        blockMerkleRoot: HASH_ZERO,
      },
      rest: {
        ...OLD_ABSENT,
        blockBodyHash: HASH_ZERO,
        prevChunkOutgoingReceiptsRoot,
        chunkHeadersRoot,
        chunkTxRoot,
        randomValue: HASH_ZERO,
        prevValidatorProposals: [],
        chunkMask: [],
        nextGasPrice: 10n ** 9n,
        totalSupply: 11_000n * 10n ** 24n + 1_000_000n,
        lastFinalBlock: HASH_ZERO,
        lastDsFinalBlock: HASH_ZERO,
        approvals: [],
        latestProtocolVersion: 29,
        chunkEndorsements: [],
        shardSplit: null,
      },
      legacy: { challengesRoot: HASH_ZERO, challengesResult: [], chunksIncluded: 0 },
    };
  }

  it('commits to its producers without versions', () => {
    const expected = '78kV6wPdAZqtzjtNqjn5ZqmNEs73211XCqz79FSVnatd';
    assert.equal(formatHash(oldBlockProducersHash([validator])), expected);
  });

  it('has a chunk header of the first version', () => {
    const made = chunkHeaderFromView(reparse(ChunkHeaderView, chunkHeaderToView(chunk)), height);
    assert.equal(made.version, 1);
    assert.equal(formatHash(chunkHash(made)), 'CUc7UcYGcXwu5Y6UqEkkS6UbffHN4NNHhh5XLRHV8kLu');
  });

  it('has a header of the first version', () => {
    const made = headerFromView(reparse(BlockHeaderView, blockHeaderToView(createHeader())));
    assert.equal(made.version, 1);
    assert.equal(formatHash(blockHash(made)), '3j2i6euhGGm8UG7avGhDnxiDftD2HW42kyTa14jbuKtQ');
  });
});

describe('old outcomes', () => {
  const json = {
    logs: [],
    receipt_ids: [],
    gas_burnt: 1,
    tokens_burnt: '1',
    executor_id: 'a.near',
    status: { SuccessValue: '' },
  };
  const read = (metadata: unknown) => {
    const outcome = ExecutionOutcomeView.parse({ ...json, ...(metadata !== null && { metadata }) });
    return outcomeFromView({ id: HASH_ZERO, outcome }, COST_NAMES).outcome.metadata;
  };

  it('without metadata are of version 1', () => {
    assert.deepEqual(read(null), { kind: 'V1' });
  });

  it('with costs that have no number are of version 1', () => {
    const cost = { cost: 'CONTRACT_COMPILE_BASE', cost_category: 'WASM_HOST_COST', gas_used: '5' };
    assert.deepEqual(read({ version: 2, gas_profile: [cost] }), { kind: 'V1' });
  });

  it('keep a profile that is understood', () => {
    const cost = { cost: 'WASM_INSTRUCTION', cost_category: 'WASM_HOST_COST', gas_used: '5' };
    const metadata = read({ version: 3, gas_profile: [cost] });
    assert.equal(metadata.kind, 'V3');
  });
});
