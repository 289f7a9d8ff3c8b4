// Examples of errors: one for each kind that a local chain can produce. Some need a node with
// other limits or settings.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALICE, BOB, CONTRACT, publicKeyOf, transfer } from './exampleChain.js';
import { ExampleNode } from './exampleNode.js';

/** @param {string} path from the folder of compiled sources */
function load(path) {
  return import(new URL(`../../dist/${path}`, import.meta.url).href);
}

const { bytesToBase64 } = await load('base/bytes/bytes.js');
const { formatHash, sha256 } = await load('base/crypto/hash.js');
const { formatPublicKey } = await load('base/crypto/keys.js');

const FINAL = { finality: 'final' };
const NO_HASH = formatHash(sha256(new Uint8Array(0)));
const NOBODY = 'nobody.test.near';
const ABSENT_KEY = formatPublicKey(publicKeyOf('a key that nobody has'));
const INDEXER = 'EXPERIMENTAL_indexer_block';

/**
 * @typedef {import('./exampleNode.js').Example} Example
 * @typedef {Awaited<ReturnType<typeof import('./exampleChain.js').growChain>>} Deeds
 */

/**
 * @param {ExampleNode} node
 * @param {Example[]} examples
 * @param {Deeds} deeds
 */
export async function recordErrors(node, examples, deeds) {
  await recordRefusals(node);
  await recordTransactionErrors(node, deeds);
  await recordBlockErrors(node);
  await recordStateErrors(node);
  await recordProofErrors(node);
  await node.record('perigee_revert', 'A snapshot that does not exist', { id: 99 });
  await recordLimits(examples);
  await recordSettings(examples);
}

/** @param {ExampleNode} node */
async function recordRefusals(node) {
  await node.record('block', 'Params that are not valid', { finality: 'soon' });
  await node.record('no_such_method', 'A method that does not exist');
  const origin = { origin: 'https://example.com' };
  await node.record('perigee_mine', 'A control, called by another website', null, origin);
}

/**
 * @param {ExampleNode} node
 * @param {Deeds} deeds
 */
async function recordTransactionErrors(node, { transferred }) {
  const { signed } = await node.sign(NOBODY, BOB, [transfer(1n)]);
  const params = { signed_tx_base64: signed };
  await node.record('send_tx', 'A signer that does not exist', params);
  const unknown = { tx_hash: NO_HASH, sender_account_id: ALICE };
  await node.record('tx_status', 'No such transaction', { ...unknown, wait_until: 'NONE' });
  await node.record('perigee_transaction_gas', 'No such transaction', { tx_hash: NO_HASH });
  await node.record('perigee_trace_transaction', 'No such transaction', { tx_hash: NO_HASH });
  const none = { receipt_id: NO_HASH };
  await node.record('EXPERIMENTAL_receipt', 'No such receipt', none);
  await node.record('EXPERIMENTAL_receipt_to_tx', 'No such receipt', none);
  const [receipt_id] = transferred.result.transaction_outcome.outcome.receipt_ids;
  await node.record('EXPERIMENTAL_receipt_to_tx', 'A window without a height', {
    receipt_id,
    window: 5,
  });
  await node.record('EXPERIMENTAL_receipt_to_tx', 'A window that is too large', {
    receipt_id,
    block_height: 5,
    window: 1_000_000,
  });
}

/** @param {ExampleNode} node */
async function recordBlockErrors(node) {
  const block = { block_id: 1_000_000 };
  await node.record('block', 'No such block', block);
  await node.record('gas_price', 'No such block', block);
  await node.record('chunk', 'No such block', { ...block, shard_id: 0 });
  await node.record('chunk', 'No such shard', { block_id: 1, shard_id: 7 });
  await node.record('chunk', 'No such chunk', { chunk_id: NO_HASH });
  await node.record('changes', 'No such block', {
    ...block,
    changes_type: 'account_changes',
    account_ids: [BOB],
  });
  await node.record(INDEXER, 'No such block', { block_hash: NO_HASH });
  await node.record('validators', 'No such epoch', { epoch_id: NO_HASH });
  await node.record('validators', 'Not the last block of its epoch', { block_id: 3 });
}

