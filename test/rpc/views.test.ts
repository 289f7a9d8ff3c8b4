// Views of the state, on a chain whose genesis contains an account with chosen storage and keys:
// pages, proofs, limits, and how `query` and the separate methods report failures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToBase64, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { formatPublicKey } from '../../src/base/crypto/keys.ts';
import type { RpcContext, ViewCall } from '../../src/rpc/core/context.ts';
import { ask, request } from './support/ask.ts';
import { createGenesisContext, keyOf, OWNER } from './support/genesisContext.ts';
import { ofSnapshot } from './support/ofSnapshot.ts';

const base64 = (text: string) => bytesToBase64(utf8ToBytes(text));

async function query(context: RpcContext, type: string, params: object) {
  const all = { finality: 'optimistic', request_type: type, account_id: OWNER, ...params };
  const { status, body } = await ask(context, '/', request('query', all));
  return { status, ...JSON.parse(body) };
}

async function view(context: RpcContext, method: string, params: object) {
  const all = { finality: 'optimistic', account_id: OWNER, ...params };
  const { status, body } = await ask(context, '/', request(method, all));
  return { status, ...JSON.parse(body) };
}

const data = { aa: '1', ab: '2', ac: '3', b: '4' };

test('storage by prefix, with a proof', async () => {
  const context = createGenesisContext({ data });
  const { result } = await query(context, 'view_state', { prefix_base64: base64('a') });
  assert.deepEqual(result.values, [
    { key: base64('aa'), value: base64('1') },
    { key: base64('ab'), value: base64('2') },
    { key: base64('ac'), value: base64('3') },
  ]);
  assert.equal(result.proof, undefined);
  assert.equal(result.last_key, undefined);
  const proven = await query(context, 'view_state', { prefix_base64: '', include_proof: true });
  assert.equal(proven.result.values.length, 4);
  assert.ok(proven.result.proof.length > 1);
});

test('storage page by page', async () => {
  const context = createGenesisContext({ data });
  const keys: string[] = [];
  let after: string | undefined;
  do {
    const page = { prefix_base64: base64('a'), limit: 2, after_key_base64: after };
    const { result } = await query(context, 'view_state', page);
    assert.ok(result.values.length <= 2);
    keys.push(...result.values.map(({ key }: { key: string }) => key));
    after = result.last_key;
  } while (after !== undefined);
  assert.deepEqual(keys, ['aa', 'ab', 'ac'].map(base64));
});

test('pages end when they are full of bytes', async () => {
  const large = Object.fromEntries(['a', 'b', 'c'].map((key) => [key, key.repeat(30_000)]));
  const context = createGenesisContext({ data: large });
  const { result } = await query(context, 'view_state', { prefix_base64: '', limit: 10 });
  assert.equal(result.values.length, 2);
  assert.equal(result.last_key, base64('b'));
});

test('large storage is only returned in pages', async () => {
  const context = createGenesisContext({ data });
  const limited: RpcContext = {
    ...context,
    clientConfig: { ...context.clientConfig, trieViewerStateSizeLimit: 10 },
  };
  const whole = await query(limited, 'view_state', { prefix_base64: '' });
  assert.equal(whole.error.cause.name, 'TOO_LARGE_CONTRACT_STATE');
  assert.equal(whole.error.data, `State of contract ${OWNER} is too large to be viewed`);
  const page = await query(limited, 'view_state', { prefix_base64: '', limit: 1 });
  assert.equal(page.result.values.length, 1);
  const unlimited = {
    ...context,
    clientConfig: { ...context.clientConfig, trieViewerStateSizeLimit: null },
  };
  const { result } = await query(unlimited, 'view_state', { prefix_base64: '' });
  assert.equal(result.values.length, 4);
});

test('pages with a proof, and pages outside the prefix, are refused', async () => {
  const context = createGenesisContext({ data });
  const cases: [object, string][] = [
    [
      { prefix_base64: '', limit: 1, include_proof: true },
      'include_proof is not supported with paginated view_state (after_key_base64 / limit)',
    ],
    [
      { prefix_base64: base64('a'), after_key_base64: base64('b') },
      'after_key_base64 must start with prefix_base64',
    ],
  ];
  for (const [params, text] of cases) {
    for (const answer of [
      await query(context, 'view_state', params),
      await view(context, 'EXPERIMENTAL_view_state', params),
    ]) {
      assert.equal(answer.status, 400);
      assert.equal(answer.error.data, text);
    }
  }
});

const FULL = { kind: 'FullAccess' } as const;
const GAS_KEY = { kind: 'GasKeyFullAccess', value: { balance: 0n, numNonces: 2 } } as const;

test('access keys, whole and in pages', async () => {
  const context = createGenesisContext({ permissions: [FULL, FULL, FULL] });
  const whole = await query(context, 'view_access_key_list', {});
  assert.equal(whole.result.keys.length, 4);
  const names: string[] = [];
  let after: string | undefined;
  do {
    const { result } = await query(context, 'view_access_key_list', { limit: 3, after_key: after });
    names.push(...result.keys.map((key: { public_key: string }) => key.public_key));
    after = result.last_key;
  } while (after !== undefined);
  assert.deepEqual(
    names,
    whole.result.keys.map((key: { public_key: string }) => key.public_key),
  );
});

