// Examples of the methods that read the chain, in the order of the reference pages.

import {
  ALICE,
  BOB,
  CAROL,
  CONTRACT,
  publicKeyOf,
  ROOT,
  TRIVIAL_HASH,
  transfer,
} from './exampleChain.js';

/** @param {string} path from the folder of compiled sources */
function load(path) {
  return import(new URL(`../../dist/${path}`, import.meta.url).href);
}

const { bytesToBase64, utf8ToBytes } = await load('base/bytes/bytes.js');
const { formatHash } = await load('base/crypto/hash.js');
const { formatPublicKey } = await load('base/crypto/keys.js');

const FINAL = { finality: 'final' };
const bobKey = formatPublicKey(publicKeyOf(BOB));
const gasKey = formatPublicKey(publicKeyOf('gas of bob'));

/** @param {string} text */
const toBase64 = (text) => bytesToBase64(utf8ToBytes(text));

/**
 * @typedef {import('./exampleNode.js').ExampleNode} ExampleNode
 * @typedef {Awaited<ReturnType<typeof import('./exampleChain.js').growChain>>} Deeds
 */

/**
 * @param {ExampleNode} node
 * @param {Deeds} deeds
 */
export async function recordReading(node, deeds) {
  await recordTransactions(node, deeds);
  const { header } = await recordBlocks(node, deeds);
  await recordState(node);
  await recordValidators(node, header);
  await recordProofs(node, deeds);
  await recordNode(node);
}

/**
 * @param {ExampleNode} node
 * @param {Deeds} deeds
 */
async function recordTransactions(node, { transferred, called, failed }) {
  const { result, ...transfer1 } = transferred;
  await node.record('tx_status', 'A transfer that is final', { ...transfer1, wait_until: 'FINAL' });
  await node.record('tx_status', 'A contract call that failed', {
    tx_hash: failed.tx_hash,
    sender_account_id: BOB,
  });
  await node.record('tx', 'A contract call', {
    tx_hash: called.tx_hash,
    sender_account_id: BOB,
    wait_until: 'EXECUTED',
  });
  const sent = await node.sign(ALICE, BOB, [transfer(10n ** 22n)]);
  const params = { signed_tx_base64: sent.signed };
  await node.record('send_tx', 'Without waiting', { ...params, wait_until: 'NONE' });
  await node.mine(4);
  await node.record('send_tx', 'Waiting until it is executed', params);
  const next = await node.sign(ALICE, CAROL, [transfer(10n ** 22n)]);
  await node.record('broadcast_tx_async', 'The hash of the transaction', {
    signed_tx_base64: next.signed,
  });
  await node.mine(4);
  await node.record('broadcast_tx_commit', 'A transfer', { signed_tx_base64: next.signed });
  const [receipt_id] = result.transaction_outcome.outcome.receipt_ids;
  await node.record('EXPERIMENTAL_receipt', 'The receipt of a transfer', { receipt_id });
  await node.record('EXPERIMENTAL_receipt_to_tx', 'The origin of a receipt', { receipt_id });
  await node.record('perigee_trace_transaction', 'A contract call', { tx_hash: called.tx_hash });
  await node.record('perigee_profile_transaction', 'A contract call', { tx_hash: called.tx_hash });
  await node.record('perigee_coverage', 'All blocks', {});
  await node.record('perigee_simulate', 'A transfer that the account cannot pay yet', {
    transactions: {
      signer_id: ALICE,
      receiver_id: BOB,
      actions: [{ Transfer: { deposit: '900000000000000000000000000000000' } }],
    },
  });
  await node.record('perigee_simulate', 'The same with another balance', {
    transactions: {
      signer_id: ALICE,
      receiver_id: BOB,
      actions: [{ Transfer: { deposit: '900000000000000000000000000000000' } }],
    },
    overrides: [
      { set_balance: { account_id: ALICE, amount: '1000000000000000000000000000000000' } },
    ],
  });
}

/**
 * @param {ExampleNode} node
 * @param {Deeds} deeds
 * @returns {Promise<{ header: any }>} the first block with a contract call
 */
async function recordBlocks(node, { called }) {
  const block_id = called.result.transaction_outcome.block_hash;
  const block = await node.record('block', 'A block by its hash', { block_id });
  await node.record('block', 'The newest final block', FINAL);
  const { height } = block.header;
  await node.record('perigee_find_hashes', 'A block by the first digits of its hash', {
    prefix: block.header.hash.slice(0, 6),
  });
  await node.record('chunk', 'A chunk by its block and shard', { block_id: height, shard_id: 0 });
  await node.record('chunk', 'A chunk by its hash', { chunk_id: block.chunks[0].chunk_hash });
  const executed = called.result.receipts_outcome[0].block_hash;
  await node.record('changes', 'What a block changed in an account', {
    changes_type: 'account_changes',
    account_ids: [BOB],
    block_id,
  });
  await node.record('changes', 'What a block wrote to the storage of a contract', {
    changes_type: 'data_changes',
    account_ids: [CONTRACT],
    key_prefix_base64: '',
    block_id: executed,
  });
  await node.record('block_effects', 'What a block touched', { block_id: executed });
  await node.record('gas_price', 'At the head of the chain', { block_id: null });
  await node.record('EXPERIMENTAL_congestion_level', 'Of one chunk', {
    block_id: height,
    shard_id: 0,
  });
  await node.record('EXPERIMENTAL_indexer_block', 'A block for an indexer', {
    block_hash: executed,
  });
  return block;
}

