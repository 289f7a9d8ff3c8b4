// near-api-js as its users write it, against a node that runs: an account, a contract, a call, a
// view, a key that is added and removed, and the library's own errors.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Account, JsonRpcProvider, KeyPair, KeyPairSigner } from 'near-api-js';

const { NODE_URL: url, SECRET_KEY: secret } = process.env;
const provider = new JsonRpcProvider({ url });
const root = new Account('test.near', provider, KeyPairSigner.fromSecretKey(secret));
const key = KeyPair.fromRandom('ed25519');
const app = new Account('app.test.near', provider, new KeyPairSigner(key));

test('an account is created, with a contract that is called and viewed', async () => {
  await root.createSubAccount({
    accountOrPrefix: 'app',
    publicKey: key.getPublicKey(),
    nearToTransfer: 20n * 10n ** 24n,
  });
  await app.deployContract(readFileSync('node_modules/near-hello/dist/main.wasm'));
  const call = { contractId: app.accountId, methodName: 'setValue', args: { value: 'kept' } };
  await root.callFunctionRaw(call);
  const view = { contractId: app.accountId, method: 'getValue', args: {} };
  assert.equal(await provider.callFunction(view), 'kept');
});

test('tokens are sent, and the balance is that of the final block', async () => {
  const before = (await provider.viewAccount({ accountId: app.accountId })).amount;
  await root.transfer({ receiverId: app.accountId, amount: 5n });
  const { amount } = await provider.viewAccount({ accountId: app.accountId });
  assert.equal(BigInt(amount) - BigInt(before), 5n);
});

test('an access key is added and removed', async () => {
  const publicKey = KeyPair.fromRandom('ed25519').getPublicKey();
  await app.addFullAccessKey(publicKey);
  const names = async () => {
    const { keys } = await provider.viewAccessKeyList({ accountId: app.accountId });
    return keys.map((entry) => entry.public_key);
  };
  assert.ok((await names()).includes(publicKey.toString()));
  await app.deleteKey(publicKey);
  assert.ok(!(await names()).includes(publicKey.toString()));
});

test('failures are errors of the library', async () => {
  const missing = new Account('nobody.test.near', provider, new KeyPairSigner(key));
  await assert.rejects(missing.transfer({ receiverId: 'test.near', amount: 1n }));
  await assert.rejects(provider.viewAccount({ accountId: 'nobody.test.near' }), /nobody/);
});
