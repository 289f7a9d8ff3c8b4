// The client configuration: the response for a recorded config.json, for an empty one, and that it
// has the fields of the interface description with their types.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientConfig } from '../../../src/rpc/config/clientConfig.ts';
import { ConfigFile, createClientConfig } from '../../../src/rpc/config/configFile.ts';
import { readTourConfig, readTourGenesis } from '../support/fakeContext.ts';
import { readRecordedRequests } from '../support/recordedRequests.ts';

const genesis = readTourGenesis();

function show(file: ConfigFile, version: ClientConfig['version']): string {
  return ClientConfig.json(createClientConfig(file, genesis, version));
}

test('the recorded configuration is shown as recorded', () => {
  const recorded = readRecordedRequests().find(({ label }) => label === 'client_config null');
  const { version } = JSON.parse(recorded?.response ?? '').result;
  const { rustc_version: rustcVersion, ...rest } = version;
  const shown = show(readTourConfig(), { ...rest, rustcVersion });
  assert.equal(`{"jsonrpc":"2.0","result":${shown},"id":"dontcare"}`, recorded?.response);
});

const VERSION = { version: 'trunk', build: 'unknown', commit: 'abc', rustcVersion: '1.90.0' };

test('an empty file has the defaults of the reference', () => {
  const shown = JSON.parse(show(ConfigFile.parse({}), VERSION));
  assert.equal(shown.min_block_production_delay, '[0,600000000]');
  assert.equal(shown.max_block_production_delay, '[2,0]');
  assert.deepEqual(shown.gc, {
    gc_blocks_limit: 2,
    gc_fork_clean_step: 100,
    gc_num_epochs_to_keep: 5,
    gc_step_period: { nanos: 500_000_000, secs: 0 },
  });
  assert.equal(shown.skip_sync_wait, false);
  assert.equal(shown.rpc_addr, '127.0.0.1:3030');
  assert.equal(shown.trie_viewer_state_size_limit, 50_000);
  assert.equal(shown.view_access_keys_limit, 100);
  assert.equal(shown.max_gas_burnt_view, null);
});

test('the values of the file are shown', () => {
  const file = ConfigFile.parse({
    rpc: null,
    tracked_shards_config: { Accounts: ['a.near'] },
    trie_viewer_state_size_limit: null,
    view_access_keys_limit: 7,
    max_gas_burnt_view: 300_000_000_000_000,
    expected_shutdown: 12_345,
    produce_chunk_add_transactions_time_limit: null,
    archive: true,
    store: { enable_statistics_export: false },
    chunk_distribution_network: { enabled: true, uris: { get: 'http://a', set: 'http://b' } },
    state_sync: {
      dump: { location: { S3: { bucket: 'b', region: 'r' } }, restart_dump_for_shards: [1] },
      sync: 'Peers',
      concurrency: { apply: 4, apply_during_catchup: 1, peer_downloads: 9, per_shard: 6 },
    },
  });
  const shown = JSON.parse(show(file, VERSION));
  assert.equal(shown.rpc_addr, null);
  assert.deepEqual(shown.tracked_shards_config, { Accounts: ['a.near'] });
  assert.equal(shown.trie_viewer_state_size_limit, null);
  assert.equal(shown.view_access_keys_limit, 7);
  assert.equal(shown.enable_statistics_export, false);
  assert.deepEqual(shown.chunk_distribution_network, {
    enabled: true,
    uris: { get: 'http://a', set: 'http://b' },
  });
  assert.deepEqual(shown.state_sync, {
    concurrency: { apply: 4, apply_during_catchup: 1, peer_downloads: 9, per_shard: 6 },
    dump: { location: { S3: { bucket: 'b', region: 'r' } }, restart_dump_for_shards: [1] },
    parts_compression_lvl: 1,
  });
  assert.equal(shown.max_gas_burnt_view, 300_000_000_000_000);
  assert.equal(shown.expected_shutdown, '12345');
  assert.equal(shown.produce_chunk_add_transactions_time_limit, 'null');
  assert.equal(shown.save_trie_changes, false);
  assert.equal(shown.save_tx_outcomes, true);
});

test('a file with a value of the wrong kind is refused', () => {
  assert.throws(() => ConfigFile.parse({ view_client_threads: 'four' }), /invalid type/);
  assert.throws(() => ConfigFile.parse({ consensus: { min_num_peers: -1 } }), /invalid value/);
  assert.throws(() => ConfigFile.parse({ rpc: { addr: 5 } }), /invalid type/);
});

/** Section 2.10 of the interface description. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  boolean: `archive disable_tx_routing enable_early_prepare_transactions enable_multiline_logging
    enable_statistics_export produce_empty_blocks save_invalid_witnesses save_latest_witnesses
    save_receipt_to_tx save_state_changes save_trie_changes save_tx_outcomes
    save_untracked_partial_chunks_parts skip_sync_wait`.split(/\s+/),
  number: `block_header_fetch_horizon chunk_validation_threads chunks_cache_height_horizon
    client_background_migration_threads epoch_length header_sync_expected_height_per_second
    min_num_peers num_block_producer_seats orphan_state_witness_max_size
    orphan_state_witness_pool_size receipt_to_tx_max_hint_window receipt_to_tx_max_hop_distance
    receipt_to_tx_max_outcomes_per_request state_request_server_threads
    state_requests_per_throttle_period sync_height_threshold sync_max_block_requests
    transaction_pool_size_limit transaction_pool_strict_nonce_ttl_blocks
    transaction_request_handler_threads trie_viewer_state_size_limit tx_routing_height_horizon
    view_access_keys_limit view_client_threads`.split(/\s+/),
  string: `block_production_tracking_delay chain_id chunk_wait_mult doomslug_step_period
    expected_shutdown max_block_production_delay max_block_wait_delay min_block_production_delay
    produce_chunk_add_transactions_time_limit resharding_config rpc_addr log_summary_style
    protocol_version_check tracked_shards_config`.split(/\s+/),
  object: `block_request_timeout catchup_step_period chunk_request_retry_period
    header_sync_initial_timeout header_sync_progress_timeout header_sync_stall_ban_timeout
    log_summary_period state_request_throttle_period state_sync_p2p_timeout
    state_sync_retry_backoff sync_check_period sync_step_period ttl_account_id_router epoch_sync gc
    state_sync version`.split(/\s+/),
};

/** Described as integers or objects, and null where they are not set. */
const UNSET = ['max_gas_burnt_view', 'chunk_distribution_network', 'cloud_archival_writer'];

test('exactly the described fields are present', () => {
  const shown = JSON.parse(show(ConfigFile.parse({}), VERSION));
  const described = [...Object.values(FIELDS).flat(), ...UNSET];
  assert.deepEqual(Object.keys(shown).sort(), described.sort());
  for (const [type, names] of Object.entries(FIELDS)) {
    for (const name of names) assert.equal(typeof shown[name], type, name);
  }
  for (const name of UNSET) assert.equal(shown[name], null);
});
