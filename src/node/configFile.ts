// The default config.json. Its names and shape are the reference's, so that tools which edit the file
// find what they look for; what concerns peers and disks of the reference is kept as it stands there.

import type { JsonObject } from '../base/exactJson.ts';

function duration(secs: number, nanos = 0): JsonObject {
  return { secs, nanos };
}

export function createConfig(rpcAddress: string): JsonObject {
  return {
    genesis_file: 'genesis.json',
    genesis_records_file: null,
    validator_key_file: 'validator_key.json',
    node_key_file: 'node_key.json',
    rpc: {
      addr: rpcAddress,
      prometheus_addr: null,
      cors_allowed_origins: ['*'],
      polling_config: {
        polling_interval: duration(0, 200_000_000),
        polling_timeout: duration(10),
      },
      limits_config: {
        json_payload_max_size: 10_485_760,
      },
      enable_debug_rpc: false,
      experimental_debug_pages_src_path: null,
    },
    telemetry: {
      endpoints: [],
    },
    network: {
      addr: '127.0.0.1:24567',
      boot_nodes: '',
      max_num_peers: 40,
      skip_sync_wait: true,
      ttl_account_id_router: duration(3600),
    },
    consensus: {
      min_num_peers: 3,
      block_production_tracking_delay: duration(0, 10_000_000),
      min_block_production_delay: duration(0, 600_000_000),
      max_block_production_delay: duration(2),
      max_block_wait_delay: duration(6),
      chunk_wait_mult: [1, 3],
      produce_empty_blocks: true,
      block_header_fetch_horizon: 50,
      catchup_step_period: duration(0, 100_000_000),
      chunk_request_retry_period: duration(0, 400_000_000),
      header_sync_initial_timeout: duration(10),
      header_sync_progress_timeout: duration(2),
      header_sync_stall_ban_timeout: duration(120),
      block_request_timeout: duration(60),
      state_sync_p2p_timeout: duration(10),
      state_sync_retry_backoff: duration(1),
      header_sync_expected_height_per_second: 10,
      sync_check_period: duration(10),
      sync_step_period: duration(0, 10_000_000),
      doomslug_step_period: duration(0, 10_000_000),
      sync_height_threshold: 1,
      sync_max_block_requests: 10,
    },
    tracked_shards_config: 'AllShards',
    log_summary_style: 'colored',
    log_summary_period: duration(10),
    enable_multiline_logging: true,
    gc_blocks_limit: 2,
    gc_fork_clean_step: 100,
    gc_num_epochs_to_keep: 5,
    gc_step_period: duration(0, 500_000_000),
    view_client_threads: 4,
    state_request_throttle_period: duration(30),
    state_requests_per_throttle_period: 30,
    state_request_server_threads: 4,
    trie_viewer_state_size_limit: 50_000,
    store: {
      path: null,
      enable_statistics_export: true,
    },
    epoch_sync: {
      epoch_sync_horizon_num_epochs: 2,
      timeout_for_epoch_sync: duration(60),
    },
    transaction_pool_size_limit: 100_000_000,
    resharding_config: {
      batch_size: 500_000,
      batch_delay: duration(0, 5_000_000),
      retry_delay: duration(10),
      initial_delay: duration(0),
      max_poll_time: duration(7200),
      catch_up_blocks: 20,
    },
    tx_routing_height_horizon: 4,
    disable_tx_routing: false,
    produce_chunk_add_transactions_time_limit: duration(0, 200_000_000),
    orphan_state_witness_pool_size: 25,
    orphan_state_witness_max_size: 40_000_000,
    save_latest_witnesses: false,
    save_invalid_witnesses: false,
    transaction_request_handler_threads: 4,
    archive: false,
    save_trie_changes: true,
  };
}
