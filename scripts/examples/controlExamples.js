// Examples of the controls of a local chain, in the order of the reference pages.

import { ALICE, BOB, CONTRACT, publicKeyOf, TRIVIAL_CODE } from './exampleChain.js';

/** @param {string} path from the folder of compiled sources */
function load(path) {
  return import(new URL(`../../dist/${path}`, import.meta.url).href);
}

const { bytesToBase64, utf8ToBytes } = await load('base/bytes/bytes.js');
const { formatPublicKey } = await load('base/crypto/keys.js');

/** @param {string} text */
const toBase64 = (text) => bytesToBase64(utf8ToBytes(text));
const NEW_YEAR_NS = '1798761600000000000';
const SUMMER_NS = '1814400000000000000';
const account = {
  amount: '5000000000000000000000000',
  locked: '0',
  code_hash: '11111111111111111111111111111111',
  storage_usage: 182,
  version: 'V1',
};

/**
 * @typedef {import('./exampleNode.js').ExampleNode} ExampleNode
 * @typedef {Awaited<ReturnType<typeof import('./exampleChain.js').growChain>>} Deeds
 */

/**
 * @param {ExampleNode} node
 * @param {Deeds} deeds
 */
export async function recordControls(node, { called }) {
  await recordChanges(node);
  await node.record('perigee_gas_report', 'By contract and function');
  await node.record('perigee_transaction_gas', 'Of a contract call', { tx_hash: called.tx_hash });
  await node.record('perigee_rows', 'A row that does not exist', {
    rows: [{ column: 'blockAt', key: toBase64('12345678') }],
  });
  await recordChain(node);
}

/** @param {ExampleNode} node */
async function recordChanges(node) {
  await node.record('perigee_accounts', 'The accounts of the node');
  await node.record('perigee_controls', 'The settings');
  const amount = '1000000000000000000000000000';
  await node.record('perigee_set_balance', 'A thousand NEAR', { account_id: BOB, amount });
  await node.record('perigee_set_code', 'An empty contract', {
    account_id: BOB,
    code_base64: bytesToBase64(TRIVIAL_CODE),
  });
  await node.record('perigee_set_storage', 'One value', {
    account_id: CONTRACT,
    key_base64: toBase64('greeting'),
    value_base64: toBase64('hello'),
  });
  await node.record('perigee_set_access_key', 'A key with full access', {
    account_id: BOB,
    public_key: formatPublicKey(publicKeyOf('another key of bob')),
    access_key: { permission: 'FullAccess' },
  });
  // Its blocks are produced while it waits.
  const impersonated = node.record('perigee_impersonate', 'A transfer', {
    signer_id: ALICE,
    receiver_id: BOB,
    actions: [{ Transfer: { deposit: '1' } }],
  });
  await node.mine(4);
  await impersonated;
  await node.record('sandbox_patch_state', 'An account', {
    records: [{ Account: { account_id: ALICE, account } }],
  });
  await node.record('perigee_delete_account', 'A contract', { account_id: CONTRACT });
}

/** @param {ExampleNode} node */
async function recordChain(node) {
  await node.record('perigee_mine', 'Two blocks', { blocks: 2 });
  await node.record('perigee_mine', 'The first block of the next epoch', { epochs: 1 });
  const { id } = await node.record('perigee_snapshot', 'The first snapshot');
  await node.record('perigee_advance_time', 'One hour', { seconds: 3600 });
  await node.record('perigee_set_time', 'A time', { timestamp: NEW_YEAR_NS });
  await node.record('perigee_set_next_block_timestamp', 'An exact time', { timestamp: SUMMER_NS });
  await node.record('sandbox_fast_forward', 'A hundred heights', { delta_height: 100 });
  await node.record('perigee_split_shard', 'The only shard', {
    shard_id: 0,
    boundary_account: BOB,
  });
  const { protocol_version: version } = await node.call('status');
  await node.record('perigee_set_protocol', 'The current version', { version });
  const { height } = await node.record('perigee_revert', 'To the snapshot', { id });
  await node.record('perigee_revert_to', 'Two blocks back', { height: height - 2 });
  const other = await node.call('perigee_snapshot');
  await node.record('perigee_drop_snapshot', 'A snapshot', { id: other.id });
  const state = await node.record('perigee_dump_state', 'The whole state');
  await node.record('perigee_load_state', 'The same state', { state });
  await node.record('perigee_reset', 'A new chain');
  await node.record('perigee_set_mining', 'A block every second', { mode: 'interval:1000' });
  await node.call('perigee_set_mining', { mode: 'manual' });
}
