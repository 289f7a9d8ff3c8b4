// A fungible token (NEP-141) as its users see it, with methods, arguments and results that the
// compiler knows from the ABI. After each test the chain is as it was before.

import { useNode } from 'perigee/vitest';
import { beforeAll, expect, test } from 'vitest';
import { TOKEN_ABI } from './tokenAbi.ts';

const ONE_YOCTO = { deposit: 1n };

const node = await useNode();
const token = node.contract('ft.test.near', TOKEN_ABI);
const owner = node.account('test.near');
const alice = node.account('alice.test.near');
const shop = node.account('shop.test.near');

const balanceOf = (accountId: string) => token.view('ft_balance_of', { account_id: accountId });

beforeAll(async () => {
  for (const account of [alice, shop]) {
    await account.call(token, 'storage_deposit', {}, { deposit: '0.00125 NEAR' });
  }
  const args = { receiver_id: alice.accountId, amount: '100' };
  await owner.call(token, 'ft_transfer', args, ONE_YOCTO);
});

test('a transfer moves tokens and logs an event', async () => {
  const args = { receiver_id: shop.accountId, amount: '30', memo: 'coffee' };
  const { events } = await alice.call(token, 'ft_transfer', args, ONE_YOCTO);
  expect(events[0]).toMatchObject({ standard: 'nep141', event: 'ft_transfer' });
  expect(await balanceOf(alice.accountId)).toBe('70');
  expect(await balanceOf(shop.accountId)).toBe('30');
});

test('each test begins with the same balances', async () => {
  expect(await balanceOf(alice.accountId)).toBe('100');
  expect(await balanceOf(shop.accountId)).toBe('0');
});

test('nobody spends more than they have', async () => {
  const args = { receiver_id: shop.accountId, amount: '101' };
  const call = alice.call(token, 'ft_transfer', args, ONE_YOCTO);
  await expect(call).rejects.toThrow("doesn't have enough balance");
});

test('a transfer needs one yoctoNEAR, which keys of dapps cannot attach', async () => {
  const args = { receiver_id: shop.accountId, amount: '1' };
  await expect(alice.call(token, 'ft_transfer', args)).rejects.toThrow('1 yoctoNEAR');
});

test('tokens come back if the receiver is not a contract', async () => {
  const args = { receiver_id: shop.accountId, amount: '30', msg: '' };
  const { value } = await alice.call(token, 'ft_transfer_call', args, ONE_YOCTO);
  expect(value).toBe('0');
  expect(await balanceOf(alice.accountId)).toBe('100');
});
