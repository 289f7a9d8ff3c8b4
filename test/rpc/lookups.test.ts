// Account lookups by GET, on a node with a token contract: the shapes that FastNEAR's API and
// NearBlocks' have, contracts that answer nonsense, and paths of nobody.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToHex, bytesToUtf8, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatPublicKey, keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import { call, encodeContract } from '../../src/contracts/contractCode.ts';
import { type Caller, STRANGER } from '../../src/rpc/core/caller.ts';
import { LookupRoutes } from '../../src/rpc/lookups/lookupRoutes.ts';
import { ALICE, BOB, CAROL, startTestNode, type TestNode } from '../support/runningNode.ts';
import { callContract, deploy, NEAR, Sender } from '../support/sender.ts';

const TEXTS = {
  balance: '"1500"',
  ftMetadata: '{"spec":"ft-1.0.0","name":"Token","symbol":"TOK","decimals":3}',
  supply: '"2"',
  nftMetadata: '{"spec":"nft-1.0.0","name":"Pictures","symbol":"PIC","icon":"data:,"}',
  notJson: 'about a thousand',
};

const ALL_TEXTS = Object.values(TEXTS).join('');

function returnText(name: keyof typeof TEXTS) {
  const text = TEXTS[name];
  return call('value_return', text.length, ALL_TEXTS.indexOf(text));
}

const token = encodeContract(
  {
    ft_transfer: [],
    nft_transfer: [],
    deposit_and_stake: [],
    ft_balance_of: returnText('balance'),
    ft_metadata: returnText('ftMetadata'),
    nft_supply_for_owner: returnText('supply'),
    nft_metadata: returnText('nftMetadata'),
  },
  ALL_TEXTS,
);
const liar = encodeContract({ ft_transfer: [], ft_balance_of: returnText('notJson') }, ALL_TEXTS);

const BOB_KEY = secretToPublic(keyFromSeed('ed25519', BOB));
const DAPP_KEY = secretToPublic(keyFromSeed('ed25519', 'dapp'));
const callJson = (methodName: string, args: object) =>
  callContract(methodName, utf8ToBytes(JSON.stringify(args)));

let node: TestNode;

before(async () => {
  node = await startTestNode();
  const alice = new Sender(node.rpc, ALICE);
  const bob = new Sender(node.rpc, BOB);
  await alice.send(ALICE, [deploy(token)]);
  await new Sender(node.rpc, CAROL).send(CAROL, [deploy(liar)]);
  await bob.send(ALICE, [callJson('ft_transfer', { receiver_id: 'friend.near' })]);
  await bob.send(ALICE, [callJson('nft_transfer', { receiver_id: 'friend.near' })]);
  await bob.send(ALICE, [callJson('deposit_and_stake', {})]);
  await bob.send(CAROL, [callJson('ft_transfer', {})]);
  const permission = {
    kind: 'FunctionCall',
    value: { allowance: NEAR, receiverId: ALICE, methodNames: [] },
  } as const;
  const accessKey = { nonce: 0n, permission };
  await bob.send(BOB, [{ kind: 'AddKey', value: { publicKey: DAPP_KEY, accessKey } }]);
});

async function get(path: string): Promise<ReturnType<typeof JSON.parse>> {
  const response = await fetch(new URL(path, node.rpc.url));
  assert.equal(response.status, 200, path);
  return response.json();
}

const unknown = { last_update_block_height: null };
const TOKENS = [
  { contract_id: ALICE, ...unknown, balance: '1500' },
  { contract_id: CAROL, ...unknown, balance: '' },
];
const POOLS = [{ pool_id: ALICE, ...unknown }];
const NFTS = [{ contract_id: ALICE, ...unknown }];

test('tokens and pools of an account', async () => {
  const table: [path: string, expected: object][] = [
    ['/v0/account/ID/ft', { contract_ids: [ALICE, CAROL] }],
    ['/v0/account/ID/nft', { contract_ids: [ALICE] }],
    ['/v0/account/ID/staking', { pools: [ALICE] }],
    ['/v1/account/ID/ft', { tokens: TOKENS }],
    ['/v1/account/ID/nft', { tokens: NFTS }],
    ['/v1/account/ID/staking', { pools: POOLS }],
  ];
  for (const [path, expected] of table) {
    assert.deepEqual(await get(path.replace('ID', BOB)), { account_id: BOB, ...expected }, path);
  }
});

