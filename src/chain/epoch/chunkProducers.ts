// Which chunk producers serve which shard. Producers are named by their place in the list of all
// chunk producers, which is ordered by stake; shards by their index. As many as possible stay on
// their shard, or on one of the two that it was split into.

import { assert } from '../../base/assert.ts';
import { concatBytes, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { ChaChaRng } from '../../base/crypto/chacha.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import type { ShardSuccession } from './shardSuccession.ts';

const RNG_DOMAIN = utf8ToBytes('shard_assignment_shuffling_rng');

export interface AssignmentInput {
  readonly producers: readonly ValidatorStake[];
  readonly shardCount: number;
  readonly minPerShard: number;
  /** At most this many producers get another shard than before, new ones included. */
  readonly changesLimit: number;
  readonly rngSeed: Hash;
  /** Who served each shard in the epoch before; empty at genesis. */
  readonly previous: readonly (readonly AccountId[])[];
  /** What became of the shards of that epoch. */
  readonly succession: ShardSuccession;
}

/** The producers of each shard; null if there are too few for even one shard. */
export function assignChunkProducers(input: AssignmentInput): number[][] | null {
  const { producers, shardCount, minPerShard } = input;
  if (producers.length < minPerShard) return null;
  if (producers.length < minPerShard * shardCount) return assignWithRepeats(input);
  return assignBalanced(input);
}

export function createAssignmentRng(rngSeed: Hash): ChaChaRng {
  return new ChaChaRng(sha256(concatBytes(rngSeed, RNG_DOMAIN)), 20);
}

/** Deals the producers out in turns until every shard has enough, never one twice to a shard. */
function assignWithRepeats({ producers, shardCount, minPerShard }: AssignmentInput): number[][] {
  const shards = Array.from({ length: shardCount }, (_, index) => ({
    index,
    stake: 0n,
    members: [] as number[],
  }));
  for (let turn = 0; shards.some(({ members }) => members.length < minPerShard); turn++) {
    const producer = turn % producers.length;
    const [shard] = shards
      .filter(({ members }) => members.length < minPerShard && !members.includes(producer))
      .sort(
        (a, b) =>
          a.members.length - b.members.length || Number(a.stake - b.stake) || a.index - b.index,
      );
    if (shard === undefined) continue;
    shard.members.push(producer);
    shard.stake += producers[producer]!.stake;
  }
  return shards.map(({ members }) => members);
}

function assignBalanced(input: AssignmentInput): number[][] {
  const { producers, minPerShard } = input;
  const shards = keepProducers(input);
  const changesLimit = limitChanges(input);
  const settled = new Set(shards.flat());
  const newcomers = [...producers.keys()].filter((place) => !settled.has(place));
  for (const place of newcomers) smallest(shards).push(place);

  const rng = createAssignmentRng(input.rngSeed);
  for (let changes = newcomers.length; ; changes++) {
    const from = largest(shards);
    const to = smallest(shards);
    const isBalanced = from.length - to.length <= 1;
    if (to.length >= minPerShard && (isBalanced || changes >= changesLimit)) break;
    assert(from !== to, 'there are enough producers for every shard');
    to.push(removeSwapping(from, rng.below64(from.length)));
  }
  return shards.map((members) => members.sort((a, b) => a - b));
}

/** Each shard with those who served it, or the shard it comes from, and still produce chunks. */
function keepProducers({ producers, shardCount, previous, succession }: AssignmentInput) {
  const shards = Array.from({ length: shardCount }, (): number[] => []);
  if (succession === 'none') return shards;
  const places = new Map(producers.map(({ accountId }, place) => [accountId, place]));
  for (const [index, accounts] of previous.entries()) {
    const kept = accounts.flatMap((account) => places.get(account) ?? []);
    if (succession === 'same') shards[index] = kept;
    // The list of producers is in the order in which they are dealt out: by stake, then account.
    else
      deal(
        kept.sort((a, b) => a - b),
        producers,
        shards,
        succession[index]!,
      );
  }
  return shards;
}

/** Deals producers out to shards without any, each to the one with the least stake so far. */
function deal(
  kept: readonly number[],
  producers: readonly ValidatorStake[],
  shards: number[][],
  indexes: readonly number[],
): void {
  const loads = indexes.map((index) => ({ index, stake: 0n, members: [] as number[] }));
  for (const place of kept) {
    const [lightest] = loads.toSorted(
      (a, b) =>
        Number(a.stake - b.stake) || a.members.length - b.members.length || a.index - b.index,
    );
    if (lightest === undefined) continue;
    lightest.stake += producers[place]!.stake;
    lightest.members.push(place);
  }
  for (const { index, members } of loads) shards[index] = members;
}

/** The shards of a split have half of the producers they need, and get the others at once. */
function limitChanges({ producers, shardCount, changesLimit, succession }: AssignmentInput) {
  if (typeof succession === 'string') return changesLimit;
  return Math.max(changesLimit, Math.floor(producers.length / shardCount));
}

/** Among equals the first. */
function smallest(shards: readonly number[][]): number[] {
  return shards.reduce((least, shard) => (shard.length < least.length ? shard : least));
}

/** Among equals the last. */
function largest(shards: readonly number[][]): number[] {
  return shards.reduce((most, shard) => (shard.length >= most.length ? shard : most));
}

/** Takes an item out and puts the last one in its place. */
function removeSwapping(items: number[], position: number): number {
  const last = items.pop();
  assert(last !== undefined, 'there is something to remove');
  if (position === items.length) return last;
  const removed = items[position]!;
  items[position] = last;
  return removed;
}
