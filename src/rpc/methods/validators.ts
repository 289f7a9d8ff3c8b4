// validators.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type {
  CurrentValidator,
  NextValidator,
  ShardProduction,
  ValidatorsInfo,
} from '../../chain/epoch/validatorsInfo.ts';
import { type Codec, described, type TypeOf } from '../../codec/codec.ts';
import { sortedMap } from '../../codec/map.ts';
import { bool, string, u64Number, vec } from '../../codec/primitives.ts';
import { oneOf, type Schema, type SchemaScope, wordsSchema } from '../../codec/schema.ts';
import { struct } from '../../codec/struct.ts';
import { union, unit } from '../../codec/union.ts';
import { accountId } from '../../types/accountId.ts';
import { accountKey, KickoutReason } from '../../types/epoch.ts';
import { balance, hash, height, publicKey, shardId } from '../../types/primitives.ts';
import { ValidatorStake } from '../../types/validatorStake.ts';
import type { MethodContext } from '../core/context.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors, errorKind } from '../messages/errors.ts';
import { BlockId, findBlock } from '../params/blockReference.ts';
import { ignored, positional } from '../params/params.ts';

const counts = vec(u64Number);

const CurrentValidatorView = struct('CurrentEpochValidatorInfo', {
  accountId,
  publicKey,
  isSlashed: described(bool, 'Always false.'),
  stake: balance,
  shards: described(vec(shardId), 'The shards whose chunks it produces.'),
  shardsEndorsed: described(vec(shardId), 'The shards whose chunks it validates.'),
  numProducedBlocks: u64Number,
  numExpectedBlocks: u64Number,
  numProducedChunks: u64Number,
  numExpectedChunks: u64Number,
  numProducedChunksPerShard: described(counts, 'In the order of `shards`.'),
  numExpectedChunksPerShard: described(counts, 'In the order of `shards`.'),
  numProducedEndorsements: u64Number,
  numExpectedEndorsements: u64Number,
  numProducedEndorsementsPerShard: described(counts, 'In the order of `shards_endorsed`.'),
  numExpectedEndorsementsPerShard: described(counts, 'In the order of `shards_endorsed`.'),
});

const NextValidatorView = struct('NextEpochValidatorInfo', {
  accountId,
  publicKey,
  stake: balance,
  shards: vec(shardId),
});

/** Both spellings of a reason. */
function describeReason(scope: SchemaScope): Schema {
  const text = { type: 'string', pattern: '^\\{.*\\}$', description: 'The object as text.' };
  return { anyOf: [KickoutReason.schema(scope), text] };
}

function validatorsView(reason: Codec<KickoutReason>) {
  return struct('RpcValidatorResponse', {
    currentValidators: vec(CurrentValidatorView),
    nextValidators: vec(NextValidatorView),
    currentFishermen: described(vec(ValidatorStake), 'Always empty.'),
    nextFishermen: described(vec(ValidatorStake), 'Always empty.'),
    currentProposals: described(vec(ValidatorStake), 'Stakes proposed in the epoch.'),
    prevEpochKickout: described(
      vec(struct('ValidatorKickoutView', { accountId, reason })),
      'Validators that were excluded at the end of the previous epoch.',
    ),
    epochStartHeight: height,
    epochHeight: described(u64Number, 'The number of the epoch.'),
    validatorRewardPaidPrevEpoch: described(
      sortedMap(accountKey, balance),
      'The reward that each validator was paid for the previous epoch.',
    ),
  });
}

const ValidatorsView = validatorsView({ ...KickoutReason, schema: describeReason });

/** A string in every case, as the interface description has it: JSON text if it has fields. */
const DescribedReason: Codec<KickoutReason> = {
  ...KickoutReason,
  json: (reason) => {
    const text = KickoutReason.json(reason);
    return text.startsWith('"') ? text : string.json(text);
  },
  schema: describeReason,
};

export const validatorErrors = defineErrors('RpcValidatorError', {
  UNKNOWN_EPOCH: errorKind<void>({
    when: 'There is no such epoch or block, or the epoch is not finished.',
    text: () => 'Unknown Epoch',
  }),
  VALIDATOR_INFO_UNAVAILABLE: errorKind<void>({
    when: 'The block is not the last one of its epoch.',
    text: () => 'Validator info unavailable',
  }),
});

const forms = {
  epoch_id: hash,
  block_id: described(BlockId, 'The last block of an epoch.'),
} as const;
const EpochReference = union('EpochReference', { ...forms, latest: unit });
type EpochReference = TypeOf<typeof EpochReference>;

