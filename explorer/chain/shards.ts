// Which shard holds an account: shards are ranges of names, cut at boundaries.

import { askNode } from './node.ts';

export interface ShardLayout {
  readonly boundary_accounts: readonly string[];
  readonly shard_ids: readonly number[];
}

interface ProtocolConfig {
  readonly shard_layout: Readonly<Record<string, ShardLayout>>;
  readonly runtime_config: { readonly storage_amount_per_byte: string };
}

let config: Promise<ProtocolConfig> | null = null;

/** Requested once; a page that stays open for several epochs shows those of the first. */
export function readProtocolConfig(): Promise<ProtocolConfig> {
  config ??= askNode<ProtocolConfig>('EXPERIMENTAL_protocol_config', { finality: 'final' });
  config.catch(() => {
    config = null;
  });
  return config;
}

export async function readShardLayout(): Promise<ShardLayout> {
  const { shard_layout } = await readProtocolConfig();
  const [layout] = Object.values(shard_layout);
  return layout ?? { boundary_accounts: [], shard_ids: [0] };
}

/** Names are ASCII, so string order equals byte order. */
export function findShard({ boundary_accounts, shard_ids }: ShardLayout, account: string): number {
  const index = boundary_accounts.filter((boundary) => account >= boundary).length;
  return shard_ids[index] ?? index;
}
