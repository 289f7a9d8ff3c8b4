// What a generated client does with a node: reads, transactions, queries of every kind, errors. The
// types of all params, results and errors come from the generator, so the same text compiles only
// if the documents agree on them. Compiled by test/schemaTools, with one of the
// files of this folder as `client.ts`.

import assert from 'node:assert/strict';
import {
  createCall,
  type Failure,
  type Method,
  type Outcome,
  type Params,
  type Result,
} from './client.js';
import type { ScenarioInput } from './scenarioInput.js';

type Ask = <M extends Method>(method: M, params: Params<M>) => Promise<Result<M>>;
type Fail = <M extends Method>(method: M, params: Params<M>) => Promise<Failure<M>>;

/** Returns what the responses said, for comparison with other clients. */
export async function runScenario(input: ScenarioInput): Promise<readonly unknown[]> {
  const call = createCall(input.url);
  const ask: Ask = async (method, params) => {
    const { result, error } = await call(method, params);
    assert.equal(error, undefined, method);
    return result as Result<typeof method>;
  };
  const fail: Fail = async (method, params) => {
    const { result, error } = await call(method, params);
    assert.equal(result, undefined, method);
    return error as Failure<typeof method>;
  };
  return [
    ...(await readNode(ask)),
    ...(await sendTransaction(ask, input)),
    ...(await runQueries(ask, input)),
    ...(await readErrors(fail, input)),
  ];
}

async function readNode(ask: Ask): Promise<unknown[]> {
  const { chain_id: chainId, sync_info: syncInfo, version } = await ask('status', null);
  const height: number = syncInfo.latest_block_height;
  const build: string = version.build;
  const { chain_id: sameId, validators: initial } = await ask('genesis_config', null);
  assert.equal(sameId, chainId);
  const { header, chunks, author } = await ask('block', { finality: 'final' });
  assert.ok(header.height <= height && build.length > 0);
  const [first] = chunks;
  assert.ok(first !== undefined);
  const byHash = await ask('chunk', { chunk_id: first.chunk_hash });
  const byShard = await ask('chunk', { block_id: header.hash, shard_id: first.shard_id });
  assert.equal(byHash.header.chunk_hash, byShard.header.chunk_hash);
  const { gas_price: gasPrice } = await ask('gas_price', { block_id: header.height });
  assert.equal((await ask('gas_price', { block_id: null })).gas_price, gasPrice);
  const { current_validators: validators } = await ask('validators', { latest: null });
  const producers = validators.map(({ account_id: id, stake, shards }) => ({ id, stake, shards }));
  const ordered = await ask('EXPERIMENTAL_validators_ordered', { block_id: null });
  const config = await ask('client_config', null);
  const { runtime_config: runtime } = await ask('EXPERIMENTAL_protocol_config', {
    finality: 'final',
  });
  await ask('network_info', null);
  await ask('health', null);
  await ask('maintenance_windows', { account_id: author });
  const { congestion_level: level } = await ask('EXPERIMENTAL_congestion_level', {
    block_id: header.hash,
    shard_id: 0,
  });
  return [chainId, initial, author, gasPrice, producers, ordered, config.archive, runtime, level];
}

/** The official document leaves the result open, so its type is narrowed here. */
function isOutcome(value: unknown): value is Outcome {
  return typeof value === 'object' && value !== null && 'transaction_outcome' in value;
}

async function sendTransaction(ask: Ask, input: ScenarioInput): Promise<unknown[]> {
  const { signerId, receiverId } = input;
  const signed = await input.signTransfer();
  const sent: unknown = await ask('send_tx', { signed_tx_base64: signed, wait_until: 'FINAL' });
  assert.ok(isOutcome(sent));
  const { hash, nonce, actions, public_key: publicKey } = sent.transaction;
  assert.ok(typeof nonce === 'number');
  const named = { tx_hash: hash, sender_account_id: signerId, wait_until: 'FINAL' } as const;
  const found: unknown = await ask('tx_status', named);
  const again: unknown = await ask('tx_status', { signed_tx_base64: signed, wait_until: 'NONE' });
  const plain: unknown = await ask('tx', named);
  assert.ok(isOutcome(found) && isOutcome(again) && isOutcome(plain));
  const { receipts, status, transaction_outcome: outcome } = found;
  assert.deepEqual(again.transaction_outcome, outcome);
  assert.equal(plain.transaction_outcome.outcome.gas_burnt, outcome.outcome.gas_burnt);
  const async: string = await ask('broadcast_tx_async', {
    signed_tx_base64: await input.signTransfer(),
    wait_until: 'NONE',
  });
  assert.ok(async.length > 0);
  const [receiptId] = outcome.outcome.receipt_ids;
  assert.ok(receiptId !== undefined);
  const receipt = await ask('EXPERIMENTAL_receipt', { receipt_id: receiptId });
  const origin = await ask('EXPERIMENTAL_receipt_to_tx', { receipt_id: receiptId });
  assert.equal(origin.transaction_hash, hash);
  const { block_hash: blockHash } = outcome;
  const { changes } = await ask('changes', {
    changes_type: 'account_changes',
    account_ids: [signerId],
    block_id: blockHash,
  });
  const types = changes.map(({ type }) => type);
  await ask('EXPERIMENTAL_changes', {
    changes_type: 'data_changes',
    account_ids: [input.contractId],
    key_prefix_base64: '',
    finality: 'final',
  });
  const effects = await ask('block_effects', { block_id: blockHash });
  const { header } = await ask('block', { finality: 'final' });
  const proof = await ask('light_client_proof', {
    type: 'transaction',
    transaction_hash: hash,
    sender_id: signerId,
    light_client_head: header.hash,
  });
  assert.equal(proof.outcome_proof.id, hash);
  const { block_header_lite: lite } = await ask('EXPERIMENTAL_light_client_block_proof', {
    block_hash: blockHash,
    light_client_head: header.hash,
  });
  const { header: genesis } = await ask('block', { block_id: 0 });
  const next = await ask('next_light_client_block', { last_block_hash: genesis.hash });
  const told = [actions, publicKey, status, receipt.receiver_id, types, typeof lite, typeof next];
  assert.equal(receipt.receiver_id, receiverId);
  return [...told, receipts.length, effects.changes.length > 0];
}

