// What the indexer adds up is what the token itself says, on a chain of its own.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createNode } from 'perigee';
import { Balances } from './balances.js';
import { readBlocks } from './blocks.js';

const TOKEN = 'ft.test.near';
const ONE_YOCTO = { deposit: 1n };

const node = await createNode({ config: { presets: { fungibleToken: true } } });
after(() => node.stop());

async function indexFinalBlocks() {
  const last = await node.rpc('block', { finality: 'final' });
  const balances = new Balances();
  for await (const block of readBlocks(node.url, 0)) {
    balances.add(block);
    if (block.block.header.height >= last.header.height) break;
  }
  return balances;
}

test('balances follow transfers, refunds and failures', async () => {
  const owner = node.account('test.near');
  const [alice, bob] = [node.account('alice.test.near'), node.account('bob.test.near')];
  for (const account of [alice, bob]) {
    await account.call(TOKEN, 'storage_deposit', {}, { deposit: '0.00125 NEAR' });
  }
  const transfer = (receiver, amount) => ({ receiver_id: receiver.accountId, amount });
  await owner.call(TOKEN, 'ft_transfer', transfer(alice, '100'), ONE_YOCTO);
  await alice.call(TOKEN, 'ft_transfer', transfer(bob, '30'), ONE_YOCTO);
  // Bob has no contract, so the tokens come back.
  const message = { ...transfer(bob, '5'), msg: '' };
  await alice.call(TOKEN, 'ft_transfer_call', message, ONE_YOCTO);
  await assert.rejects(bob.call(TOKEN, 'ft_transfer', transfer(alice, '31'), ONE_YOCTO));
  await node.mine(5);

  const balances = await indexFinalBlocks();
  assert.equal(balances.get(TOKEN, bob.accountId), 30n);
  for (const { accountId } of [owner, alice, bob]) {
    const balance = await node.view(TOKEN, 'ft_balance_of', { account_id: accountId });
    assert.equal(balances.get(TOKEN, accountId), BigInt(balance), accountId);
  }
});
