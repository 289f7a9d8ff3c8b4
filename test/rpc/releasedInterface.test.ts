// What the released interface has beyond the snapshot, on a running node: the fields, variants,
// names and values that clients of the release see. `universalAccounts.test.ts` follows one such
// account through its life; here every place is looked at where something of it is shown.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToBase64 } from '../../src/base/bytes/bytes.ts';
import {
  formatPublicKey,
  keyFromSeed,
  publicKeyToHandle,
  secretToPublic,
  sign,
} from '../../src/base/crypto/keys.ts';
import { encode } from '../../src/codec/codec.ts';
import { type Action, delegateActionHash } from '../../src/types/action.ts';
import { plainNonce } from '../../src/types/signTransaction.ts';
import { UniversalStateInit, universalAccountId } from '../../src/types/universalStateInit.ts';
import { ALICE, BOB, startTestNode, type TestNode } from '../support/runningNode.ts';
import { callContract, NEAR, Sender, transfer } from '../support/sender.ts';
import { request } from './support/ask.ts';

type Json = ReturnType<typeof JSON.parse>;

const publicKey = secretToPublic(keyFromSeed('ed25519', 'universal'));

function createStateInit(seed: string): Uint8Array {
  const key = publicKeyToHandle(secretToPublic(keyFromSeed('ed25519', seed)));
  return encode(UniversalStateInit, {
    kind: 'V1',
    value: { code: null, data: [], accessKeys: [key] },
  });
}

const stateInit = createStateInit('universal');
const ID = universalAccountId(stateInit);
const INIT: Action = { kind: 'UniversalStateInit', value: { stateInit, deposit: NEAR } };
const SHOWN_INIT = {
  UniversalStateInit: { deposit: `${NEAR}`, state_init: bytesToBase64(stateInit) },
};

let node: TestNode;
let alice: Sender;

before(async () => {
  node = await startTestNode();
  alice = new Sender(node.rpc, ALICE);
});

function call(method: string, params: object): Promise<Json> {
  return node.rpc.call(method, params);
}

/** The reason for which a transaction is refused. */
async function refusal(receiver: string, actions: readonly Action[]): Promise<unknown> {
  const { bytes } = await alice.sign(receiver, actions);
  const params = { signed_tx_base64: bytesToBase64(bytes) };
  const { data } = (await node.rpc.fail('send_tx', params)) as Json;
  return data.TxExecutionError.InvalidTxError.ActionsValidation;
}

test('an uninitialized account is marked wherever it is shown', async () => {
  const { receipts_outcome } = await alice.send(ID, [transfer(NEAR)], 'EXECUTED');
  const block_id = receipts_outcome[0]?.block_hash;
  const at = { block_id, account_id: ID };
  const { changes } = await call('EXPERIMENTAL_changes', {
    block_id,
    changes_type: 'account_changes',
    account_ids: [ID],
  });
  const views = [
    await call('query', { request_type: 'view_account', ...at }),
    await call('EXPERIMENTAL_view_account', at),
    changes.at(-1).change,
  ];
  for (const shown of views) {
    assert.equal(shown.state, 'uninitialized');
    assert.ok(Number.isSafeInteger(shown.bootstrap_nonce));
  }
  const other = await call('EXPERIMENTAL_view_account', { block_id, account_id: ALICE });
  assert.ok(!('state' in other) && !('bootstrap_nonce' in other));
});

test('calling an uninitialized account fails', async () => {
  const { status } = await alice.send(ID, [callContract('run', new Uint8Array())], 'EXECUTED');
  const kind = { AccountNotInitialized: { account_id: ID } };
  assert.deepEqual(status, { Failure: { ActionError: { index: 0, kind } } });
});

test('UniversalStateInit is shown with its bytes, alone and in a delegate action', async () => {
  const own = (await alice.send(ID, [INIT], 'EXECUTED')) as Json;
  assert.deepEqual(own.status, { SuccessValue: '' });
  assert.deepEqual(own.transaction.actions, [SHOWN_INIT]);
  const relayed = (await alice.send(BOB, [delegateOf([INIT])], 'EXECUTED')) as Json;
  const [shown] = relayed.transaction.actions;
  assert.deepEqual(shown.Delegate.delegate_action.actions, [SHOWN_INIT]);
});

function delegateOf(actions: readonly Action[]): Action {
  const delegateAction = {
    senderId: BOB,
    receiverId: ID,
    actions: actions as never,
    nonce: 1_000n,
    maxBlockHeight: 1_000_000n,
    publicKey: secretToPublic(keyFromSeed('ed25519', BOB)),
  };
  const signature = sign(keyFromSeed('ed25519', BOB), delegateActionHash(delegateAction));
  return { kind: 'Delegate', value: { delegateAction, signature } };
}

