// The result of applying a block on one shard: what the shard's next chunk header shows. A block
// without a new chunk changes the state root only.

import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { trailing, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import {
  BandwidthRequests,
  CongestionInfo,
  NO_BANDWIDTH_REQUESTS,
  NO_CONGESTION,
} from '../../types/congestion.ts';
import { balance, gas, hash } from '../../types/primitives.ts';
import { TrieSplit } from '../../types/trieSplit.ts';
import { ValidatorStake } from '../../types/validatorStake.ts';

export const ChunkExtra = struct({
  stateRoot: hash,
  outcomeRoot: hash,
  proposals: vec(ValidatorStake),
  gasUsed: gas,
  balanceBurnt: balance,
  congestionInfo: CongestionInfo,
  bandwidthRequests: BandwidthRequests,
  /** Rows that were written before shards could be split end before it. */
  proposedSplit: trailing(TrieSplit),
});
export type ChunkExtra = TypeOf<typeof ChunkExtra>;

export function genesisChunkExtra(shardId: number, stateRoot: Hash): ChunkExtra {
  return {
    stateRoot,
    outcomeRoot: HASH_ZERO,
    proposals: [],
    gasUsed: 0n,
    balanceBurnt: 0n,
    congestionInfo: { ...NO_CONGESTION, allowedShard: shardId },
    bandwidthRequests: NO_BANDWIDTH_REQUESTS,
    proposedSplit: null,
  };
}
