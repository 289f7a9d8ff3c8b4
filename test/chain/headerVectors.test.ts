// Chunk and block headers of several versions against known hashes: a documented cross-shard
// transfer of an old local network, the genesis block of a recorded chain at 84, the first blocks
// of one at 87, and a genesis block of version 29.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, type Hash, parseHash, sha256 } from '../../src/base/crypto/hash.ts';
import { formatSignature, keyFromSeed, secretToPublic, sign } from '../../src/base/crypto/keys.ts';
import { parseExactJson } from '../../src/base/json/exactJson.ts';
import { hashesRoot } from '../../src/base/merkle/merkle.ts';
import { blockRoots } from '../../src/chain/blocks/blockRoots.ts';
import { createGenesisBlock } from '../../src/chain/blocks/genesisBlock.ts';
import { writeGenesis } from '../../src/chain/blocks/writeGenesis.ts';
import { Epochs } from '../../src/chain/stored/epochs.ts';
import { createLocalGenesis } from '../../src/params/genesisDefaults.ts';
import { protocolAt } from '../../src/params/protocol.ts';
import { Batch } from '../../src/store/store.ts';
import { type Block, blockBodyHash, blockHash } from '../../src/types/block.ts';
import { type ChunkHeaderInner, chunkHash } from '../../src/types/chunk.ts';
import { Genesis } from '../../src/types/genesis.ts';
import { blockProducersHash } from '../../src/types/validatorStake.ts';
import { readText } from '../support/repository.ts';
import { MemoryEpochStore } from './epoch/memoryEpochStore.ts';

const EMPTY_RECEIPTS_ROOT = '8s41rye686T2ronWmFE38ji19vgeb6uPxjYMPt8y8pSV';
const BURNT = { prevGasUsed: 223_182_562_500n, prevBalanceBurnt: 22_318_256_250_000_000_000n };

type InnerV2 = Extract<ChunkHeaderInner, { kind: 'V2' }>['value'];
type OldChunk = Partial<InnerV2> & { readonly texts: Readonly<Record<string, string>> };

/** Inner version 2 of a header of version 3, as in networks of protocol 49 to 67. */
function oldChunkHash({ texts, ...fields }: OldChunk): string {
  const hashes = Object.fromEntries(Object.entries(texts).map(([k, v]) => [k, parseHash(v)]));
  const value: InnerV2 = {
    prevBlockHash: HASH_ZERO,
    prevStateRoot: HASH_ZERO,
    prevOutcomeRoot: HASH_ZERO,
    encodedMerkleRoot: HASH_ZERO,
    encodedLength: 149,
    heightCreated: 0,
    shardId: 0,
    prevGasUsed: 0n,
    gasLimit: 10n ** 15n,
    prevBalanceBurnt: 0n,
    prevOutgoingReceiptsRoot: parseHash(EMPTY_RECEIPTS_ROOT),
    txRoot: HASH_ZERO,
    prevValidatorProposals: [],
    ...fields,
    ...hashes,
  };
  return formatHash(chunkHash({ version: 3, inner: { kind: 'V2', value } }));
}

const OLD_CHUNKS: readonly [string, OldChunk][] = [
  [
    '5ub8CZMQmzmZYQcJU76hDC3BsajJfryjyShxGF9rzpck',
    {
      encodedLength: 8,
      heightCreated: 418,
      shardId: 3,
      prevGasUsed: 1_115_912_812_500n,
      texts: {
        prevBlockHash: '7FtuLHR3VSNhVTDJ8HmrzTffFWoWPAxBusipYa2UfrND',
        prevStateRoot: '6rtfqVEXx5STLv5v4zwLVqAfq1aRAvLGXJzZPK84CPpa',
        prevOutcomeRoot: '2sZ81kLj2cw5UHTjdTeMxmaWn2zFeyr5pFunxn6aGTNB',
        encodedMerkleRoot: '6xxoqYzsgrudgaVRsTV29KvdTstNYVUxis55KNLg6XtX',
      },
    },
  ],
  [
    '8mgtzxNxPeEKfvDcNdFisVq8TdeqpCcwfPMVk219zRfV',
    {
      encodedLength: 187,
      heightCreated: 1676,
      texts: {
        prevBlockHash: 'CgTJ7FFwmawjffrMNsJ5XhvoxRtQPXdrtAjrQjG91gkQ',
        prevStateRoot: '99pXnYjQbKE7bEf277urcxzG3TaN79t2NgFJXU5NQVHv',
        encodedMerkleRoot: '67zdyWTvN7kB61EgTqecaNgU5MzJaCiRnstynerRbmct',
        txRoot: 'HyS6YfQbfBRniVSbWRnxsxEZi9FtLqHwyzNivrF6aNAM',
      },
    },
  ],
  [
    'DoF7yoCzyBSNzB8R7anWwx6vrimYqz9ZbEmok4eqHZ3m',
    {
      ...BURNT,
      heightCreated: 1677,
      texts: {
        prevBlockHash: '82dKeRnE262qeVf31DXaxHvbYEugPUDvjGGiPkjm9Rbp',
        prevStateRoot: 'DpsigPFeVJDenQWVueGKyTLVYkQuQjeQ6e7bzNSC7JVN',
        prevOutcomeRoot: 'H34BZknAfWrPCcppcHSqbXwFvAiD9gknG8Vnrzhcc4w',
        encodedMerkleRoot: '3NDvQBrcRSAsWVPWkUTTrBomwdwEpHhJ9ofEGGaWsBv9',
        prevOutgoingReceiptsRoot: 'Co1UNMcKnuhXaHZz8ozMnSfgBKPqyTKLoC2oBtoSeKAy',
      },
    },
  ],
  [
    '8sPHYmBFp7cfnXDAKdcATFYfh9UqjpAyqJSBKAngQQxL',
    {
      ...BURNT,
      heightCreated: 1678,
      shardId: 1,
      texts: {
        prevBlockHash: 'Fj7iu26Yy9t5e9k9n1fSSjh6ZoTafWyxcL2TgHHHskjd',
        prevStateRoot: '4y6VL9BoMJg92Z9a83iqKSfVUDGyaMaVU1RNvcBmvs8V',
        prevOutcomeRoot: '7V3xRUeWgQa7D9c8s5jTq4dwdRcyTuY4BENRmbWaHiS5',
        encodedMerkleRoot: 'BnCE9LZgnFEjhQv1fSYpxPNw56vpcLQW8zxNmoMS8H4u',
        prevOutgoingReceiptsRoot: 'HYjZzyTL5JBfe1Ar4C4qPKc5E6Vbo9xnLHBKLVAqsqG2',
      },
    },
  ],
];

