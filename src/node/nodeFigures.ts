// The metrics of a running node: its chain, its queues and its store.

import type { Caches } from '../base/collections/caches.ts';
import { MS_PER_SECOND, NS_PER_SECOND } from '../base/units.ts';
import { NODE_VERSION } from '../base/version.ts';
import type { Epochs } from '../chain/stored/epochs.ts';
import type { StoredChain } from '../chain/stored/storedChain.ts';
import type { ViewPool } from '../execution/views/viewPool.ts';
import type { Home } from '../home/homeFolder.ts';
import { newestVersion } from '../params/protocol.ts';
import { engineAt } from '../store/openStore.ts';
import { STORE_VERSION } from '../store/storeVersion.ts';
import type { Figures, NodeMetrics } from '../telemetry/metrics.ts';
import type { ChainBacklog, ChainLink } from './chain/chainLink.ts';

interface FigureSources {
  readonly home: Home;
  readonly caches: Pick<Caches, 'report'>;
  readonly chain: StoredChain;
  readonly epochs: Epochs;
  readonly pool: Pick<ViewPool, 'waiting' | 'running'>;
  readonly thread: Pick<ChainLink, 'onBlock' | 'backlog' | 'halted'>;
}

export function measureNode(metrics: NodeMetrics, sources: FigureSources): void {
  const { thread, pool, home, caches } = sources;
  metrics.observeCaches(caches);
  let waiting = { transactions: 0, bytes: 0 };
  metrics.setBuild(NODE_VERSION);
  thread.onBlock((notice) => {
    waiting = notice.pool;
    metrics.countBlock(notice);
  });
  metrics.observe(() => ({
    ...describeHead(sources),
    ...describeBacklog(thread.backlog),
    near_sync_status: 0,
    near_is_validator: 1,
    near_is_block_producer: 1,
    near_config_correct: 1,
    near_peer_connections_total: 0,
    near_node_protocol_version: newestVersion(sources.epochs.rules.dialect),
    near_node_db_version: STORE_VERSION,
    perigee_chain_halted: thread.halted === null ? 0 : 1,
    perigee_pool_transactions: waiting.transactions,
    perigee_pool_bytes: waiting.bytes,
    perigee_views_waiting: pool.waiting,
    perigee_views_running: pool.running,
    perigee_store_bytes: engineAt(home.storePath).bytesOnDisk(home.storePath),
  }));
}

function describeBacklog({ transactions, bytes, signatures }: ChainBacklog): Figures {
  return {
    perigee_queued_transactions: transactions,
    perigee_queued_bytes: bytes,
    perigee_signatures_waiting: signatures,
  };
}

function describeHead({ chain, epochs }: FigureSources): Figures {
  const { hash, height } = chain.head();
  const header = chain.block(hash)?.header;
  if (header === undefined) return {};
  const { info } = epochs.epoch(header.lite.epochId);
  return {
    near_block_height_head: height,
    near_header_head_height: height,
    near_final_block_height: chain.finalHead().height,
    near_tail_height: chain.tail().height,
    near_head_lag_seconds: Math.max(
      0,
      Date.now() / MS_PER_SECOND - Number(header.lite.timestamp) / Number(NS_PER_SECOND),
    ),
    near_epoch_height: info.epochHeight,
    near_current_protocol_version: info.protocolVersion,
    near_gas_price: Number(header.rest.nextGasPrice),
    near_total_supply: Number(header.rest.totalSupply),
  };
}
