// What an epoch decides: the protocol version, and which shard holds an account. Shards are ranges
// of names, cut at boundaries, and may be split from one epoch to another.

import type { ResultOf } from 'perigee/client';
import { chainHead } from './connection.ts';
import { askNode } from './node.ts';
import { readRanges } from './shardMap.ts';
import type { BlockHeader } from './wire.ts';

export interface ShardLayout {
  readonly boundary_accounts: readonly string[];
  readonly shard_ids: readonly number[];
}

export type ProtocolConfig = ResultOf<'EXPERIMENTAL_protocol_config'>;

/** A block of the epoch that is meant. */
type InEpoch = Pick<BlockHeader, 'epoch_id' | 'hash'>;

const CONFIGS_MAX = 16;
/** By epoch, or by the height of the head where no block is named; oldest first. */
const configs = new Map<string, Promise<ProtocolConfig>>();

export function readProtocolConfig(block?: InEpoch): Promise<ProtocolConfig> {
  const key = block?.epoch_id ?? `head ${chainHead.value?.height}`;
  const known = configs.get(key);
  if (known !== undefined) return known;
  const params = block === undefined ? ({ finality: 'final' } as const) : { block_id: block.hash };
  const asked = askNode('EXPERIMENTAL_protocol_config', params);
  asked.catch(() => configs.delete(key));
  configs.set(key, asked);
  const [oldest] = configs.keys();
  if (configs.size > CONFIGS_MAX && oldest !== undefined) configs.delete(oldest);
  return asked;
}

export async function readShardLayout(block: InEpoch): Promise<ShardLayout> {
  return layoutOf(await readProtocolConfig(block));
}

export function layoutOf({ shard_layout }: ProtocolConfig): ShardLayout {
  const { boundaries, ids } = readRanges(shard_layout);
  return { boundary_accounts: boundaries, shard_ids: ids };
}

/** Names are ASCII, so string order equals byte order. */
export function findShard({ boundary_accounts, shard_ids }: ShardLayout, account: string): number {
  const index = boundary_accounts.filter((boundary) => account >= boundary).length;
  return shard_ids[index] ?? index;
}
