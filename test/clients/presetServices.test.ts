// The registrar of the presets with its linkdrops, as near-api-js sees it; then the relayer and the
// faucet over HTTP, with every form of body that tools send.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  Account,
  actions,
  encodeSignedDelegate,
  KeyPair,
  KeyPairSigner,
  nearToYocto,
} from 'near-api-js';
import { encodeContract } from '../../src/contracts/contractCode.ts';
import { PresetNode, TGAS } from '../support/presetNode.ts';

const ALICE = 'alice.test.near';
const BOB = 'bob.test.near';
const FT = 'ft.test.near';

let chain: PresetNode;

before(async () => {
  chain = await PresetNode.start();
});

after(() => chain.node.stop());

test('the registrar creates accounts with 30 Tgas, and pays back if it cannot', async () => {
  const key = KeyPair.fromRandom('ed25519').getPublicKey().toString();
  const args = { new_account_id: 'fresh.near', new_public_key: key };
  const attached = { deposit: BigInt(nearToYocto('3')), gas: 30n * TGAS };
  assert.equal((await chain.send(ALICE, ['near', 'create_account', args], attached)).value, true);
  assert.equal(await chain.amountOf('fresh.near'), attached.deposit);
  const before = await chain.open(ALICE).getBalance();
  for (const taken of ['fresh.near', 'toplevel', 'fresh.test.near']) {
    const other = { ...args, new_account_id: taken };
    assert.equal(
      (await chain.send(ALICE, ['near', 'create_account', other], attached)).value,
      false,
      taken,
    );
  }
  assert.ok(before - (await chain.open(ALICE).getBalance()) < nearToYocto('0.1'));
});

test('the registrar adds keys and code to accounts', async () => {
  const full = KeyPair.fromRandom('ed25519').getPublicKey().toString();
  const limited = KeyPair.fromRandom('ed25519').getPublicKey().toString();
  const options = {
    full_access_keys: [full],
    limited_access_keys: [
      { public_key: limited, allowance: '250', receiver_id: FT, method_names: 'a,b' },
    ],
    contract_bytes: [...encodeContract({}, '')],
  };
  const args = { new_account_id: 'advanced.near', options };
  const attached = { deposit: BigInt(nearToYocto('3')) };
  const { value } = await chain.send(ALICE, ['near', 'create_account_advanced', args], attached);
  assert.equal(value, true);
  const { keys } = await chain.provider.viewAccessKeyList({ accountId: 'advanced.near' });
  const permissions = new Map(keys.map((one) => [one.public_key, one.access_key.permission]));
  assert.equal(permissions.get(full), 'FullAccess');
  assert.deepEqual(permissions.get(limited), {
    FunctionCall: { allowance: '250', receiver_id: FT, method_names: ['a', 'b'] },
  });
});

test('a linkdrop is claimed with its key, by an account or as a new one', async () => {
  const worth = BigInt(nearToYocto('4'));
  for (const isNew of [false, true]) {
    const pair = KeyPair.fromRandom('ed25519');
    const publicKey = pair.getPublicKey().toString();
    await chain.send(ALICE, ['near', 'send', { public_key: publicKey }], {
      deposit: worth + 10n ** 24n,
    });
    assert.equal(await chain.view('near', 'get_key_balance', { key: publicKey }), `${worth}`);
    const claimer = new Account('near', chain.provider, new KeyPairSigner(pair));
    const args = isNew
      ? { new_account_id: 'claimed.near', new_public_key: publicKey }
      : { account_id: BOB };
    const before = isNew ? 0n : await chain.amountOf(BOB);
    await claimer.callFunctionRaw({
      contractId: 'near',
      methodName: isNew ? 'create_account_and_claim' : 'claim',
      args,
      gas: 100n * TGAS,
      waitUntil: 'FINAL',
    });
    const receiver = isNew ? 'claimed.near' : BOB;
    assert.equal((await chain.amountOf(receiver)) - before, worth, receiver);
    await assert.rejects(
      () => chain.view('near', 'get_key_balance', { key: publicKey }),
      /Key is missing/,
    );
  }
});

async function post(path: string, body: unknown): Promise<{ status: number; json: never }> {
  const response = await fetch(`${chain.node.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as never };
}

test('the relayer pays for a delegate action, in each form that tools send', async () => {
  const alice = chain.open(ALICE);
  const forms: readonly [name: string, form: (bytes: Uint8Array) => unknown][] = [
    ['near-cli-rs', (bytes) => ({ signed_delegate_action: Buffer.from(bytes).toString('base64') })],
    ['a list', (bytes) => [...bytes]],
    ['near-kit', (bytes) => ({ payload: Buffer.from(bytes).toString('base64') })],
  ];
  for (const [name, form] of forms) {
    const { signedDelegate } = await alice.createSignedMetaTransaction({
      receiverId: BOB,
      actions: [actions.transfer(1_000n)],
      blockHeightTtl: 100,
    });
    const before = await chain.open(BOB).getBalance();
    const { status, json } = await post('/relay', form(encodeSignedDelegate(signedDelegate)));
    assert.equal(status, 200, `${name}: ${JSON.stringify(json)}`);
    const { transaction } = json as { transaction: { signer_id: string } };
    assert.equal(transaction.signer_id, 'relayer.test.near', name);
    assert.equal((await chain.open(BOB).getBalance()) - before, 1_000n, name);
  }
});

test('the faucet creates accounts, for tools and for relay clients', async () => {
  const key = KeyPair.fromRandom('ed25519').getPublicKey().toString();
  const cli = await post('/account', { newAccountId: 'faucet.near', newAccountPublicKey: key });
  assert.equal(cli.status, 200);
  const { final_execution_status } = cli.json as { final_execution_status: string };
  assert.equal(final_execution_status, 'FINAL');
  assert.equal(await chain.amountOf('faucet.near'), BigInt(nearToYocto('10')));
  const relay = { accountId: 'wallet.near', publicKey: key };
  assert.equal(((await post('/account', relay)).json as { success: boolean }).success, true);
  assert.equal((await post('/account', relay)).status, 409);
});

test('bodies that are not understood are refused', async () => {
  const wrong: readonly [path: string, body: unknown, reason: RegExp][] = [
    ['/relay', 'no json', /JSON|expected|unexpected/i],
    ['/relay', 5, /must be a JSON object/],
    ['/relay', {}, /expected \{"signed_delegate_action"/],
    ['/relay', [1, 2, 300], /0 to 255/],
    ['/relay', [1, 2, 3], /./],
    ['/relay', { signed_delegate_action: '???' }, /./],
    ['/account', {}, /must be a string/],
    ['/account', { newAccountId: 'BAD', newAccountPublicKey: 'x' }, /./],
  ];
  for (const [path, body, reason] of wrong) {
    const { status, json } = await post(path, body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match((json as { error: string }).error, reason, JSON.stringify(body));
  }
});