/** @param {ExampleNode} node */
async function recordStateErrors(node) {
  const query = (/** @type {string} */ about, /** @type {object} */ params) =>
    node.record('query', about, { ...FINAL, ...params });
  await query('No such account', { request_type: 'view_account', account_id: NOBODY });
  await query('No such access key: a result with `error`', {
    request_type: 'view_access_key',
    account_id: BOB,
    public_key: ABSENT_KEY,
  });
  await query('A contract call that fails: a result with `error`', {
    request_type: 'call_function',
    account_id: CONTRACT,
    method_name: 'panic_with_message',
    args_base64: '',
  });
  await query('No contract', { request_type: 'view_code', account_id: BOB });
  await query('No such block', {
    finality: undefined,
    block_id: 1_000_000,
    request_type: 'view_account',
    account_id: BOB,
  });
  await query('No such global contract', {
    request_type: 'view_global_contract_code',
    code_hash: NO_HASH,
  });
  const key = { account_id: BOB, public_key: ABSENT_KEY, ...FINAL };
  await node.record('EXPERIMENTAL_view_access_key', 'No such key', key);
  await node.record('EXPERIMENTAL_view_gas_key_nonces', 'No such key', key);
  await node.record('EXPERIMENTAL_view_code', 'No contract', { account_id: BOB, ...FINAL });
  await node.record('EXPERIMENTAL_view_account', 'No such account', {
    account_id: NOBODY,
    ...FINAL,
  });
  await node.record('EXPERIMENTAL_call_function', 'A contract that fails', {
    account_id: CONTRACT,
    method_name: 'panic_with_message',
    args_base64: '',
    ...FINAL,
  });
}

/** @param {ExampleNode} node */
async function recordProofErrors(node) {
  const { header } = await node.call('block', FINAL);
  const light_client_head = header.hash;
  const nothing = { type: 'transaction', transaction_hash: NO_HASH, sender_id: ALICE };
  const params = { ...nothing, light_client_head };
  await node.record('light_client_proof', 'No such transaction', params);
  await node.record('EXPERIMENTAL_light_client_block_proof', 'No such block', {
    block_hash: NO_HASH,
    light_client_head,
  });
  const { signed, hash } = await node.sign(ALICE, BOB, [transfer(1n)]);
  await node.call('send_tx', { signed_tx_base64: signed, wait_until: 'NONE' });
  await node.mine();
  await node.record('light_client_proof', 'A transaction in the newest block', {
    ...params,
    transaction_hash: hash,
  });
  await node.record('next_light_client_block', 'No such block', { last_block_hash: NO_HASH });
  await node.mine(3);
}

/**
 * A node with tight limits, which requires a token from callers that control it.
 *
 * @param {Example[]} examples
 */
async function recordLimits(examples) {
  const token = 'a secret token';
  const limits = { pollingTimeoutMs: 1, accessKeysMax: 1, stateBytesMax: 1, answerBytesMax: 2048 };
  const node = await ExampleNode.start(examples, { limits });
  await node.record('tx_status', 'A transaction that never arrives', {
    tx_hash: NO_HASH,
    sender_account_id: ALICE,
  });
  await node.call('perigee_set_access_key', {
    account_id: BOB,
    public_key: ABSENT_KEY,
    access_key: { permission: 'FullAccess' },
  });
  const value = { key_base64: bytesToBase64(new Uint8Array(1)), value_base64: 'AAAA' };
  await node.call('perigee_set_storage', { account_id: BOB, ...value });
  await node.mine(3);
  await node.record('query', 'More keys than are listed', {
    request_type: 'view_access_key_list',
    account_id: BOB,
    ...FINAL,
  });
  await node.record('EXPERIMENTAL_view_state', 'More state than is shown', {
    account_id: BOB,
    prefix_base64: '',
    ...FINAL,
  });
  await node.record('client_config', 'A response longer than `--max-answer`');
  await node.stop();
  const guarded = await ExampleNode.start(examples, { token });
  await guarded.record('perigee_mine', 'A control without the token');
  await guarded.stop();
}

/**
 * A node that does not keep what some methods need.
 *
 * @param {Example[]} examples
 */
async function recordSettings(examples) {
  const home = mkdtempSync(join(tmpdir(), 'perigee-examples-'));
  const settings = { save_receipt_to_tx: false, save_state_changes: false };
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings));
  const node = await ExampleNode.start(examples, {
    home,
    inMemory: false,
    limits: { indexerRequestsMax: 1 },
  });
  try {
    await node.mine();
    const { header } = await node.call('block', { finality: 'optimistic' });
    const about = 'A node that does not keep it';
    await node.record('EXPERIMENTAL_receipt_to_tx', about, { receipt_id: NO_HASH });
    await node.record(INDEXER, about, { block_hash: header.hash });
  } finally {
    await node.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
