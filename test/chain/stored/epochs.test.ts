// The epochs of recorded chains, rebuilt from genesis and headers. At each block, everything that
// the next header states is computed first and compared with it; at the end of each epoch, the
// responses of the reference node, and for one chain the bytes of the new epoch, are compared.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash, HASH_ZERO, parseHash, sha256 } from '../../../src/base/crypto/hash.ts';
import { formatPublicKey } from '../../../src/base/crypto/keys.ts';
import type { EpochRecord } from '../../../src/chain/epoch/epochStore.ts';
import type { Production } from '../../../src/chain/epoch/uptime.ts';
import type { ValidatorsInfo } from '../../../src/chain/epoch/validatorsInfo.ts';
import { Epochs } from '../../../src/chain/stored/epochs.ts';
import { encode } from '../../../src/codec/codec.ts';
import { BlockInfo, EpochInfo, KickoutReason } from '../../../src/types/epoch.ts';
import { blockProducersHash, ValidatorStake } from '../../../src/types/validatorStake.ts';
import { MemoryEpochStore } from '../epoch/memoryEpochStore.ts';
import {
  type RecordedHeader,
  readEpochAnswers,
  readGenesis,
  readHeaders,
  readRunningAnswer,
} from '../epoch/recordedHeaders.ts';

const CHAINS = ['stakes', 'crowd', 'tour', 'extras'];

interface Replay {
  readonly epochs: Epochs;
  readonly records: readonly EpochRecord[];
}

interface ReplayOptions {
  /** Called for each block while its parent is still the last. */
  readonly before?: (epochs: Epochs, block: RecordedHeader) => void;
  /** The number of blocks, including genesis. */
  readonly blocks?: number;
  /** Whether each block is recorded by a new instance that has only the store. */
  readonly isForgetful?: boolean;
}

function replay(chain: string, { before, blocks, isForgetful }: ReplayOptions = {}): Replay {
  const store = new MemoryEpochStore();
  const genesis = readGenesis(chain);
  let epochs = new Epochs(store, genesis);
  const records = readHeaders(chain)
    .slice(0, blocks)
    .map((block, index) => {
      if (isForgetful) epochs = new Epochs(store, genesis);
      if (index > 0) before?.(epochs, block);
      const record =
        index === 0
          ? epochs.recordGenesis(block.hash, block.header)
          : epochs.recordBlock(block.hash, block.header);
      store.write(record);
      return record;
    });
  return { epochs, records };
}

function compareWithHeader(epochs: Epochs, block: RecordedHeader): void {
  const { height, header } = block;
  const { prevHash } = header;
  const prevHeight = epochs.blockInfo(prevHash).height;
  const epoch = epochs.epoch(epochs.epochIdAfter(prevHash));
  const nextEpochId = epochs.nextEpochIdAfter(prevHash);

  assert.equal(epochs.isEpochStart(prevHash), block.epochSyncDataHash !== null);
  assert.deepEqual(epochs.epochSyncDataHash(prevHash), block.epochSyncDataHash);
  if (block.epochSyncDataHash !== null) {
    assert.deepEqual(epochs.epochIdAfter(prevHash), block.epochId);
    assert.deepEqual(nextEpochId, block.nextEpochId);
    const nextProducers = epochs.epoch(nextEpochId).blockProducers;
    assert.deepEqual(blockProducersHash(nextProducers), block.nextBpHash);
  }
  assert.equal(epoch.blockProducer(height).accountId, block.author);
  assert.equal(epochs.approvers(prevHash).length, block.approvals);
  for (const [shardId, author] of Object.entries(block.chunkAuthors)) {
    assert.equal(epochs.chunkProducerAfter(prevHash, Number(shardId)), author);
  }
  const bitmapBytes = epoch
    .chunkValidators(prevHeight + 1)
    .map((list, shard) => (header.rest.chunkMask[shard] ? Math.ceil(list.length / 8) : 0));
  assert.deepEqual(
    header.rest.chunkEndorsements.map((bits) => bits.length),
    bitmapBytes,
  );
}

