// What happened in an epoch up to a block: what each validator produced of what was expected, the
// version each producer last voted for, and the last proposal of each account. It is extended block
// by block and stored with each block, so that nothing is counted twice or recounted.

import { assert } from '../../base/assert.ts';
import { estimateBytes } from '../../base/collections/estimateBytes.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { option, u32, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import type { BlockInfo, EpochInfo } from '../../types/epoch.ts';
import { ValidatorStake } from '../../types/validatorStake.ts';
import { compareAccounts } from './accountEntries.ts';
import type { ChunkDraw } from './earlyKickout.ts';
import type { Epoch } from './epoch.ts';
import { NO_PRODUCTION, Production, type ValidatorWork } from './uptime.ts';

/** The work on one shard, by validator index. */
const ShardStatistics = struct({ chunks: vec(Production), endorsements: vec(Production) });

export const EpochStatistics = struct({
  /** By validator index. */
  blocks: vec(Production),
  /** By shard index. */
  shards: vec(ShardStatistics),
  /** By validator index; null for a validator without a block. */
  versions: vec(option(u32)),
  /** In the order of accounts. */
  proposals: vec(ValidatorStake),
});
export type EpochStatistics = TypeOf<typeof EpochStatistics>;

export function createStatistics(info: EpochInfo): EpochStatistics {
  const none = info.validators.map(() => NO_PRODUCTION);
  return {
    blocks: none,
    shards: info.chunkProducersSettlement.map(() => ({ chunks: none, endorsements: none })),
    versions: info.validators.map(() => null),
    proposals: [],
  };
}

/** The work of one validator, as an object. */
const WORK_BYTES = 64;

/** About what they take in memory; asked for with each block. */
export function statisticsBytes({ blocks, shards, proposals }: EpochStatistics): number {
  const works = blocks.length * (1 + 2 * shards.length);
  return WORK_BYTES * (1 + works) + estimateBytes(proposals);
}

/** The statistics with one more block; its parent, of which the draw is, may be of any epoch. */
export function extendStatistics(
  statistics: EpochStatistics,
  epoch: Epoch,
  block: BlockInfo,
  draw: ChunkDraw,
): EpochStatistics {
  const blocks = [...statistics.blocks];
  for (let height = draw.prevHeight + 1; height < block.height; height++) {
    countWork(blocks, epoch.blockProducerIndex(height), false);
  }
  const producer = epoch.blockProducerIndex(block.height);
  countWork(blocks, producer, true);
  return {
    blocks,
    shards: extendShards(statistics, epoch, block, draw),
    versions: statistics.versions.with(producer, block.latestProtocolVersion),
    proposals: mergeProposals(statistics.proposals, block.proposals),
  };
}

function extendShards(
  statistics: EpochStatistics,
  epoch: Epoch,
  block: BlockInfo,
  draw: ChunkDraw,
): EpochStatistics['shards'] {
  const validators = epoch.chunkValidators(draw.prevHeight + 1);
  return statistics.shards.map((shard, shardIndex) => {
    const isNew = block.chunkMask[shardIndex];
    assert(isNew !== undefined, 'a block has a mask for every shard');
    const chunks = [...shard.chunks];
    const endorsements = [...shard.endorsements];
    countWork(chunks, epoch.chunkProducerIndex(shardIndex, draw), isNew);
    const bits = block.chunkEndorsements[shardIndex] ?? new Uint8Array();
    for (const [place, { index }] of validators[shardIndex]!.entries()) {
      countWork(endorsements, index, isNew && isBitSet(bits, place));
    }
    return { chunks, endorsements };
  });
}

function countWork(counts: Production[], index: number, isDone: boolean): void {
  const { produced, expected } = counts[index]!;
  counts[index] = { produced: produced + (isDone ? 1 : 0), expected: expected + 1 };
}

function isBitSet(bits: Uint8Array, place: number): boolean {
  return (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
}

/** The latest proposal of an account counts; within one block its first. */
function mergeProposals(
  known: readonly ValidatorStake[],
  added: readonly ValidatorStake[],
): readonly ValidatorStake[] {
  if (added.length === 0) return known;
  const latest = new Map(known.map((proposal) => [proposal.accountId, proposal]));
  for (const proposal of [...added].reverse()) latest.set(proposal.accountId, proposal);
  return [...latest.values()].sort((a, b) => compareAccounts(a.accountId, b.accountId));
}

/** The whole work of each validator, over all shards. */
export function sumWork({ blocks, shards }: EpochStatistics): ValidatorWork[] {
  const sum = (counts: readonly Production[]) => counts.reduce(addProduction, NO_PRODUCTION);
  return blocks.map((own, index) => ({
    blocks: own,
    chunks: sum(shards.map((shard) => shard.chunks[index]!)),
    endorsements: sum(shards.map((shard) => shard.endorsements[index]!)),
  }));
}

function addProduction(a: Production, b: Production): Production {
  return { produced: a.produced + b.produced, expected: a.expected + b.expected };
}
