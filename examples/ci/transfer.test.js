// A transfer with near-api-js: on the node at NEAR_RPC_URL, or else on one that this file starts.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Account, JsonRpcProvider, KeyPairSigner } from 'near-api-js';
import { NEAR } from 'near-api-js/tokens';
import { createNode } from 'perigee';

// The key of alice.test.near, which is the same on every local chain.
const SECRET_KEY =
  'ed25519:2wyRcSwSuM42p1aa6BqKhau7GbSGwcf1bmVhu5mdV6dK18DnhEQQK9G9QRCmahfKVaXbkk467jhgCdqkPh2n1Lvs';

async function startNode() {
  const node = await createNode();
  after(() => node.stop());
  return node.url;
}

const provider = new JsonRpcProvider({ url: process.env.NEAR_RPC_URL ?? (await startNode()) });

test('alice pays bob', async () => {
  const signer = KeyPairSigner.fromSecretKey(SECRET_KEY);
  const alice = new Account('alice.test.near', provider, signer);
  const bob = new Account('bob.test.near', provider);
  const before = await bob.getBalance();
  await alice.transfer({ receiverId: bob.accountId, amount: NEAR.toUnits('1') });
  assert.equal((await bob.getBalance()) - before, NEAR.toUnits('1'));
});
