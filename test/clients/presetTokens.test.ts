// The tokens of the presets, as near-api-js sees them: the methods of NEP-141, 145, 148, 171, 177
// and 181, the events of NEP-297, and the texts of failures.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { nearToYocto } from 'near-api-js';
import { call, encodeContract } from '../../src/contracts/contractCode.ts';
import { PresetNode } from '../support/presetNode.ts';

const ROOT = 'test.near';
const ALICE = 'alice.test.near';
const BOB = 'bob.test.near';
const FT = 'ft.test.near';
const WRAP = 'wrap.test.near';
const NFT = 'nft.test.near';
const RECEIVER = 'receiver.test.near';
const STORAGE = 1_250_000_000_000_000_000_000n;

let chain: PresetNode;

before(async () => {
  chain = await PresetNode.start();
  // It gives 3 back of what it receives, and keeps non-fungible tokens.
  const texts = '"3"false';
  const methods = {
    ft_on_transfer: call('value_return', 3, 0),
    nft_on_transfer: call('value_return', 5, 3),
  };
  await chain.node.deploy(encodeContract(methods, texts), { accountId: RECEIVER });
});

after(() => chain.node.stop());

const balanceOf = (accountId: string, token = FT) =>
  chain.view(token, 'ft_balance_of', { account_id: accountId });

function ftEvent(event: string, data: object): object {
  return { standard: 'nep141', version: '1.0.0', event, data: [data] };
}

const transferred = (from: string, to: string, amount: string, memo?: string) =>
  ftEvent('ft_transfer', {
    old_owner_id: from,
    new_owner_id: to,
    amount,
    ...(memo !== undefined && { memo }),
  });

test('a fungible token describes itself', async () => {
  assert.deepEqual(await chain.view(FT, 'ft_metadata'), {
    spec: 'ft-1.0.0',
    name: 'Token',
    symbol: 'TOKEN',
    decimals: 18,
  });
  assert.equal(await chain.view(FT, 'ft_total_supply'), `${10n ** 27n}`);
  assert.equal(await balanceOf(ROOT), `${10n ** 27n}`);
  assert.equal(await balanceOf('nobody.near'), '0');
  const bounds = { min: `${STORAGE}`, max: `${STORAGE}` };
  assert.deepEqual(await chain.view(FT, 'storage_balance_bounds'), bounds);
  assert.equal(await chain.view(FT, 'storage_balance_of', { account_id: ALICE }), null);
});

test('storage is paid for once, and what is too much goes back', async () => {
  const registered = { total: `${STORAGE}`, available: '0' };
  for (const accountId of [ALICE, RECEIVER]) {
    const deposit = { deposit: STORAGE * 3n };
    const before = await chain.open(ROOT).getBalance();
    const sent = await chain.send(
      ROOT,
      [FT, 'storage_deposit', { account_id: accountId }],
      deposit,
    );
    assert.deepEqual(sent.value, registered);
    assert.ok(before - (await chain.open(ROOT).getBalance()) < 2n * STORAGE, accountId);
  }
  assert.deepEqual(await chain.view(FT, 'storage_balance_of', { account_id: ALICE }), registered);
  const again = await chain.send(ALICE, [FT, 'storage_deposit', {}], { deposit: STORAGE });
  assert.deepEqual(again.value, registered);
});

test('tokens are transferred, with an event', async () => {
  const args = { receiver_id: ALICE, amount: '100', memo: 'a "gift"\n' };
  const { events } = await chain.send(ROOT, [FT, 'ft_transfer', args]);
  assert.deepEqual(events, [transferred(ROOT, ALICE, '100', 'a "gift"\n')]);
  assert.equal(await balanceOf(ALICE), '100');
});

test('a receiver keeps what it wants, and the rest goes back', async () => {
  const args = { receiver_id: RECEIVER, amount: '10', msg: 'hello' };
  const kept = await chain.send(ALICE, [FT, 'ft_transfer_call', args]);
  assert.equal(kept.value, '7');
  assert.deepEqual(kept.events, [
    transferred(ALICE, RECEIVER, '10'),
    transferred(RECEIVER, ALICE, '3', 'refund'),
  ]);
  // An account without a contract fails to receive.
  await chain.send(ROOT, [FT, 'storage_deposit', { account_id: BOB }], { deposit: STORAGE });
  const failed = await chain.send(ALICE, [FT, 'ft_transfer_call', { ...args, receiver_id: BOB }]);
  assert.equal(failed.value, '0');
  assert.deepEqual([await balanceOf(ALICE), await balanceOf(BOB)], ['93', '0']);
});

