// Where `POST /<method>` follows the interface description and `POST /` the reference: the same
// requests at both endpoints of a running node.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToBase64 } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { secretToPublic } from '../../src/base/crypto/keys.ts';
import { DocumentValidator } from '../schema/support/documentValidator.ts';
import type { ErrorObject } from '../support/rpcClient.ts';
import {
  ALICE,
  BOB,
  CAROL,
  ROOT,
  startTestNode,
  type TestNode,
  writeConfig,
  writeGenesis,
} from '../support/runningNode.ts';
import { NEAR, Sender, transfer } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const EPOCH_LENGTH = 10;
/** As much as the only validator has. */
const STAKE = 50_000_000n * NEAR;

const validator = new DocumentValidator();

let node: TestNode;
let alice: Sender;

before(async () => {
  const home = createTemporaryFolder();
  writeGenesis(home, { epochLength: EPOCH_LENGTH, protocolVersion: 88 });
  node = await startTestNode({ home });
  alice = new Sender(node.rpc, ALICE);
});

interface Answer<T> {
  readonly result: T;
  readonly error: ErrorObject;
}

/** The same request at the method's own path and at the root; one schema covers both. */
async function askBoth<T>(
  method: string,
  params?: unknown,
  { rpc } = node,
): Promise<{ own: Answer<T>; root: Answer<T> }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'x', method, params });
  const [own, root] = await Promise.all([rpc.post(`/${method}`, body), rpc.post('/', body)]);
  const answers = { own: JSON.parse(own.text), root: JSON.parse(root.text) };
  const validate = validator.responseValidator(method);
  for (const answer of Object.values(answers)) {
    assert.equal(validator.findFault(validate, answer), null, method);
  }
  return answers;
}

interface ChunkAnswer {
  readonly header: { readonly chunk_hash: string };
}

test('a chunk without a split has no such key at its own path, and null at the root', async () => {
  const byShard = await askBoth<ChunkAnswer>('chunk', { block_id: 0, shard_id: 0 });
  for (let repeated = 0; repeated < 3; repeated++) {
    const { own, root } = await askBoth<ChunkAnswer>('chunk', { block_id: 0, shard_id: 0 });
    assert.ok(!('proposed_split' in own.result.header));
    const header = { ...own.result.header, proposed_split: null };
    assert.deepEqual(root.result, { ...own.result, header });
  }
  const { chunk_hash } = byShard.own.result.header;
  const byHash = await askBoth<ChunkAnswer>('chunk', { chunk_hash });
  assert.equal(byHash.own.result.header.chunk_hash, chunk_hash);
  assert.equal(byHash.root.error.cause.name, 'PARSE_ERROR');
});

interface Metadata {
  readonly version: number;
  readonly contracts?: unknown;
}

interface StatusAnswer {
  readonly final_execution_status: string;
  readonly transaction_outcome: { readonly outcome: { readonly metadata: Metadata } };
  readonly receipts_outcome: readonly { readonly outcome: { readonly metadata: Metadata } }[];
}

test('older metadata has null contracts at the own path, and none at the root', async () => {
  const { transaction } = await alice.send(BOB, [transfer(1n)]);
  const params = { tx_hash: transaction.hash, sender_account_id: ALICE };
  const { own, root } = await askBoth<StatusAnswer>('tx_status', params);
  const versions = (status: StatusAnswer) =>
    [status.transaction_outcome, ...status.receipts_outcome].map(({ outcome }) => outcome.metadata);
  const [first, ...others] = versions(own.result);
  assert.deepEqual(first, { version: 1, gas_profile: null, contracts: null });
  assert.deepEqual(versions(root.result), [{ version: 1, gas_profile: null }, ...others]);
  assert.deepEqual(
    others.map(({ version }) => version),
    others.map(() => 4),
  );
});

