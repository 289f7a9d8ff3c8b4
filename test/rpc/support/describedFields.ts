// The fields of the interface description (version 1.3.36) for the results of its seven methods, as
// tables. Optional fields have a question mark. Nulls where the description has only values, and
// fields that it does not list, are marked.

import {
  type Fields,
  list,
  mapOf,
  nullable,
  object,
  type Shape,
  tuple,
  variants,
  words,
} from './shape.ts';
import {
  accountId,
  amount,
  hash,
  MerklePath,
  publicKey,
  Receipt,
  SignedTransaction,
  TransactionStatus,
} from './transactionShapes.ts';

/** The same shape for many fields. */
function each(shape: Shape, names: string): Fields {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, shape]),
  );
}

const ratio = tuple('integer', 'integer');
const durationPair = tuple('integer', 'integer');
const duration = object({ secs: 'integer', nanos: 'integer' });

const ValidatorStake = object({
  account_id: accountId,
  public_key: publicKey,
  stake: amount,
  validator_stake_struct_version: 'string',
});

const Chunk = object({
  author: accountId,
  header: object({
    ...each(hash, 'chunk_hash encoded_merkle_root outcome_root outgoing_receipts_root'),
    ...each(hash, 'prev_block_hash prev_state_root tx_root signature'),
    ...each(amount, 'balance_burnt rent_paid validator_reward'),
    ...each('integer', 'encoded_length gas_limit gas_used height_created height_included shard_id'),
    validator_proposals: list(ValidatorStake),
    bandwidth_requests: variants([], {
      V1: object({
        requests: list(
          object({
            requested_values_bitmap: object({ data: list('integer') }),
            to_shard: 'integer',
          }),
        ),
      }),
    }),
    congestion_info: object({
      allowed_shard: 'integer',
      buffered_receipts_gas: 'string',
      delayed_receipts_gas: 'string',
      receipt_bytes: 'integer',
    }),
    'proposed_split?': object({
      boundary_account: accountId,
      left_memory: 'integer',
      right_memory: 'integer',
    }),
  }),
  receipts: list(Receipt),
  transactions: list(SignedTransaction),
});

const ClientConfig = object({
  ...each(
    'boolean',
    `archive disable_tx_routing enable_early_prepare_transactions enable_multiline_logging
    enable_statistics_export produce_empty_blocks save_invalid_witnesses save_latest_witnesses
    save_receipt_to_tx save_state_changes save_trie_changes save_tx_outcomes
    save_untracked_partial_chunks_parts skip_sync_wait`,
  ),
  ...each(
    'integer',
    `block_header_fetch_horizon chunk_validation_threads chunks_cache_height_horizon
    client_background_migration_threads epoch_length header_sync_expected_height_per_second
    min_num_peers num_block_producer_seats orphan_state_witness_max_size
    orphan_state_witness_pool_size receipt_to_tx_max_hint_window receipt_to_tx_max_hop_distance
    receipt_to_tx_max_outcomes_per_request state_request_server_threads
    state_requests_per_throttle_period sync_height_threshold sync_max_block_requests
    transaction_pool_strict_nonce_ttl_blocks transaction_request_handler_threads
    transaction_pool_size_limit trie_viewer_state_size_limit tx_routing_height_horizon
    view_access_keys_limit view_client_threads max_gas_burnt_view`,
  ),
  ...each(
    'string',
    `block_production_tracking_delay chain_id chunk_wait_mult doomslug_step_period
    expected_shutdown max_block_production_delay max_block_wait_delay min_block_production_delay
    produce_chunk_add_transactions_time_limit resharding_config rpc_addr log_summary_style
    protocol_version_check tracked_shards_config`,
  ),
  ...each(
    durationPair,
    `block_request_timeout catchup_step_period chunk_request_retry_period
    header_sync_initial_timeout header_sync_progress_timeout header_sync_stall_ban_timeout
    log_summary_period state_request_throttle_period state_sync_p2p_timeout
    state_sync_retry_backoff sync_check_period sync_step_period ttl_account_id_router`,
  ),
  chunk_distribution_network: object({
    enabled: 'boolean',
    uris: object({ get: 'string', set: 'string' }),
  }),
  cloud_archival_writer: object({
    archive_block_data: 'boolean',
    catch_up_throttle: duration,
    polling_interval: duration,
    snapshot_every_n_epochs: 'integer',
  }),
  epoch_sync: object({
    epoch_sync_horizon_num_epochs: 'integer',
    timeout_for_epoch_sync: duration,
  }),
  gc: object({
    gc_blocks_limit: 'integer',
    gc_fork_clean_step: 'integer',
    gc_num_epochs_to_keep: 'integer',
    gc_step_period: duration,
  }),
  state_sync: object({
    concurrency: object(each('integer', 'apply apply_during_catchup peer_downloads per_shard')),
    dump: object({
      credentials_file: 'string',
      iteration_delay: duration,
      location: variants([], { S3: object({ bucket: 'string', region: 'string' }) }),
      restart_dump_for_shards: list('integer'),
    }),
    sync: 'string',
    parts_compression_lvl: 'integer',
  }),
  version: object(each('string', 'build commit version rustc_version')),
});