test('the owner mints, and an account that leaves burns', async () => {
  const args = { account_id: BOB, amount: '5' };
  const minted = await chain.send(ROOT, [FT, 'ft_mint', args], { deposit: 0n });
  assert.deepEqual(minted.events, [ftEvent('ft_mint', { owner_id: BOB, amount: '5' })]);
  const left = await chain.send(BOB, [FT, 'storage_unregister', { force: true }]);
  assert.equal(left.value, true);
  assert.deepEqual(left.events, [ftEvent('ft_burn', { owner_id: BOB, amount: '5' })]);
  assert.equal((await chain.send(BOB, [FT, 'storage_unregister', {}])).value, false);
  assert.equal(await chain.view(FT, 'ft_total_supply'), `${10n ** 27n}`);
});

test('NEAR is wrapped and unwrapped', async () => {
  const wrapped = await chain.send(ALICE, [WRAP, 'near_deposit', {}], {
    deposit: nearToYocto('2'),
  });
  const amount = `${BigInt(nearToYocto('2')) - STORAGE}`;
  assert.deepEqual(wrapped.events, [ftEvent('ft_mint', { owner_id: ALICE, amount })]);
  const before = await chain.open(ALICE).getBalance();
  await chain.send(ALICE, [WRAP, 'near_withdraw', { amount }]);
  const gained = (await chain.open(ALICE).getBalance()) - before;
  assert.ok(gained > BigInt(amount) - 10n ** 22n, `${gained}`);
  assert.equal(await balanceOf(ALICE, WRAP), '0');
  assert.equal(((await chain.view(WRAP, 'ft_metadata')) as { symbol: string }).symbol, 'wNEAR');
});

test('non-fungible tokens are minted, listed and transferred', async () => {
  const paid = { deposit: BigInt(nearToYocto('0.1')) };
  for (const id of ['one', 'two', 'three']) {
    const token_metadata = { title: `No ${id}` };
    const args = { token_id: id, token_owner_id: ALICE, token_metadata };
    const { value } = await chain.send(ROOT, [NFT, 'nft_mint', args], paid);
    assert.deepEqual(value, { token_id: id, owner_id: ALICE, metadata: { title: `No ${id}` } });
  }
  const moved = await chain.send(ALICE, [
    NFT,
    'nft_transfer',
    { receiver_id: BOB, token_id: 'two' },
  ]);
  const data = [{ old_owner_id: ALICE, new_owner_id: BOB, token_ids: ['two'] }];
  const event = { standard: 'nep171', version: '1.2.0', event: 'nft_transfer', data };
  assert.deepEqual(moved.events, [event]);
  const ids = async (method: string, args: object) =>
    ((await chain.view(NFT, method, args)) as { token_id: string }[]).map(
      (token) => token.token_id,
    );
  assert.deepEqual(await ids('nft_tokens_for_owner', { account_id: ALICE }), ['one', 'three']);
  assert.deepEqual(await ids('nft_tokens', { from_index: '1', limit: 1 }), ['two']);
  assert.equal(await chain.view(NFT, 'nft_supply_for_owner', { account_id: ALICE }), '2');
  assert.equal(await chain.view(NFT, 'nft_total_supply'), '3');
  assert.equal(await chain.view(NFT, 'nft_token', { token_id: 'none' }), null);
  assert.equal(((await chain.view(NFT, 'nft_metadata')) as { spec: string }).spec, 'nft-1.0.0');
});

test('a non-fungible token goes back after a failure, and else stays', async () => {
  const args = { token_id: 'one', msg: '' };
  const back = await chain.send(ALICE, [
    NFT,
    'nft_transfer_call',
    { ...args, receiver_id: 'near' },
  ]);
  assert.deepEqual([back.value, back.events.length], [false, 2]);
  const kept = await chain.send(ALICE, [
    NFT,
    'nft_transfer_call',
    { ...args, receiver_id: RECEIVER },
  ]);
  assert.deepEqual([kept.value, kept.events.length], [true, 1]);
});