/** @param {ExampleNode} node */
async function recordState(node) {
  const queries = {
    view_account: { account_id: BOB },
    view_access_key: { account_id: BOB, public_key: bobKey },
    view_access_key_list: { account_id: BOB },
    view_gas_key_nonces: { account_id: BOB, public_key: gasKey },
    view_code: { account_id: CAROL },
    view_state: { account_id: CONTRACT, prefix_base64: '' },
    call_function: {
      account_id: CONTRACT,
      method_name: 'pass_through',
      args_base64: toBase64('8 bytes!'),
    },
  };
  await node.call('perigee_impersonate', {
    signer_id: CAROL,
    receiver_id: CAROL,
    actions: [{ UseGlobalContract: { code_hash: formatHash(TRIVIAL_HASH) } }],
    wait_until: 'NONE',
  });
  await node.mine(6);
  await node.record('perigee_call', 'With another storage', {
    ...queries.call_function,
    overrides: [
      {
        set_storage: {
          account_id: CONTRACT,
          key_base64: toBase64('greeting'),
          value_base64: toBase64('hello'),
        },
      },
    ],
  });
  for (const [request_type, params] of Object.entries(queries)) {
    await node.record('query', `\`${request_type}\``, { request_type, ...FINAL, ...params });
  }
  await node.record('query', '`view_global_contract_code`', {
    request_type: 'view_global_contract_code',
    ...FINAL,
    code_hash: formatHash(TRIVIAL_HASH),
  });
  await node.record('query', '`view_global_contract_code_by_account_id`', {
    request_type: 'view_global_contract_code_by_account_id',
    ...FINAL,
    account_id: CAROL,
  });
  for (const [kind, params] of Object.entries(queries)) {
    const about = 'At the newest final block';
    await node.record(`EXPERIMENTAL_${kind}`, about, { ...FINAL, ...params });
  }
  await node.record('perigee_account_history', 'The two newest entries', {
    account_id: BOB,
    limit: 2,
  });
  await node.record('perigee_account_contracts', 'Contracts of an account', { account_id: ALICE });
  await node.record('perigee_sub_accounts', 'Sub-accounts of an account', { account_id: ALICE });
  await node.record('perigee_key_accounts', 'The accounts of a key', { public_key: bobKey });
}

/**
 * @param {ExampleNode} node
 * @param {any} header a block of a finished epoch
 */
async function recordValidators(node, { epoch_id, height }) {
  await node.record('validators', 'The current epoch', { latest: null });
  await node.record('validators', 'A finished epoch', { epoch_id });
  const params = { block_id: height };
  await node.record('EXPERIMENTAL_validators_ordered', 'At a height', params);
  await node.record('maintenance_windows', 'A validator that always produces', {
    account_id: ROOT,
  });
  await node.record('maintenance_windows', 'An account that does not validate', {
    account_id: ALICE,
  });
}

/**
 * @param {ExampleNode} node
 * @param {Deeds} deeds
 */
async function recordProofs(node, { transferred }) {
  const { tx_hash, sender_account_id: sender_id, result } = transferred;
  const block_hash = result.transaction_outcome.block_hash;
  const { header } = await node.call('block', FINAL);
  const light_client_head = header.hash;
  const last = { last_block_hash: block_hash };
  await node.record('next_light_client_block', 'From a block of an earlier epoch', last);
  const outcome = { type: 'transaction', transaction_hash: tx_hash, sender_id };
  const params = { ...outcome, light_client_head };
  await node.record('light_client_proof', 'The outcome of a transaction', params);
  await node.record('EXPERIMENTAL_light_client_block_proof', 'An earlier block', {
    block_hash,
    light_client_head,
  });
  const chunk_id = { block_hash, shard_id: 0 };
  const about = 'No chunk is certified';
  await node.record('EXPERIMENTAL_light_client_chunk_execution_proof', about, {
    chunk_id,
    light_client_head,
  });
  await node.record('EXPERIMENTAL_light_client_execution_outcome_proof', about, params);
  const target = { target_type: 'account', account_id: BOB };
  await node.record('EXPERIMENTAL_light_client_state_proof', about, {
    chunk_id,
    target,
    light_client_head,
  });
}

/** @param {ExampleNode} node */
async function recordNode(node) {
  for (const method of ['status', 'health', 'network_info', 'client_config', 'genesis_config']) {
    await node.record(method, 'The response');
  }
  await node.record('EXPERIMENTAL_protocol_config', 'At the newest final block', FINAL);
  await node.record('EXPERIMENTAL_split_storage_info', 'The response', {});
}