function describeAnswer(info: ValidatorsInfo): unknown {
  const describe = ({ accountId, publicKey, stake }: ValidatorStake) => ({
    account_id: accountId,
    public_key: formatPublicKey(publicKey),
    stake: `${stake}`,
  });
  const counts = (name: string, all: Production, shards: readonly Production[]) => ({
    [`num_produced_${name}`]: all.produced,
    [`num_expected_${name}`]: all.expected,
    [`num_produced_${name}_per_shard`]: shards.map(({ produced }) => produced),
    [`num_expected_${name}_per_shard`]: shards.map(({ expected }) => expected),
  });
  return {
    current_fishermen: [],
    next_fishermen: [],
    current_proposals: info.currentProposals.map((p) => JSON.parse(ValidatorStake.json(p))),
    current_validators: info.currentValidators.map(({ validator, work, ...shards }) => ({
      ...describe(validator),
      is_slashed: false,
      num_produced_blocks: work.blocks.produced,
      num_expected_blocks: work.blocks.expected,
      ...counts('chunks', work.chunks, shards.chunks),
      ...counts('endorsements', work.endorsements, shards.endorsements),
      shards: shards.chunks.map(({ shardId }) => shardId),
      shards_endorsed: shards.endorsements.map(({ shardId }) => shardId),
    })),
    epoch_height: info.epochHeight,
    epoch_start_height: info.epochStartHeight,
    next_validators: info.nextValidators.map(({ validator, shardIds }) => ({
      ...describe(validator),
      shards: shardIds,
    })),
    prev_epoch_kickout: info.prevEpochKickout.map(([accountId, reason]) => ({
      account_id: accountId,
      reason: JSON.parse(KickoutReason.json(reason)),
    })),
    validator_reward_paid_prev_epoch: Object.fromEntries(
      info.validatorReward.map(([accountId, reward]) => [accountId, `${reward}`]),
    ),
  };
}

for (const chain of CHAINS) {
  test(`${chain}: epochs, producers and commitments are those of the recorded headers`, () => {
    const { epochs } = replay(chain, { before: compareWithHeader });
    for (const { epochId, result } of readEpochAnswers(chain)) {
      const info = epochs.validatorsOf(parseHash(epochId));
      assert.ok(info !== null, epochId);
      assert.deepEqual(describeAnswer(info), result);
    }
  });
}

/** Its first upgrade, from 84 to 85, is at height 1622; the headers end 150 blocks later. */
test('steps: commitments mix the formats of two versions around an upgrade', () => {
  const { epochs, records } = replay('steps', { before: compareWithHeader });
  const versions = records
    .filter(({ start }) => start !== null)
    .map(({ start }) => [start!.height, epochs.epoch(start!.epochId).info.protocolVersion]);
  assert.deepEqual(versions.slice(-6, -3), [
    [1592, 84],
    [1622, 85],
    [1652, 85],
  ]);
});

/** Last height of the epoch; then the epoch created there. */
const MADE_BY_STAKES: readonly (readonly [
  height: number,
  bytes: number,
  hash: string,
  seatPrice: bigint,
  minted: bigint,
  settlement: number[][],
])[] = [
  [
    40,
    2310,
    'Bi4c1ameXkat6dyhr1dH6KHLv5QvCtCM3A1BP6vYPnAw',
    32005204149287509399802698540n,
    583008765803264673422890029n,
    [
      [0, 1],
      [2, 3],
    ],
  ],
  [
    80,
    2310,
    'G4bVg5C2K7jLP3LHSZy9uBhXKERrjhjsRTNNbQmWq6sV',
    33605450702185761476060012154n,
    65930423862578170655918378n,
    [
      [1, 2],
      [0, 3],
    ],
  ],
  [
    120,
    2366,
    '2cHjtBiVboFsX2dkxYxPoeRJyC2rjw8DP69ododcyK6v',
    28804666627183501039818651889n,
    68348286648257176435286166n,
    [
      [1, 2],
      [0, 3],
    ],
  ],
  [
    160,
    2331,
    'Go7pzMmYyVQ7zU8oKPguxzWJM8S3k11qqyFmWFNjgzzr',
    28804674337506018728059197159n,
    70265148683255257467097309n,
    [
      [1, 2],
      [0, 3],
    ],
  ],
  [
    201,
    2161,
    '7WjwLuv5xPFLUuwJYKvcJpSsqAuyo6kjhgVQBhyHq3Tw',
    25604175580821006462942150504n,
    93678157163311424037253422n,
    [[1, 2], [0]],
  ],
  [
    266,
    1835,
    '2FgYvqPrnJ7wRFo2j2z4a8ao2hu7FvaPRtENTbzgoJH7',
    8001314037604144785432891989n,
    92830943561344050263262263n,
    [[0], [0]],
  ],
  [
    306,
    1750,
    '75joaJL1SsBZqi8JWrPfyNVjVRHzPx3kqUYqxV7UC9kA',
    8001317751835420118630782144n,
    82525172064949232863020495n,
    [[0], [0]],
  ],
];

