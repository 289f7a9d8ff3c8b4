// The first epoch: lengths, hashes and prices of recorded chains and of the one-validator chain of
// the reference's tests, whose commitment in block 1 is checked too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash, HASH_ZERO, parseHash, sha256 } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { BLOCK_BEFORE_GENESIS, createBlockInfo } from '../../../src/chain/epoch/blockInfo.ts';
import { Epoch } from '../../../src/chain/epoch/epoch.ts';
import { hashEpochSyncData } from '../../../src/chain/epoch/epochSyncData.ts';
import { createGenesisEpoch } from '../../../src/chain/epoch/genesisEpoch.ts';
import { encode } from '../../../src/codec/codec.ts';
import { createEpochConfigs } from '../../../src/params/epochConfigs.ts';
import { EpochInfo } from '../../../src/types/epoch.ts';
import type { GenesisConfig } from '../../../src/types/genesis.ts';
import { createLayout } from './epochFixtures.ts';
import { readGenesis } from './recordedHeaders.ts';

/** The chain `build_chain` of the reference's tests. */
const SIMPLE_CHAIN: GenesisConfig = {
  ...readGenesis('tour'),
  chainId: 'unittest',
  protocolTreasuryAccount: 'near',
  shardLayout: createLayout(0),
  validators: [
    {
      accountId: 'test',
      publicKey: secretToPublic(keyFromSeed('ed25519', 'test')),
      amount: 50_000_000n * 10n ** 24n,
    },
  ],
};

interface Case {
  readonly name: string;
  readonly genesis: GenesisConfig;
  readonly bytes: number;
  readonly hash: string;
  readonly seatPrice: bigint;
  readonly mandatePrice: bigint;
  readonly mandates: number;
  /** The rest of each validator's stake. */
  readonly partial: bigint;
}

const CASES: readonly Case[] = [
  {
    name: 'stakes',
    genesis: readGenesis('stakes'),
    bytes: 2210,
    hash: 'Fs94otHQCmoMMJcbph5rZfcLc2wZ2JkhBpAkbyC8Jqvc',
    seatPrice: 32005120819331092974875980157n,
    mandatePrice: 1470588235294117647058823529411n,
    mandates: 136,
    partial: 26n,
  },
  {
    name: 'crowd',
    genesis: readGenesis('crowd'),
    bytes: 3025,
    hash: 'E9Dw3QQu1ogRShy6pLP8kg5hAQS1HMoL4YRnUvbPUgP6',
    seatPrice: 8001280204832773243718995040n,
    mandatePrice: 183823529411764705882352941176n,
    mandates: 272,
    partial: 128n,
  },
  {
    name: 'tour',
    genesis: readGenesis('tour'),
    bytes: 1039,
    hash: 'FdY7S1aQ9fyMA8B5VWTRDy6EmaN2Y8TT3E4HVYVJznXc',
    seatPrice: 8001280204832773243718995040n,
    mandatePrice: 735294117647058823529411764705n,
    mandates: 68,
    partial: 60n,
  },
  {
    name: 'one validator',
    genesis: SIMPLE_CHAIN,
    bytes: 1019,
    hash: '3SHotYvoUvfdimr7BsKpk7ViETx5TQavYGu4FqajLRDd',
    seatPrice: 8001280204832773243718995040n,
    mandatePrice: 735294117647058823529411764705n,
    mandates: 68,
    partial: 60n,
  },
];

for (const { name, genesis, bytes, hash, seatPrice, ...expected } of CASES) {
  test(`the first epoch of ${name}`, () => {
    const epoch = createGenesisEpoch(genesis, createEpochConfigs(genesis));
    const { stakePerMandate, mandates, partials } = epoch.validatorMandates;
    assert.equal(epoch.seatPrice, seatPrice);
    assert.equal(stakePerMandate, expected.mandatePrice);
    assert.equal(mandates.length, expected.mandates);
    assert.ok(partials.every(([, rest]) => rest === expected.partial));
    const encoded = encode(EpochInfo, epoch);
    assert.equal(encoded.length, bytes);
    assert.equal(formatHash(sha256(encoded)), hash);
  });
}

test('a genesis without validators is refused', () => {
  const genesis = { ...SIMPLE_CHAIN, validators: [] };
  assert.throws(() => createGenesisEpoch(genesis, createEpochConfigs(genesis)), {
    code: 'genesis_validators',
  });
});

test('block 1 commits to the epochs around genesis', () => {
  const info = createGenesisEpoch(SIMPLE_CHAIN, createEpochConfigs(SIMPLE_CHAIN));
  const epoch = new Epoch(info, 'cd297313f2');
  const genesisHash = parseHash('FAVNR4CAeaMgUAT1MMnpm9UhgQKJF6zTtwHPQFWF8pS6');
  const header = {
    prevHash: HASH_ZERO,
    lite: { height: 0, timestamp: 1_601_510_403_444_000_000n },
    rest: {
      randomValue: HASH_ZERO,
      prevValidatorProposals: [],
      chunkMask: [true],
      totalSupply: 1_000_000_000n,
      lastFinalBlock: HASH_ZERO,
      latestProtocolVersion: 87,
      chunkEndorsements: [],
      shardSplit: null,
    },
  };
  const place = { lastFinalizedHeight: 0, epochFirstBlock: HASH_ZERO, epochId: HASH_ZERO };
  const genesis = createBlockInfo(genesisHash, header, place);
  const before = { info: BLOCK_BEFORE_GENESIS, epoch: null };
  const blocks = [before, before, { info: genesis, epoch }] as const;
  assert.equal(
    formatHash(hashEpochSyncData(blocks, [epoch, epoch, epoch])),
    'J2XGsinghm3WpFLdRhVqDvxL541Q4gKBPNKbAAkCeYDm',
  );
});
