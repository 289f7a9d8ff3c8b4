// The shards as the block after the head has them. They are those that the head was applied with,
// unless the layout changes with the next block: then the state of each shard that is split becomes
// two tries. Follows chain/chain/src/resharding/manager.rs of the reference.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import { requireConsistent } from '../../state/inconsistentState.ts';
import { readReceiptGroupQueue } from '../../state/receiptGroups.ts';
import { bufferedShards } from '../../state/receiptQueues.ts';
import { splitTrie } from '../../state/splitTrie.ts';
import { TrieState } from '../../state/trieState.ts';
import type { NodeReader } from '../../trie/nodeReader.ts';
import { NodeTrie } from '../../trie/trie.ts';
import type { CongestionInfo } from '../../types/congestion.ts';
import {
  boundaryAccounts,
  type ShardLayout,
  shardIds,
  shardIndex,
} from '../../types/shardLayout.ts';
import { childShards, inheritsReceipts, shardBefore } from '../../types/shardSplits.ts';
import type { ShardHead } from '../stored/head.ts';
import type { AppliedShard } from './applyBlock.ts';

/** A shard that begins to exist with the next block. */
export interface ChildShard {
  readonly shardId: number;
  readonly head: ShardHead;
  /** The nodes of its trie that its parent's does not have. */
  readonly nodes: ReadonlyMap<string, Uint8Array>;
}

interface NextShards {
  /** In the order of the next block. */
  readonly heads: readonly ShardHead[];
  readonly children: readonly ChildShard[];
}

class UnrelatedLayout extends PerigeeError<{ readonly code: 'shard_layout' }> {
  constructor(shardId: number) {
    super(
      { code: 'shard_layout' },
      `the next epoch has shard ${shardId}, which is not made from a shard of this one`,
    );
  }
}

/** `before` is the layout that the shards were applied with, `after` that of the next block. */
export function splitShards(
  stored: NodeReader,
  shards: readonly AppliedShard[],
  before: ShardLayout,
  after: ShardLayout,
): NextShards {
  const children = new Map<number, ChildShard>();
  const heads = shardIds(after).map((shardId) => {
    const parentId = shardBefore(before, after, shardId);
    const parent = shards.find((shard) => shard.shardId === parentId);
    if (parent === undefined) throw new UnrelatedLayout(shardId);
    if (parentId === shardId) return parent.head;
    if (!children.has(shardId)) {
      for (const child of splitShard(stored, parent, after)) children.set(child.shardId, child);
    }
    return children.get(shardId)!.head;
  });
  return { heads, children: [...children.values()] };
}

function splitShard(
  stored: NodeReader,
  parent: AppliedShard,
  layout: ShardLayout,
): [left: ChildShard, right: ChildShard] {
  const [left, right, ...others] = childShards(layout, parent.shardId) ?? [];
  if (left === undefined || right === undefined || others.length > 0) {
    throw new UnrelatedLayout(parent.shardId);
  }
  const { extra, outgoingReceipts } = parent.head;
  const boundary = boundaryAccounts(layout)[shardIndex(layout, left)]!;
  // The block is not stored yet.
  const { nodes: made } = parent.changed;
  const nodes = { read: (hash: Hash) => made.get(bytesKey(hash)) ?? stored.read(hash) };
  const tries = splitTrie(nodes, extra.stateRoot, boundary);
  const congestion = { left: extra.congestionInfo, right: withoutBuffers(nodes, extra) };
  const create = (shardId: number, side: 'left' | 'right'): ChildShard => ({
    shardId,
    nodes: tries[side].insertions,
    head: {
      ...parent.head,
      // Everything else stays, so what the parent burnt and proposed counts for both children.
      extra: {
        ...extra,
        stateRoot: tries[side].root,
        congestionInfo: { ...congestion[side], allowedShard: shardId },
      },
      outgoingReceipts: inheritsReceipts(layout, shardId) ? outgoingReceipts : [],
    },
  });
  return [create(left, 'left'), create(right, 'right')];
}

/** The right child gets none of the receipts that wait to be sent. */
function withoutBuffers(
  nodes: NodeReader,
  { stateRoot, congestionInfo }: ShardHead['extra'],
): CongestionInfo {
  const state = new TrieState(new NodeTrie(nodes), stateRoot);
  let { bufferedReceiptsGas, receiptBytes } = congestionInfo;
  for (const shardId of bufferedShards(state)) {
    const buffer = readReceiptGroupQueue(state, shardId);
    bufferedReceiptsGas -= buffer?.totalGas ?? 0n;
    receiptBytes -= buffer?.totalSize ?? 0;
  }
  requireConsistent(bufferedReceiptsGas === 0n, 'all buffered receipts are counted');
  return { ...congestionInfo, bufferedReceiptsGas, receiptBytes };
}