test('more access keys than the limit need pages, which it bounds', async () => {
  const context = createGenesisContext({ permissions: [FULL, FULL] });
  const clientConfig = { ...context.clientConfig, viewAccessKeysLimit: 2 };
  const limited: RpcContext = { ...context, clientConfig };
  const { error } = await query(limited, 'view_access_key_list', {});
  assert.equal(error.cause.name, 'TOO_MANY_ACCESS_KEYS');
  assert.equal(error.cause.info.limit, 2);
  const own = await view(limited, 'EXPERIMENTAL_view_access_key_list', {});
  assert.equal(own.status, 500);
  assert.match(own.error.data, /Unexpected query error: TooManyAccessKeys \{ requested_account_id/);
  const page = await query(limited, 'view_access_key_list', { limit: 100 });
  assert.equal(page.result.keys.length, 2);
  assert.ok(page.result.last_key !== undefined);
});

const KEY_VIEWS = ['view_access_key_list', 'view_access_key', 'view_gas_key_nonces'];

test('the keys of a missing account: the account is missing', async () => {
  const context = createGenesisContext();
  const missing = { account_id: 'none.near', public_key: formatPublicKey(keyOf(OWNER)) };
  for (const name of KEY_VIEWS) {
    const old = await query(context, name, missing);
    if (name !== 'view_access_key') assert.equal(old.error.cause.name, 'UNKNOWN_ACCOUNT', name);
    const text = old.error?.data ?? old.result.error;
    assert.equal(text, 'account none.near does not exist while viewing', name);
    const own = await view(context, `EXPERIMENTAL_${name}`, missing);
    assert.equal(own.error.cause.name, 'UNKNOWN_ACCOUNT', name);
  }
});

test('the keys of a missing account in the snapshot: there are none', async () => {
  const context = createGenesisContext();
  const epochs = ofSnapshot(context.epochs);
  const missing = { account_id: 'none.near', public_key: formatPublicKey(keyOf(OWNER)) };
  const ask = (name: string) => query({ ...context, epochs }, name, missing);
  assert.deepEqual((await ask('view_access_key_list')).result.keys, []);
  assert.match((await ask('view_access_key')).result.error, /^access key/);
  assert.equal((await ask('view_gas_key_nonces')).error.cause.name, 'UNKNOWN_GAS_KEY');
});

test('a plain key is not a gas key', async () => {
  const context = createGenesisContext({ permissions: [GAS_KEY] });
  const plain = await query(context, 'view_gas_key_nonces', {
    public_key: formatPublicKey(keyOf(OWNER)),
  });
  assert.equal(plain.error.cause.name, 'UNKNOWN_GAS_KEY');
});

test('a missing key is a result of `query` and an error elsewhere', async () => {
  const context = createGenesisContext();
  const key = formatPublicKey(keyOf('nobody'));
  const old = await query(context, 'view_access_key', { public_key: key });
  assert.equal(old.result.error, `access key ${key} does not exist while viewing`);
  assert.deepEqual(old.result.logs, []);
  const own = await view(context, 'EXPERIMENTAL_view_access_key', { public_key: key });
  assert.equal(own.error.cause.name, 'UNKNOWN_ACCESS_KEY');
});

test('code of an account, and missing global code', async () => {
  const code = utf8ToBytes('not really code');
  const context = createGenesisContext({ code });
  const { result } = await query(context, 'view_code', {});
  assert.equal(result.code_base64, bytesToBase64(code));
  const none = await query(context, 'view_code', { account_id: 'test.near' });
  assert.equal(none.error.cause.name, 'NO_CONTRACT_CODE');
  const global = await query(context, 'view_global_contract_code_by_account_id', {});
  assert.equal(
    global.error.data,
    `Global contract code with identifier AccountId(AccountId("${OWNER}")) has never been ` +
      'observed on the node',
  );
  const byHash = await query(context, 'view_global_contract_code', { code_hash: result.hash });
  assert.equal(
    byHash.error.data,
    `Global contract code with identifier CodeHash(${result.hash}) has never been observed on ` +
      'the node',
  );
});

test('the code of a placeholder is that of the wallet, which is a global contract', async () => {
  const code = utf8ToBytes('nearFAq9tQRbwJPTV3PQLn2F7AUD3FW2Fw1V8ZeZuazfeu1v');
  const others = ['0x0102030405060708090a0b0c0d0e0f1011121314', 'named.near'].flatMap(
    (accountId) => {
      const contract = { kind: 'Local', value: sha256(code) } as const;
      const account = {
        amount: 10n ** 24n,
        locked: 0n,
        storageUsage: 0,
        contract,
        version: 'V1',
      } as const;
      return [
        { kind: 'Account', value: { accountId, account } } as const,
        { kind: 'Contract', value: { accountId, code } } as const,
      ];
    },
  );
  const context = createGenesisContext({ others });
  const named = await query(context, 'view_code', { account_id: 'named.near' });
  assert.equal(named.result.code_base64, bytesToBase64(code));
  // Nobody has deployed the wallet here.
  const wallet = await query(context, 'view_code', { account_id: others[0]!.value.accountId });
  assert.equal(wallet.error.cause.name, 'NO_CONTRACT_CODE');
});

test('an unknown block is an error', async () => {
  const context = createGenesisContext();
  const by = { finality: undefined, block_id: 12 };
  const old = await query(context, 'view_account', by);
  assert.equal(old.error.data, 'DB Not Found Error: BLOCK HEIGHT: 12 \n Cause: Unknown');
  assert.deepEqual(old.error.cause.info, { block_reference: { block_id: 12 } });
  const own = await view(context, 'EXPERIMENTAL_view_account', by);
  assert.equal(
    own.error.data,
    'Block either has never been observed on the node or has been garbage collected: ' +
      'BlockId(Height(12))',
  );
});

test('a block whose state was pruned is an error', async () => {
  const context = createGenesisContext();
  const { chain } = context;
  const tail = { ...chain.tail(), height: chain.tail().height + 1 };
  const get = (target: typeof chain, name: keyof typeof chain) =>
    name === 'tail' ? () => tail : target[name].bind(target);
  const collected: RpcContext = { ...context, chain: new Proxy(chain, { get } as object) };
  const text =
    'The data for block #0 is garbage collected on this node, use an archival node to fetch ' +
    'historical data';
  const old = await query(collected, 'view_account', {});
  assert.equal(old.error.cause.name, 'GARBAGE_COLLECTED_BLOCK');
  assert.equal(old.error.data, text);
  const own = await view(collected, 'EXPERIMENTAL_view_account', {});
  assert.equal(own.error.cause.info.error_message, text);
});

const CALL = { method_name: 'm', args_base64: base64('args') };

test('calls go to the VM with the limit of the configuration', async () => {
  const calls: ViewCall[] = [];
  const context = createGenesisContext();
  const calling: RpcContext = {
    ...context,
    clientConfig: { ...context.clientConfig, maxGasBurntView: 7n },
    callFunction: async (call) => {
      calls.push(call);
      return { kind: 'returned', value: Uint8Array.of(1, 2), logs: ['said'] };
    },
  };
  const { result } = await query(calling, 'call_function', CALL);
  assert.deepEqual([result.result, result.logs], [[1, 2], ['said']]);
  const [call] = calls;
  assert.equal(call?.accountId, OWNER);
  assert.equal(call?.gasLimit, 7n);
  assert.deepEqual(call?.args, utf8ToBytes('args'));
});

test('a failed call is a result of `query` and an error elsewhere', async () => {
  const context: RpcContext = {
    ...createGenesisContext(),
    callFunction: async () => ({
      kind: 'failed',
      error: { kind: 'ExecutionError', value: 'Smart contract panicked: "no"' },
      debug: 'HostError(GuestPanic { panic_msg: "no" })',
      isOutOfGas: false,
      explanation: null,
      stack: [],
    }),
  };
  const old = await query(context, 'call_function', CALL);
  assert.equal(
    old.result.error,
    'wasm execution failed with error: HostError(GuestPanic { panic_msg: "no" })',
  );
  const own = await view(context, 'EXPERIMENTAL_call_function', CALL);
  assert.deepEqual(own.error.cause.info.vm_error, {
    ExecutionError: 'Smart contract panicked: "no"',
  });
  assert.equal(
    own.error.data,
    'Function call returned an error: ExecutionError("Smart contract panicked: \\"no\\"")',
  );
});

test('without a VM a call fails clearly', async () => {
  const answer = await query(createGenesisContext(), 'call_function', CALL);
  assert.equal(answer.status, 500);
  assert.match(answer.error.data, /contracts can not be called on this node/);
});

test('paths of the older form', async () => {
  const context = createGenesisContext({ data });
  const path = async (text: string, argument = '') => {
    const { body } = await ask(context, '/', request('query', [text, argument]));
    const { result, error } = JSON.parse(body);
    return error?.data ?? result;
  };
  assert.equal((await path(`account/${OWNER}`)).locked, '0');
  assert.equal((await path(`access_key/${OWNER}`)).keys.length, 1);
  assert.equal((await path(`contract/${OWNER}`)).values.length, 4);
  assert.equal(await path('account'), 'Not enough query parameters provided');
  assert.equal(
    await path('account/BAD'),
    "the Account ID contains an invalid character 'B' at index 0",
  );
  assert.equal(await path(`access_key/${OWNER}/x`), 'Invalid public key');
  assert.equal(await path(`call/${OWNER}`), 'Method name is missing');
  assert.equal(await path('what/ever'), 'Unknown path what');
  assert.equal(await path(`contract/${OWNER}`, '1'.repeat(11_000)), 'Query data size is too large');
  assert.equal(
    await path(`contract/${OWNER}`, '0'),
    "provided string contained invalid character '0' at byte 0",
  );
});
