// Our components against those of the official document, by name: clients generated from either
// have the same types. What differs is in the table, with the reason; a row that nothing needs is
// an error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareComponents } from './support/compareComponents.ts';
import { readOfficialDocument, readOurDocument } from './support/documents.ts';

interface Difference {
  readonly at: RegExp;
  readonly why: string;
}

const DIFFERENCES: readonly Difference[] = [
  {
    at: /^ErrorWrapper_for_\w+\.(code|message|data): added$/,
    why: 'the reference writes the fields of JSON-RPC, too, but its document leaves them out',
  },
  {
    at: /^GenesisConfig\.(avg_hidden_validator_seats_per_shard|num_block_producer_seats_per_shard|num_chunk_only_producer_seats): added$/,
    why: 'the interface description has these fields',
  },
  {
    at: /^RpcValidatorRequest: adds "latest"$/,
    why: 'the word alone is accepted, too',
  },
  {
    at: /^ErrorWrapper_for_\w+\.cause: adds \{name: NOT_VERIFIED, info\}$/,
    why: 'a node that follows another chain refuses what it could not verify',
  },
  {
    at: /^(BlockHeader\w*View\.(chunk_execution_root|prev_last_certified_block_epoch_id|spice_chunk_endorsement_stats)|RpcStatusResponse\.detailed_debug_status): missing$/,
    why: 'written only by nodes with spice or with debug pages, which this node has not',
  },
  {
    at: /^CostGasUsed\.cost_category: /,
    why: 'the two words that occur',
  },
  {
    at: /^DurationAsStdSchemaProvider\.nanos: /,
    why: 'nanoseconds are never negative',
  },
  {
    at: /^StateSyncConfig\.parts_compression_lvl: /,
    why: 'levels are never negative here',
  },
  {
    at: /^GenesisConfigError: /,
    why: 'the official document says null, but a failure has the form of all others',
  },
  {
    at: /^LimitConfig\.max_\w+: lacks null$/,
    why: 'no limit is null in the recorded configurations',
  },
  {
    at: /^RpcLightClientNextBlockResponse: adds \{\}$/,
    why: 'the response without a block is an object without keys',
  },
  {
    at: /^RpcQueryResponse: adds \{error, logs, block_hash, block_height\}$/,
    why: 'the reference answers some failures like this, too',
  },
  {
    at: /^RpcStatusError: adds \{name: CHAIN_HALTED, info\}$/,
    why: 'an error of this node',
  },
  {
    at: /^RpcTransactionError\.info: lacks null$/,
    why: 'an invalid transaction has an empty object here, as recorded',
  },
  {
    at: /^RpcTransactionError\.info\.(debug_info: missing|error_message: added)$/,
    why: 'an internal error has the message of all other methods; the official form is never sent',
  },
  {
    at: /^TrackedShardsConfig\.Shards\[\]: /,
    why: 'a shard is written as text such as s0.v3, which the official document describes by parts',
  },
  {
    at: /^ValidatorKickoutView\.reason: adds string$/,
    why: 'the interface description has text',
  },
];

const { missing, differences } = compareComponents(readOfficialDocument(), readOurDocument());

/** Parts of debug pages and of spice, which this node does not have. */
const MISSING = [
  'AccountDataView',
  'BlockStatusView',
  'CatchupStatusView',
  'DetailedDebugStatus',
  'KnownProducerView',
  'NetworkInfoView',
  'PeerInfoView',
  'ShardUId',
  'SpiceChunkEndorsementStats',
  'Tier1ProxyView',
];

test('every component of the official document exists', () => {
  assert.deepEqual(missing, MISSING);
});

test('components differ only where the table says so', () => {
  const others = differences.filter((line) => !DIFFERENCES.some(({ at }) => at.test(line)));
  assert.equal(others.length, 0, `\n${others.join('\n')}`);
});

test('every row of the table is needed', () => {
  const unused = DIFFERENCES.filter(({ at }) => !differences.some((line) => at.test(line)));
  assert.deepEqual(unused, []);
});