test('everything about an account', async () => {
  const { state, ...rest } = await get(`/v1/account/${BOB}/full`);
  assert.deepEqual(rest, { account_id: BOB, pools: POOLS, tokens: TOKENS, nfts: NFTS });
  assert.match(state.balance, /^\d+$/);
  assert.equal(state.locked, '0');
  assert.ok(state.storage_bytes > 100);
  assert.deepEqual(await get('/v1/account/nobody.near/full'), {
    account_id: 'nobody.near',
    pools: [],
    tokens: [],
    nfts: [],
    state: null,
  });
});

test('the inventory of an account leaves out what a contract does not confirm', async () => {
  const text = { name: 'Token', symbol: 'TOK', icon: null, reference: null };
  const pictures = { name: 'Pictures', symbol: 'PIC', icon: 'data:,', reference: null };
  assert.deepEqual(await get(`/v1/account/${BOB}/inventory`), {
    inventory: {
      fts: [{ contract: ALICE, amount: '1500', ft_meta: { ...text, decimals: 3, price: null } }],
      nfts: [{ contract: ALICE, quantity: '2', nft_meta: pictures }],
    },
  });
});

test('accounts of a key', async () => {
  const full = formatPublicKey(BOB_KEY);
  const implicit = bytesToHex(BOB_KEY.data);
  const expected = { public_key: full, account_ids: [BOB, implicit] };
  for (const path of [`/v0/public_key/${full}`, `/v1/public_key/${encodeURIComponent(full)}`]) {
    assert.deepEqual(await get(path), expected);
  }
  const limited = formatPublicKey(DAPP_KEY);
  const dapp = bytesToHex(DAPP_KEY.data);
  assert.deepEqual((await get(`/v0/public_key/${limited}`)).account_ids, [dapp]);
  assert.deepEqual((await get(`/v0/public_key/${limited}/all`)).account_ids, [BOB, dapp]);
});

test('invalid parts are refused as the service does, other paths are unknown', async () => {
  for (const path of ['/v0/public_key/ed25519:0', '/v0/account/No!/ft', '/v1/public_key/%ff']) {
    const response = await fetch(new URL(path, node.rpc.url));
    assert.equal(response.status, 400, path);
    assert.equal(await response.json(), 'Invalid argument');
  }
  for (const path of [`/v0/account/${BOB}/full`, `/v1/account/${BOB}/other`, '/v2/account/a/ft']) {
    assert.equal((await fetch(new URL(path, node.rpc.url))).status, 404, path);
  }
});

test('lookups at the same time are bounded', async () => {
  const waiting: (() => void)[] = [];
  const routes = new LookupRoutes({
    handle: async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { status: 200, contentType: null, body: utf8ToBytes('{"result":null}') };
    },
  });
  const path = `/v0/account/${BOB}/ft`;
  const greedy = { ...STRANGER, source: '192.0.2.1' };
  const pending = Array.from({ length: 8 }, () => routes.answer(path, greedy));
  assert.equal((await routes.answer(path, greedy))?.status, 503, 'half of them for one address');
  pending.push(...Array.from({ length: 8 }, () => routes.answer(path, STRANGER)));
  assert.equal((await routes.answer(path, STRANGER))?.status, 503);
  for (const proceed of waiting) proceed();
  for (const answer of await Promise.all(pending)) {
    const { contract_ids } = JSON.parse(bytesToUtf8(answer?.body ?? new Uint8Array()));
    assert.deepEqual(contract_ids, []);
  }
  const next = routes.answer(path, greedy);
  waiting.at(-1)?.();
  assert.equal((await next)?.status, 200);
});

test('each question of a lookup counts as a request of the client', async () => {
  let spent = 0;
  const routes = new LookupRoutes({
    handle: async () => {
      return { status: 200, contentType: null, body: utf8ToBytes('{"result":null}') };
    },
  });
  const spend = (requests: number) => (spent += requests);
  await routes.answer(`/v1/account/${BOB}/full`, { ...STRANGER, spend });
  assert.equal(spent, 4, 'three lists and the account');
});

test('a client that has left is asked nothing more for, and is the caller until then', async () => {
  const callers: (Caller | undefined)[] = [];
  let leave = () => {};
  let listeners = 0;
  const onGone = (listener: () => void) => {
    leave = listener;
    listeners++;
    return () => void listeners--;
  };
  const client = { ...STRANGER, source: '192.0.2.1', onGone };
  const routes = new LookupRoutes({
    handle: async (_endpoint, _body, caller) => {
      callers.push(caller);
      if (callers.length === 2) leave();
      return { status: 200, contentType: null, body: utf8ToBytes('{"result":null}') };
    },
  });
  await routes.answer(`/v1/account/${BOB}/full`, client);
  assert.deepEqual(callers, [client, client], 'two of four questions');
  assert.equal(listeners, 0);
});