test('transactions that the release refuses name the reason', async () => {
  const withdraw: Action = { kind: 'WithdrawFromGasKey', value: { publicKey, amount: 1n } };
  assert.equal(
    await refusal(BOB, [delegateOf([withdraw])]),
    'WithdrawFromGasKeyNotAllowedInDelegate',
  );
  const { value: older } = delegateOf([transfer(1n)]) as Extract<Action, { kind: 'Delegate' }>;
  const value = { ...older.delegateAction, nonce: plainNonce(1n) };
  const newer: Action = {
    kind: 'DelegateV2',
    value: { delegateAction: { kind: 'V2', value }, signature: older.signature },
  };
  assert.deepEqual(await refusal(BOB, [newer]), {
    RemovedProtocolFeature: { protocol_feature: 'DelegateV2', version: 88 },
  });
  const bytes = Uint8Array.of(1, 2, 3);
  const malformed: Action = {
    kind: 'UniversalStateInit',
    value: { stateInit: bytes, deposit: 0n },
  };
  const refused = await refusal(universalAccountId(bytes), [malformed]);
  assert.equal(refused, 'MalformedUniversalStateInit');
  const foreign = universalAccountId(createStateInit('another'));
  assert.deepEqual(await refusal(foreign, [INIT]), {
    InvalidUniversalStateInitReceiver: { derived_id: ID, receiver_id: foreign },
  });
});

test('the keys of a missing account', async () => {
  const missing = { account_id: 'none.near', public_key: formatPublicKey(publicKey) };
  const at = { finality: 'optimistic', ...missing };
  for (const name of ['view_access_key_list', 'view_gas_key_nonces', 'view_access_key']) {
    const { cause } = (await node.rpc.fail(`EXPERIMENTAL_${name}`, at)) as Json;
    assert.equal(cause.name, 'UNKNOWN_ACCOUNT', name);
    assert.deepEqual(
      Object.keys(cause.info).sort(),
      ['block_hash', 'block_height', 'requested_account_id'],
      name,
    );
  }
  const old = await call('query', { request_type: 'view_access_key', ...at });
  assert.deepEqual([old.error, old.logs], ['account none.near does not exist while viewing', []]);
  for (const request_type of ['view_access_key_list', 'view_gas_key_nonces']) {
    const { cause } = (await node.rpc.fail('query', { request_type, ...at })) as Json;
    assert.equal(cause.name, 'UNKNOWN_ACCOUNT', request_type);
  }
});

test('the protocol configuration has the values of version 88', async () => {
  const status = await call('status', []);
  assert.equal(status.latest_protocol_version, 88);
  const { runtime_config } = await call('EXPERIMENTAL_protocol_config', { finality: 'final' });
  const { wasm_config } = runtime_config;
  const { ext_costs, limit_config } = wasm_config;
  assert.deepEqual(
    [
      wasm_config.universal_accounts,
      wasm_config.sha3_host_fns,
      ext_costs.universal_state_init_to_account_id_base,
      ext_costs.universal_state_init_to_account_id_byte,
      limit_config.max_universal_state_init_keys,
      limit_config.max_state_init_entries,
      limit_config.min_contract_size_per_local,
      limit_config.max_receipt_total_input_size,
    ],
    [true, true, 8_900_000_000, 83_100_000, 1_024, 1_500, 2, 4_294_967_295],
  );
});

test('records of the state: only an uninitialized account has a nonce', async () => {
  const account = {
    amount: '5',
    locked: '0',
    code_hash: '11111111111111111111111111111111',
    storage_usage: 100,
  };
  const patched = universalAccountId(createStateInit('patched'));
  const patch = (fields: object) => ({
    records: [{ Account: { account_id: patched, account: { ...account, ...fields } } }],
  });
  await call('sandbox_patch_state', patch({ state: 'uninitialized', bootstrap_nonce: 7 }));
  const shown = await call('EXPERIMENTAL_view_account', {
    finality: 'optimistic',
    account_id: patched,
  });
  assert.deepEqual([shown.state, shown.bootstrap_nonce], ['uninitialized', 7]);
  for (const fields of [{ state: 'uninitialized' }, { bootstrap_nonce: 7 }]) {
    const { cause } = (await node.rpc.fail('sandbox_patch_state', patch(fields))) as Json;
    assert.equal(cause.name, 'PARSE_ERROR', JSON.stringify(fields));
  }
});

test('headers of chunks have a proposed split, or null', async () => {
  const { header } = await call('block', { finality: 'optimistic' });
  const chunk = request('chunk', { block_id: header.height, shard_id: 0 });
  const { result } = JSON.parse((await node.rpc.post('/', chunk)).text);
  const indexed = await call('EXPERIMENTAL_indexer_block', { block_hash: header.hash });
  for (const shown of [result.header, indexed.block.chunks[0], indexed.shards[0].chunk.header]) {
    assert.equal(shown.proposed_split, null);
  }
});