for (const isForgetful of [false, true]) {
  const how = isForgetful ? 'read from the store each time' : 'kept in memory';
  test(`the bytes of the epochs of stakes, ${how}`, () => {
    const { records } = replay('stakes', { isForgetful });
    for (const [height, bytes, hash, seatPrice, minted, settlement] of MADE_BY_STAKES) {
      const record = records.find(({ blockInfo }) => blockInfo.height === height);
      const info = record?.epochs[0]?.info;
      assert.ok(info !== undefined, `an epoch ends at ${height}`);
      const encoded = encode(EpochInfo, info);
      assert.equal(encoded.length, bytes);
      assert.equal(formatHash(sha256(encoded)), hash);
      assert.equal(info.seatPrice, seatPrice);
      assert.equal(info.mintedAmount, minted);
      assert.deepEqual(info.chunkProducersSettlement, settlement);
    }
  });
}

test('the bytes stored for block 1', () => {
  const expected: readonly (readonly [string, number, string])[] = [
    ['stakes', 228, 'CpqKvB3j8vje2p8DGXJWQ9etWoAuzgVX6dTocRtd8Zfo'],
    ['crowd', 238, 'HnQfdX7yVGeeQSVhdjRZaAiYMbpgEzevKWyMVNzyuR1k'],
    ['tour', 223, '54eCpoyxHA3F4a95Zwv3Qv3VnDvSdV36eLmmKn4VTZG7'],
  ];
  for (const [chain, bytes, hash] of expected) {
    const { records } = replay(chain, { blocks: 2 });
    const encoded = encode(BlockInfo, records[1]!.blockInfo);
    assert.equal(encoded.length, bytes);
    assert.equal(formatHash(sha256(encoded)), hash);
  }
});

test('the current epoch shows the work so far', () => {
  const { height, result } = readRunningAnswer();
  const { epochs, records } = replay('tour');
  const head = records.find(({ blockInfo }) => blockInfo.height === height)!.blockInfo.hash;
  assert.deepEqual(describeAnswer(epochs.validatorsAt(head)), result);
});

/** By the block in which a stake was refused as too small. */
const MINIMUM_STAKES = [
  ['FCULjw57z3ACJPwAba573arHTvc5y1cGmDWRwKQAHj7a', 800131228791373310603082129n],
  ['J7yho1vqDEP3mgSpYj8j9bw7DTbbf7gJL5yQfKt8KHgQ', 800131941667156920315591440n],
] as const;

test('the minimal stake is that of recorded refusals', () => {
  const { epochs } = replay('tour');
  for (const [blockHash, minimum] of MINIMUM_STAKES) {
    const { prevHash } = epochs.blockInfo(parseHash(blockHash));
    assert.equal(epochs.minimumStake(prevHash), minimum);
  }
});

test('around genesis there is one epoch under two ids', () => {
  const { epochs, records } = replay('crowd', { blocks: 1 });
  const genesis = records[0]!.blockInfo.hash;
  assert.ok(epochs.isEpochStart(genesis));
  assert.deepEqual(epochs.epochIdAfter(genesis), HASH_ZERO);
  assert.deepEqual(epochs.nextEpochIdAfter(genesis), genesis);
  const stake = 50_000_000n * 10n ** 24n;
  assert.deepEqual(epochs.stakeReturns(genesis), {
    stakes: new Map([['test.near', stake]]),
    rewards: new Map([['test.near', 0n]]),
  });
  const view = epochs.viewAfter(genesis);
  assert.equal(view.totalStake(), stake);
  assert.equal(view.validatorStake('test.near'), stake);
  assert.equal(view.validatorStake('near'), null);
  assert.equal(view.minimumStake(), 800128020483277324371899504n);
});

test('only finished epochs have a summary, and only known blocks have an epoch', () => {
  const { epochs, records } = replay('crowd', { blocks: 150 });
  const [genesis, first] = records;
  assert.ok(epochs.validatorsOf(HASH_ZERO) !== null);
  assert.equal(epochs.validatorsOf(genesis!.blockInfo.hash), null);
  assert.equal(epochs.validatorsOf(first!.blockInfo.hash), null);
  assert.throws(() => epochs.blockInfo(HASH_ZERO.slice().fill(1)), /is missing/);
});

test('two forks of an epoch do not disturb each other', () => {
  const headers = readHeaders('stakes').slice(0, 12);
  const store = new MemoryEpochStore();
  const epochs = new Epochs(store, readGenesis('stakes'));
  store.write(epochs.recordGenesis(headers[0]!.hash, headers[0]!.header));
  const record = ({ hash, header }: RecordedHeader) => epochs.recordBlock(hash, header);
  const alone = headers.slice(1).map((block) => {
    const made = record(block);
    store.write(made);
    return made;
  });
  for (const [index, block] of headers.slice(1).entries()) {
    const { lite } = block.header;
    const fork = { ...block.header, lite: { ...lite, height: lite.height + 5 } };
    store.write(epochs.recordBlock(HASH_ZERO.slice().fill(index + 1), fork));
    assert.deepEqual(record(block), alone[index]);
  }
});