test('two forms of a transaction at once are refused at the own path only', async () => {
  const signed = await alice.sign(BOB, [transfer(1n)]);
  await alice.submit(signed, 'FINAL');
  const byHash = { tx_hash: formatHash(signed.hash), sender_account_id: ALICE };
  const signed_tx_base64 = bytesToBase64(signed.bytes);
  for (const both of [
    { ...byHash, signed_tx_base64 },
    { ...byHash, signed_tx_base64: 'AAAA' },
    { sender_account_id: ALICE, signed_tx_base64 },
  ]) {
    const { own, root } = await askBoth<StatusAnswer>('tx_status', both);
    assert.equal(own.error.cause.name, 'PARSE_ERROR');
    assert.match(String(own.error.cause.info?.error_message), /not both/);
    assert.equal(root.result.final_execution_status, 'FINAL');
  }
  const unset = { signed_tx_base64, tx_hash: null, sender_account_id: null };
  for (const one of [byHash, { signed_tx_base64 }, unset, { ...byHash, signed_tx_base64: null }]) {
    const { own } = await askBoth<StatusAnswer>('tx_status', one);
    assert.equal(own.result.final_execution_status, 'FINAL');
  }
});

interface ValidatorsAnswer {
  readonly epoch_height: number;
  readonly prev_epoch_kickout: readonly { readonly account_id: string; readonly reason: unknown }[];
}

test('validators without params are those of the current epoch at the own path', async () => {
  for (const params of [undefined, null]) {
    const { own, root } = await askBoth<ValidatorsAnswer>('validators', params);
    const latest = await askBoth<ValidatorsAnswer>('validators', 'latest');
    assert.deepEqual(own.result, latest.own.result);
    assert.equal(root.error.cause.name, 'PARSE_ERROR');
  }
  for (const method of ['EXPERIMENTAL_changes', 'EXPERIMENTAL_light_client_block_proof']) {
    const { own, root } = await askBoth(method);
    assert.equal(own.error.cause.name, 'PARSE_ERROR');
    assert.deepEqual(own.error, root.error);
  }
});

test('the reason of a kick-out is a string at the own path, and loses nothing', async () => {
  const carol = new Sender(node.rpc, CAROL);
  const publicKey = secretToPublic(carol.secret);
  await new Sender(node.rpc, ROOT).send(CAROL, [transfer(STAKE)]);
  await carol.send(CAROL, [{ kind: 'Stake', value: { stake: STAKE, publicKey } }]);
  // No node signs for Carol, so she misses all of her blocks and chunks.
  const reasons: unknown[] = [];
  for (let epoch = 0; epoch < 6; epoch++) {
    const { own, root } = await askBoth<ValidatorsAnswer>('validators', 'latest');
    own.result.prev_epoch_kickout.forEach(({ account_id, reason }, index) => {
      const shown = root.result.prev_epoch_kickout[index];
      assert.ok(shown !== undefined);
      assert.equal(account_id, shown.account_id);
      assert.equal(typeof reason, 'string');
      const isPlain = typeof shown.reason === 'string';
      assert.deepEqual(isPlain ? reason : JSON.parse(reason as string), shown.reason);
      reasons.push(shown.reason);
    });
    await node.rpc.call('perigee_mine', { epochs: 1 });
  }
  assert.match(
    JSON.stringify(reasons[0]),
    /^\{"NotEnoughBlocks":\{"expected":\d+,"produced":0\}\}$/,
  );
});

test('a transaction in the mempool has the status NONE at the own path', async () => {
  const quiet = await startTestNode({ mining: 'manual' });
  const sender = new Sender(quiet.rpc, ALICE);
  const signed = await sender.sign(BOB, [transfer(1n)]);
  const byHash = { tx_hash: formatHash(signed.hash), sender_account_id: ALICE, wait_until: 'NONE' };
  const bySigned = { signed_tx_base64: bytesToBase64(signed.bytes), wait_until: 'NONE' };
  const askAll = async () => {
    const answers = [byHash, bySigned].map((params) => askBoth<object>('tx_status', params, quiet));
    const shown = (await Promise.all(answers)).flatMap(({ own, root }) => [own, root]);
    return shown.map(({ result, error }) => result ?? error.cause.name);
  };
  const unknown = 'UNKNOWN_TRANSACTION';
  assert.deepEqual(await askAll(), [unknown, unknown, unknown, unknown]);
  await sender.submit(signed, 'NONE');
  const waiting = { final_execution_status: 'NONE' };
  assert.deepEqual(await askAll(), [waiting, unknown, waiting, unknown]);
  await quiet.mine(2);
  for (const status of await askAll()) {
    assert.equal((status as StatusAnswer).final_execution_status, 'INCLUDED');
  }
});

interface ConfigAnswer {
  readonly max_gas_burnt_view: number | null;
  readonly [name: string]: unknown;
}

const NO_TIME = { secs: 0, nanos: 0 };