const GenesisConfig = object({
  ...each(
    'integer',
    `block_producer_kickout_threshold chunk_producer_kickout_threshold epoch_length gas_limit
    genesis_height num_block_producer_seats num_blocks_per_year protocol_version
    transaction_validity_period chunk_producer_assignment_changes_limit
    chunk_validator_only_kickout_threshold max_kickout_stake_perc minimum_stake_divisor
    minimum_validators_per_shard num_chunk_only_producer_seats num_chunk_producer_seats
    num_chunk_validator_seats target_validator_mandates_per_shard`,
  ),
  ...each(
    'string',
    `chain_id fishermen_threshold genesis_time max_gas_price min_gas_price
    protocol_treasury_account total_supply`,
  ),
  ...each(
    list('integer'),
    'avg_hidden_validator_seats_per_shard num_block_producer_seats_per_shard',
  ),
  ...each(
    ratio,
    `gas_price_adjustment_rate max_inflation_rate protocol_reward_rate minimum_stake_ratio
    online_max_threshold online_min_threshold protocol_upgrade_stake_threshold`,
  ),
  ...each(
    'boolean',
    'dynamic_resharding shuffle_shard_assignment_for_chunk_producers use_production_config',
  ),
  validators: list(object({ account_id: accountId, amount, public_key: publicKey })),
  shard_layout: variants([], {
    V2: object({
      boundary_accounts: list('string'),
      id_to_index_map: mapOf('integer'),
      index_to_id_map: mapOf('integer'),
      shard_ids: list('integer'),
      version: 'integer',
      /** Not in the description. */
      ...each(nullable('anything'), 'shards_parent_map shards_split_map'),
    }),
  }),
});

const StateChanges = object({
  block_hash: hash,
  changes: list(
    object({
      type: words('account_update'),
      change: object({
        ...each('string', 'account_id amount code_hash locked'),
        storage_usage: 'integer',
        storage_paid_at: 'integer',
        'global_contract_account_id?': accountId,
        'global_contract_hash?': hash,
      }),
      /** In addition to its type, a cause names the transaction or receipt. */
      cause: object({ type: 'string', 'tx_hash?': hash, 'receipt_hash?': hash }),
    }),
  ),
});

const LightClientBlockProof = object({
  block_header_lite: object({
    inner_lite: object({
      ...each(hash, 'block_merkle_root epoch_id next_bp_hash next_epoch_id outcome_root'),
      prev_state_root: hash,
      height: 'integer',
      timestamp: 'integer',
      timestamp_nanosec: 'string',
    }),
    inner_rest_hash: hash,
    prev_block_hash: hash,
  }),
  block_proof: MerklePath,
});

const Validators = object({
  ...each(list(ValidatorStake), 'current_fishermen current_proposals next_fishermen'),
  current_validators: list(
    object({
      ...each('string', 'account_id public_key stake'),
      is_slashed: 'boolean',
      ...each(
        'integer',
        `num_expected_blocks num_produced_blocks num_expected_chunks num_produced_chunks
        num_expected_endorsements num_produced_endorsements`,
      ),
      ...each(
        list('integer'),
        `shards shards_endorsed num_expected_chunks_per_shard num_produced_chunks_per_shard
        num_expected_endorsements_per_shard num_produced_endorsements_per_shard`,
      ),
    }),
  ),
  next_validators: list(
    object({ ...each('string', 'account_id public_key stake'), shards: list('integer') }),
  ),
  prev_epoch_kickout: list(object({ account_id: accountId, reason: 'string' })),
  epoch_height: 'integer',
  epoch_start_height: 'integer',
  /** Not in the description. */
  validator_reward_paid_prev_epoch: mapOf(amount),
});

/** The result of each of the seven methods. */
export const RESULT_SHAPES = {
  tx_status: TransactionStatus,
  client_config: ClientConfig,
  chunk: Chunk,
  genesis_config: GenesisConfig,
  EXPERIMENTAL_changes: StateChanges,
  EXPERIMENTAL_light_client_block_proof: LightClientBlockProof,
  validators: Validators,
} as const;

export type DescribedMethod = keyof typeof RESULT_SHAPES;