test('chunk headers of an old network have their documented hashes', () => {
  for (const [expected, chunk] of OLD_CHUNKS) assert.equal(oldChunkHash(chunk), expected);
});

const NEAR = 10n ** 24n;
const testKey = keyFromSeed('ed25519', 'test');

function createFirstBlock(): Block {
  const { config } = createLocalGenesis({
    genesisTime: '2020-10-01T00:00:03.444Z',
    rootKey: secretToPublic(testKey),
    accounts: [],
    shards: 1,
    config: {
      protocolVersion: 87,
      gasLimit: 1_000_000n,
      minGasPrice: 100n,
      totalSupply: 1_000_000_000n,
    },
  });
  const validator = { accountId: 'test', publicKey: secretToPublic(testKey) };
  return createGenesisBlock(config, {
    stateRoots: [parseHash('F5owueruwL7nH2sxCQZy2nhL5VU2JU2xCXfWfK6TiiPD')],
    blockProducers: [{ ...validator, stake: 50_000_000n * NEAR }],
    formats: protocolAt(config.protocolVersion, 'release').formats,
  });
}

test("the genesis block of the reference's own chain at version 87", () => {
  const { header, body } = createFirstBlock();
  assert.equal(
    formatHash(chunkHash(body.chunks[0] as Block['body']['chunks'][number])),
    'GJXokmHvShbHKLGqigFXBYHbDJMTMhmDVxKU5LjTfWpx',
  );
  assert.equal(
    formatHash(header.rest.blockBodyHash),
    'EQwoLyU53ah6w8Ld83T9mhvWTYbvVmmSkM1GsUqjLg5R',
  );
  assert.equal(formatHash(header.lite.nextBpHash), 'HQ5e34oXyhoDHgq6Z1hM71Be9ux52EGJcbqQWWoypY3h');
  assert.equal(formatHash(blockHash(header)), 'FAVNR4CAeaMgUAT1MMnpm9UhgQKJF6zTtwHPQFWF8pS6');
});

test('the genesis block of a recorded chain at version 84', () => {
  const genesis = Genesis.parse(
    parseExactJson(readText(`test/recordings/data/steps/genesis.json`)),
  );
  const epochs = new Epochs(new MemoryEpochStore(), genesis.config);
  const { hash, block } = writeGenesis(new Batch(), genesis, epochs);
  assert.equal(block.header.version, 5);
  assert.deepEqual(
    block.body.chunks.map((chunk) => formatHash(chunkHash(chunk))),
    [
      '7GaVHekT5YBY2QBhEKpUceZLk1STyVk2oYk2aacdmnGh',
      '8L5y3dZCNtiSnvqYwb6P6RYQSpHsZTLqZpivYqBFnU6T',
    ],
  );
  assert.equal(formatHash(hash), '79wZDKinsMCoHqmgJFLWqUvtQhqF6q8euxJrfLcJ7FBf');
});

