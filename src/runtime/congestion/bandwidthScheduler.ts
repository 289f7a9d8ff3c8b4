// The bandwidth scheduler as a step of applying a chunk: it runs in every block, even if the chunk
// is missing, and rewrites its row of the state each time.

import { concatBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash, sha256 } from '../../base/crypto/hash.ts';
import { encodedHash } from '../../codec/codec.ts';
import { vec } from '../../codec/primitives.ts';
import {
  type BandwidthState,
  readBandwidthState,
  writeBandwidthState,
} from '../../state/bandwidthState.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import type { BandwidthRequests } from '../../types/congestion.ts';
import { shardId as shardIdCodec } from '../../types/primitives.ts';
import { shardIds, shardIndex } from '../../types/shardLayout.ts';
import type { ChunkContext } from '../chunkContext.ts';
import { type BandwidthParams, requestedIncrements } from './bandwidthRequests.ts';
import { congestionLevel, isFullyCongested, type ShardCongestion } from './congestion.ts';
import { type LinkRequest, scheduleBandwidth } from './scheduleBandwidth.ts';

/** What a block's chunk headers say, by shard id. */
export interface ShardStatuses {
  readonly congestion: ReadonlyMap<number, ShardCongestion>;
  readonly bandwidthRequests: ReadonlyMap<number, BandwidthRequests>;
}

const NO_STATE: BandwidthState = { linkAllowances: [], sanityCheckHash: HASH_ZERO };

/** Returns how many bytes this shard may send, by the id of the receiving shard. */
export function runBandwidthScheduler(
  chunk: ChunkContext,
  state: StateUpdate,
  statuses: ShardStatuses,
  params: BandwidthParams,
): ReadonlyMap<number, number> {
  const ids = shardIds(chunk.shardLayout);
  const before = readBandwidthState(state) ?? NO_STATE;
  const links = ids.flatMap((sender) => ids.map((receiver) => ({ sender, receiver })));
  const { allowances, granted } = scheduleBandwidth({
    params,
    shardCount: ids.length,
    allowances: links.map((link) => allowanceOf(before, link)),
    isAllowed: links.map((link) => isLinkAllowed(chunk, statuses, link)),
    requests: collectRequests(chunk, statuses, params),
    seed: chunk.block.prevHash,
  });
  writeBandwidthState(state, {
    linkAllowances: links.map((link, i) => ({ ...link, allowance: allowances[i] as number })),
    sanityCheckHash: nextSanityHash(before.sanityCheckHash, ids),
  });
  state.commit({ kind: 'BandwidthSchedulerStateUpdate' });
  const own = shardIndex(chunk.shardLayout, chunk.shardId) * ids.length;
  return new Map(ids.map((id, index) => [id, granted[own + index] as number]));
}

interface Link {
  readonly sender: number;
  readonly receiver: number;
}

function allowanceOf({ linkAllowances }: BandwidthState, link: Link): number {
  const known = linkAllowances.find(
    ({ sender, receiver }) => sender === link.sender && receiver === link.receiver,
  );
  return known?.allowance ?? 0;
}

/**
 * Nothing is sent from or to a shard without a chunk, nor to a full one except by its chosen shard.
 */
function isLinkAllowed(
  { protocol }: ChunkContext,
  { congestion }: ShardStatuses,
  { receiver, sender }: Link,
): boolean {
  const to = congestion.get(receiver);
  if (to === undefined || to.missedChunks > 0) return false;
  if ((congestion.get(sender)?.missedChunks ?? 0) > 0) return false;
  const level = congestionLevel(protocol.congestion, to);
  return !isFullyCongested(level) || to.info.allowedShard === sender;
}

/** Requests by the ascending ids of their senders; those of other layouts are skipped. */
function collectRequests(
  { shardLayout }: ChunkContext,
  { bandwidthRequests }: ShardStatuses,
  params: BandwidthParams,
): LinkRequest[] {
  const { length: shardCount } = shardIds(shardLayout);
  const senders = [...bandwidthRequests].sort(([a], [b]) => a - b);
  return senders.flatMap(([senderId, { value }]) => {
    const sender = shardIndex(shardLayout, senderId);
    return value.requests.flatMap((request) => {
      const receiver = shardIndex(shardLayout, request.toShard);
      const increments = requestedIncrements(params, request);
      if (sender === -1 || receiver === -1 || increments.length === 0) return [];
      return [{ link: sender * shardCount + receiver, increments }];
    });
  });
}

/** Distinguishes shards that run the scheduler with different layouts. */
function nextSanityHash(before: Hash, ids: readonly number[]): Hash {
  return sha256(concatBytes(before, encodedHash(vec(shardIdCodec), ids)));
}