const REFUSED: readonly [
  contract: string,
  method: string,
  args: object,
  deposit: bigint,
  message: string,
][] = [
  [
    FT,
    'ft_transfer',
    { receiver_id: 'x.near', amount: '1' },
    1n,
    'The account x.near is not registered',
  ],
  [
    FT,
    'ft_transfer',
    { receiver_id: ROOT, amount: '1' },
    0n,
    'Requires attached deposit of exactly 1 yoctoNEAR',
  ],
  [
    FT,
    'ft_transfer',
    { receiver_id: ROOT, amount: '1' },
    2n,
    'Requires attached deposit of exactly 1 yoctoNEAR',
  ],
  [
    FT,
    'ft_transfer',
    { receiver_id: ALICE, amount: '1' },
    1n,
    'Sender and receiver should be different',
  ],
  [
    FT,
    'ft_transfer',
    { receiver_id: ROOT, amount: '0' },
    1n,
    'The amount should be a positive number',
  ],
  [
    FT,
    'ft_transfer',
    { receiver_id: ROOT, amount: '999' },
    1n,
    "The account doesn't have enough balance",
  ],
  [FT, 'ft_transfer', { receiver_id: ROOT, amount: '-1' }, 1n, 'Invalid number: \\"-1\\"'],
  [
    FT,
    'ft_transfer',
    { receiver_id: ROOT, amount: `${2n ** 128n}` },
    1n,
    'The number is too large',
  ],
  [FT, 'ft_transfer', { receiver_id: ROOT }, 1n, 'missing field `amount`'],
  [FT, 'ft_transfer', { receiver_id: 5, amount: '1' }, 1n, 'receiver_id is not a string'],
  [FT, 'ft_resolve_transfer', {}, 0n, 'Method ft_resolve_transfer is private'],
  [FT, 'ft_mint', { account_id: ALICE, amount: '1' }, 0n, 'Only the owner can mint'],
  [FT, 'new_default_meta', { owner_id: ALICE, total_supply: '1' }, 0n, 'already been initialized'],
  [
    FT,
    'storage_deposit',
    { account_id: 'y.near' },
    1n,
    'The attached deposit is less than the minimum storage balance',
  ],
  [
    FT,
    'storage_withdraw',
    { amount: '1' },
    1n,
    'The amount is greater than the available storage balance',
  ],
  [
    FT,
    'storage_unregister',
    {},
    1n,
    "Can't unregister the account with the positive balance without force",
  ],
  [WRAP, 'near_withdraw', { amount: '1' }, 1n, "The account doesn't have enough balance"],
  [NFT, 'nft_mint', { token_id: 'x', receiver_id: ALICE }, 0n, 'Unauthorized'],
  [NFT, 'nft_transfer', { token_id: 'two', receiver_id: ALICE }, 1n, 'Unauthorized'],
  [NFT, 'nft_transfer', { token_id: 'none', receiver_id: ALICE }, 1n, 'Token not found'],
  [
    NFT,
    'nft_transfer',
    { token_id: 'three', receiver_id: ALICE },
    1n,
    'Current and next owner must differ',
  ],
  ['near', 'claim', { account_id: ALICE }, 0n, 'Method claim is private'],
  ['near', 'send', { public_key: 'ed25519:0' }, nearToYocto('2'), 'Invalid public key'],
  [
    'near',
    'create_account_advanced',
    { new_account_id: 'q.near', options: {} },
    0n,
    'Cannot create account with no options',
  ],
];

test('failures have the usual texts', async () => {
  for (const [contract, method, args, deposit, message] of REFUSED) {
    const label = `${method} ${JSON.stringify(args)}`;
    await assert.rejects(
      () => chain.send(ALICE, [contract, method, args], { deposit }),
      (error: Error) =>
        error.message.includes(message.replaceAll('\\"', '"')) ||
        JSON.stringify(error).includes(message),
      label,
    );
  }
});