async function runQueries(ask: Ask, input: ScenarioInput): Promise<unknown[]> {
  const { signerId, contractId, publicKey, gasKey } = input;
  const finality = 'final';
  const account = await ask('query', {
    request_type: 'view_account',
    account_id: contractId,
    finality,
  });
  assert.ok('amount' in account);
  const amount: string = account.amount;
  const same = await ask('EXPERIMENTAL_view_account', { account_id: contractId, finality });
  assert.equal(same.code_hash, account.code_hash);
  assert.ok(BigInt(same.amount) > 0n && BigInt(amount) > 0n);
  const code = await ask('query', { request_type: 'view_code', account_id: contractId, finality });
  assert.ok('code_base64' in code);
  const state = await ask('query', {
    request_type: 'view_state',
    account_id: contractId,
    prefix_base64: '',
    include_proof: false,
    finality,
  });
  assert.ok('values' in state);
  const [item] = state.values;
  const key = await ask('query', {
    request_type: 'view_access_key',
    account_id: signerId,
    public_key: publicKey,
    finality,
  });
  assert.ok('permission' in key && typeof key.nonce === 'number');
  const keys = await ask('query', {
    request_type: 'view_access_key_list',
    account_id: signerId,
    finality,
  });
  assert.ok('keys' in keys);
  const permissions = keys.keys.map(({ access_key: { permission } }) => permission);
  const nonces = await ask('query', {
    request_type: 'view_gas_key_nonces',
    account_id: signerId,
    public_key: gasKey,
    finality,
  });
  assert.ok('nonces' in nonces);
  const logs = await callContract(ask, input);
  return [account.code_hash, item?.value, key.permission, permissions, nonces.nonces.length, logs];
}

async function callContract(ask: Ask, input: ScenarioInput): Promise<unknown> {
  const { contractId, codeHash } = input;
  const finality = 'final';
  const called = await ask('query', {
    request_type: 'call_function',
    account_id: contractId,
    method_name: 'get',
    args_base64: '',
    finality,
  });
  assert.ok('result' in called);
  const direct = await ask('EXPERIMENTAL_call_function', {
    account_id: contractId,
    method_name: 'get',
    args_base64: '',
    finality,
  });
  assert.deepEqual(direct.result, called.result);
  const global = await ask('query', {
    request_type: 'view_global_contract_code',
    code_hash: codeHash,
    finality,
  });
  const byAccount = await ask('query', {
    request_type: 'view_global_contract_code_by_account_id',
    account_id: contractId,
    finality,
  });
  assert.ok('hash' in global && 'hash' in byAccount);
  assert.equal(global.hash, codeHash);
  return called.logs;
}

async function readErrors(fail: Fail, { signerId, receiverId }: ScenarioInput): Promise<unknown[]> {
  const block = await fail('block', { block_id: 999_999_999 });
  assert.ok(block.name === 'HANDLER_ERROR' && block.cause.name === 'UNKNOWN_BLOCK');
  const nobody = `nobody.${signerId}`;
  const account = await fail('query', {
    request_type: 'view_account',
    account_id: nobody,
    finality: 'final',
  });
  assert.ok(account.name === 'HANDLER_ERROR' && account.cause.name === 'UNKNOWN_ACCOUNT');
  assert.equal(account.cause.info.requested_account_id, nobody);
  const sent = await fail('send_tx', { signed_tx_base64: 'AAAA', wait_until: 'NONE' });
  assert.ok(sent.name === 'REQUEST_VALIDATION_ERROR' && sent.cause.name === 'PARSE_ERROR');
  const receipt = await fail('EXPERIMENTAL_receipt', { receipt_id: '1'.repeat(32) });
  assert.ok(receipt.name === 'HANDLER_ERROR' && receipt.cause.name === 'UNKNOWN_RECEIPT');
  const chunk = await fail('chunk', { block_id: 0, shard_id: 77 });
  assert.ok(chunk.name === 'HANDLER_ERROR' && chunk.cause.name === 'INVALID_SHARD_ID');
  const { error_message: text } = sent.cause.info;
  return [text, receiverId, chunk.cause.info.shard_id, receipt.cause.info.receipt_id];
}