test('the client configuration has values instead of null at the own path', async () => {
  const { own, root } = await askBoth<ConfigAnswer>('client_config');
  const { chunk_distribution_network, cloud_archival_writer, state_sync } = own.result;
  assert.deepEqual(chunk_distribution_network, { enabled: false, uris: { get: '', set: '' } });
  assert.deepEqual(cloud_archival_writer, {
    archive_block_data: false,
    catch_up_throttle: NO_TIME,
    polling_interval: NO_TIME,
    snapshot_every_n_epochs: 0,
  });
  assert.deepEqual(state_sync, {
    concurrency: { apply: 4, apply_during_catchup: 1, peer_downloads: 10, per_shard: 6 },
    dump: {
      credentials_file: '',
      iteration_delay: NO_TIME,
      location: { S3: { bucket: '', region: '' } },
      restart_dump_for_shards: [],
    },
    parts_compression_lvl: 0,
    sync: 'Peers',
  });
  assert.deepEqual(root.result, {
    ...own.result,
    max_gas_burnt_view: null,
    chunk_distribution_network: null,
    cloud_archival_writer: null,
    state_sync: { parts_compression_lvl: 0 },
  });
  const { runtime_config } = await node.rpc.call<ProtocolAnswer>('EXPERIMENTAL_protocol_config', {
    finality: 'optimistic',
  });
  const { max_gas_burnt } = runtime_config.wasm_config.limit_config;
  assert.equal(own.result.max_gas_burnt_view, max_gas_burnt);
});

interface ProtocolAnswer {
  readonly runtime_config: {
    readonly wasm_config: { readonly limit_config: { readonly max_gas_burnt: number } };
  };
}

test('a configured limit of view calls is shown at both endpoints', async () => {
  const home = createTemporaryFolder();
  writeConfig(home, { max_gas_burnt_view: 5_000_000_000_000 });
  const limited = await startTestNode({ home });
  const { own, root } = await askBoth<ConfigAnswer>('client_config', null, limited);
  assert.equal(own.result.max_gas_burnt_view, 5_000_000_000_000);
  assert.equal(root.result.max_gas_burnt_view, 5_000_000_000_000);
});

test('disabled limits are numbers at the own path', async () => {
  const home = createTemporaryFolder();
  writeConfig(home, { transaction_pool_size_limit: null, trie_viewer_state_size_limit: null });
  const unlimited = await startTestNode({ home });
  const { own, root } = await askBoth<ConfigAnswer>('client_config', null, unlimited);
  assert.equal(own.result.transaction_pool_size_limit, 1_000_000_000);
  assert.equal(own.result.trie_viewer_state_size_limit, Number.MAX_SAFE_INTEGER);
  assert.equal(root.result.transaction_pool_size_limit, null);
  assert.equal(root.result.trie_viewer_state_size_limit, null);
});

test('an error has more keys than described, and its reason in one of them', async () => {
  const signed = await alice.sign(BOB, [transfer(1n)]);
  const bytes = Uint8Array.from(signed.bytes);
  bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
  const { own, root } = await askBoth('tx_status', { signed_tx_base64: bytesToBase64(bytes) });
  assert.deepEqual(own.error, {
    name: 'HANDLER_ERROR',
    cause: { name: 'INVALID_TRANSACTION', info: {} },
    code: -32000,
    message: 'Server error',
    data: { TxExecutionError: { InvalidTxError: 'InvalidSignature' } },
  });
  assert.deepEqual(own.error, root.error);
});

test('what results have in addition to the description is the same at both endpoints', async () => {
  const { transaction_outcome } = await alice.send(BOB, [transfer(1n)]);
  const changes = await askBoth<{ changes: { change: object }[] }>('EXPERIMENTAL_changes', {
    block_id: transaction_outcome.block_hash,
    account_ids: [ALICE],
    changes_type: 'account_changes',
  });
  const [first] = changes.own.result.changes;
  assert.ok(first !== undefined && 'storage_paid_at' in first.change);
  const validators = await askBoth<object>('validators', 'latest');
  assert.ok('validator_reward_paid_prev_epoch' in validators.own.result);
  const genesis = await askBoth<{ shard_layout: { V2: object } }>('genesis_config');
  const { V2 } = genesis.own.result.shard_layout;
  assert.ok('shards_parent_map' in V2 && 'shards_split_map' in V2);
  for (const { own, root } of [changes, validators, genesis]) {
    assert.deepEqual(own.result, root.result);
  }
});