/** A variant without a value may be written as a key, too. */
function describeParams(scope: SchemaScope): Schema {
  const objects = Object.entries({ ...forms, latest: ignored }).map(([key, value]) => ({
    type: 'object',
    properties: { [key]: value.schema(scope) },
    required: [key],
    additionalProperties: false,
  }));
  return oneOf([...objects, wordsSchema(['latest'])]);
}

const params: Codec<EpochReference> = {
  ...positional<EpochReference>(EpochReference, {
    one: (json) =>
      json === null ? { kind: 'latest' } : { kind: 'block_id', value: BlockId.parse(json) },
  }),
  schema: (scope) => scope.ref('RpcValidatorRequest', describeParams),
};

/** The interface description does not require params. */
const describedParams: Codec<EpochReference> = {
  ...params,
  parse: (json) => (json === null ? { kind: 'latest' } : params.parse(json)),
};

export const validators = defineMethod({
  name: 'validators',
  summary:
    'Information about the validators of an epoch and of the next epoch: the current epoch, a ' +
    'finished one by its id, or the one that ended with a block.',
  params,
  result: ValidatorsView,
  ownPath: { params: describedParams, result: validatorsView(DescribedReason) },
  returns:
    '`current_validators` with their production, `next_validators`, `current_proposals`, ' +
    '`prev_epoch_kickout`, `validator_reward_paid_prev_epoch`, `epoch_height` and ' +
    '`epoch_start_height`.',
  errors: validatorErrors,
  holds: untilNextBlock,
  handle: (context, reference) => infoToView(findInfo(context, reference)),
});

function findInfo(context: MethodContext, reference: EpochReference): ValidatorsInfo {
  const { chain, epochs } = context;
  const head = chain.head().hash;
  if (reference.kind === 'latest') return epochs.validatorsAt(head);
  const epochId =
    reference.kind === 'epoch_id' ? reference.value : endedEpoch(context, reference.value);
  if (equalBytes(epochId, epochs.blockInfo(head).epochId)) return epochs.validatorsAt(head);
  const info = epochs.validatorsOf(epochId);
  if (info === null) throw validatorErrors.UNKNOWN_EPOCH();
  return info;
}

/** The epoch that ended with a block. */
function endedEpoch({ chain }: MethodContext, id: BlockId): Hash {
  const found = findBlock(chain, { kind: 'block_id', value: id }, 'BLOCK HEADER');
  const nextHash = typeof found === 'string' ? null : chain.nextHash(found.hash);
  const next = nextHash && chain.block(nextHash);
  if (typeof found === 'string' || !next) throw validatorErrors.UNKNOWN_EPOCH();
  const { epochId } = found.block.header.lite;
  if (equalBytes(epochId, next.header.lite.epochId)) {
    throw validatorErrors.VALIDATOR_INFO_UNAVAILABLE();
  }
  return epochId;
}

/** The result for an epoch, as JSON. */
export function formatValidators(info: ValidatorsInfo): string {
  return ValidatorsView.json(infoToView(info));
}

function infoToView(info: ValidatorsInfo): TypeOf<typeof ValidatorsView> {
  return {
    currentValidators: info.currentValidators.map(currentToView),
    nextValidators: info.nextValidators.map(nextToView),
    currentFishermen: [],
    nextFishermen: [],
    currentProposals: info.currentProposals,
    prevEpochKickout: info.prevEpochKickout.map(([id, reason]) => ({ accountId: id, reason })),
    epochStartHeight: info.epochStartHeight,
    epochHeight: info.epochHeight,
    validatorRewardPaidPrevEpoch: info.validatorReward,
  };
}

function nextToView({ validator, shardIds }: NextValidator): TypeOf<typeof NextValidatorView> {
  return { ...validator, shards: shardIds };
}

function currentToView(current: CurrentValidator): TypeOf<typeof CurrentValidatorView> {
  const { validator, work, chunks, endorsements } = current;
  const ids = (shards: readonly ShardProduction[]) => shards.map((shard) => shard.shardId);
  const produced = (shards: readonly ShardProduction[]) => shards.map((shard) => shard.produced);
  const expected = (shards: readonly ShardProduction[]) => shards.map((shard) => shard.expected);
  return {
    ...validator,
    isSlashed: false,
    shards: ids(chunks),
    shardsEndorsed: ids(endorsements),
    numProducedBlocks: work.blocks.produced,
    numExpectedBlocks: work.blocks.expected,
    numProducedChunks: work.chunks.produced,
    numExpectedChunks: work.chunks.expected,
    numProducedChunksPerShard: produced(chunks),
    numExpectedChunksPerShard: expected(chunks),
    numProducedEndorsements: work.endorsements.produced,
    numExpectedEndorsements: work.endorsements.expected,
    numProducedEndorsementsPerShard: produced(endorsements),
    numExpectedEndorsementsPerShard: expected(endorsements),
  };
}