const VRF_VALUES = [
  'dc56138382bd1115bcf5168214b64d12e14e6d43980db979ba5502a74ae6ac11',
  'bca9102f6a4e0b11b37ab84401643661ff15a364a6ef5838d97ce41b5c04d617',
];
const VRF_PROOFS = [
  'afdadb448b71019a9aa41621e875b3ba24a2e2d27d67a49b4325332b25c4dc0d' +
    'dd0abb9580714c56e4edcb80e87be57d57f29a74c1989dd1a8aaff04a0c36707',
  '8c8296de44d0cf81bf329b26183154cc81ff4407495879c8348278d8e55eaa0c' +
    '48f1b9b655202fe3aeb2ba6651427b256d2a925b01616c3ad0dcee7e01acff02',
];
const FIRST_BLOCKS = [
  {
    hash: 'B7zYzyE6VinUH8TUtmbKL5k1UiJd7sxDvvWrmAnHrQJn',
    body: 'DqED6NgiFRZjw44q3sWX1fzvgV53Wzy5rfG9bLwAjoQU',
    signature:
      '5LEpsYVqyjXUhzMaWj6dHpr42vB36r1axL6MDtFgKPEedmZPpmfR3H9FJ17xg1URjEW6K9m7aM7Eu8b9SYgfBrsy',
  },
  {
    hash: 'DfDLoTBn77HvCRh7cfKpXyiLrrCLWt7ZAbe8c5ExUQCm',
    body: '6NtmDjioYHGkFb1UiQqCsUdSaoGS4n1sQC76RhnHrGi5',
    signature:
      '58YrSSvAXbRQyN1FZqmPq4SsNiwfrA5tSQ287n9Kgsoe7VJdKUZYjQAW939ARMhtLpzLMQ4R9m55VcSisuizNiWy',
  },
];

/** The next block as the reference's tests build it: no new chunk, and no approvals. */
function nextBlock(prev: Block, prevHash: Hash, genesis: Hash, index: number): Block {
  const body = {
    ...prev.body,
    vrfValue: hexToBytes(VRF_VALUES[index] as string),
    vrfProof: hexToBytes(VRF_PROOFS[index] as string),
    chunkEndorsements: [[]],
  };
  const { lite, rest, version } = prev.header;
  const roots = blockRoots(body.chunks);
  const header = {
    version,
    prevHash,
    signature: prev.header.signature,
    lite: {
      ...lite,
      height: lite.height + 1,
      nextEpochId: genesis,
      prevOutcomeRoot: roots.prevOutcomeRoot,
      timestamp: lite.timestamp + 1_000_000n,
      blockMerkleRoot: prevHash,
    },
    rest: {
      ...rest,
      blockBodyHash: blockBodyHash(body),
      randomValue: sha256(body.vrfValue),
      chunkMask: [false],
      lastFinalBlock: prev.header.prevHash,
      lastDsFinalBlock: prevHash,
      blockOrdinal: lite.height + 2,
      prevHeight: lite.height,
      chunkEndorsements: [new Uint8Array()],
    },
  };
  return { header, body };
}

test('the blocks after it', () => {
  let block = createFirstBlock();
  const genesis = blockHash(block.header);
  for (const [index, expected] of FIRST_BLOCKS.entries()) {
    block = nextBlock(block, blockHash(block.header), genesis, index);
    assert.equal(formatHash(block.header.rest.blockBodyHash), expected.body);
    const hash = blockHash(block.header);
    assert.equal(formatHash(hash), expected.hash);
    assert.equal(formatSignature(sign(testKey, hash)), `ed25519:${expected.signature}`);
  }
});

test('a genesis block of version 29', () => {
  const inner = {
    prevBlockHash: HASH_ZERO,
    prevStateRoot: parseHash('8EhZRfDTYujfZoUZtZ3eSMB9gJyFo5zjscR12dEcaxGU'),
    prevOutcomeRoot: HASH_ZERO,
    encodedMerkleRoot: parseHash('3HH1fYqnCGMx2ZmL4sLcTuu2Yovg1r6KjNrPtgBATHgu'),
    encodedLength: 8,
    heightCreated: 9_820_210,
    shardId: 0,
    prevGasUsed: 0n,
    gasLimit: 10n ** 15n,
    prevBalanceBurnt: 0n,
    prevOutgoingReceiptsRoot: HASH_ZERO,
    txRoot: HASH_ZERO,
    prevValidatorProposals: [],
  };
  const chunk = chunkHash({ version: 1, inner: { kind: 'V1', value: inner } });
  assert.equal(formatHash(chunk), 'CUc7UcYGcXwu5Y6UqEkkS6UbffHN4NNHhh5XLRHV8kLu');
});

test('the producers of a genesis are hashed with their version', () => {
  const publicKey = secretToPublic(testKey);
  const stake = { accountId: 'test', publicKey, stake: 50_000_000n * NEAR };
  assert.equal(
    formatHash(blockProducersHash([stake])),
    'HQ5e34oXyhoDHgq6Z1hM71Be9ux52EGJcbqQWWoypY3h',
  );
  assert.equal(formatHash(hashesRoot([HASH_ZERO])), '7tkzFg8RHBmMw1ncRJZCCZAizgq4rwCftTKYLce8RU8t');
});
