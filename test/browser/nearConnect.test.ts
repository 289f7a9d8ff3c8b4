// The wallet in dapps with near-connect, as it comes from the registry: its sandbox, its debug
// wallets and its injected wallets, against a real node in a real browser.

import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { parsePublicKey } from '../../src/base/crypto/keys.ts';
import { decode } from '../../src/codec/codec.ts';
import { SignedDelegateAction } from '../../src/types/action.ts';
import { ALICE, BOB, CAROL, startTestNode, type TestNode } from '../support/runningNode.ts';
import { Sender } from '../support/sender.ts';
import { serveDapp } from './support/dapp.ts';
import {
  approve,
  assertFailure,
  callDapp,
  deny,
  expectWallet,
  openContext,
  openPage,
} from './support/walletWindow.ts';

const NEAR = '1000000000000000000000000';

let node: TestNode;
let dapp: string;

before(async () => {
  node = await startTestNode();
  dapp = await serveDapp(`<!doctype html><title>Dapp</title>
    <script type="module">
      import { NearConnector } from '@hot-labs/near-connect';
      const door = new URLSearchParams(location.search).get('door');
      const manifest =
        door === 'manifest'
          ? '${node.rpc.url}/wallet/manifest.json'
          : { wallets: [], version: '1' };
      globalThis.connector = new NearConnector({ network: 'testnet', manifest });
      globalThis.logIn = async (options) => {
        const wallet = await connector.connect({ walletId: 'perigee', ...options });
        return wallet.getAccounts();
      };
    </script>`);
});

/** A page on which the wallet is known, as users make it known. */
async function openDapp(context: BrowserContext, door: string): Promise<Page> {
  const page = await openPage(context, `${dapp}/?door=${door}`);
  await page.waitForFunction('globalThis.connector !== undefined');
  if (door === 'debug') {
    const response = await fetch(`${node.rpc.url}/wallet/manifest.json`);
    const { wallets } = (await response.json()) as { wallets: object[] };
    await page.evaluate(`connector.registerDebugWallet(${JSON.stringify(wallets[0])})`);
  }
  if (door === 'injected') {
    await page.addScriptTag({ type: 'module', url: `${node.rpc.url}/wallet/connect.js` });
  }
  await page.waitForFunction('globalThis.connector.availableWallets.length === 1');
  return page;
}

async function logIn(context: BrowserContext, page: Page): Promise<void> {
  let accounts: Promise<unknown> = Promise.resolve();
  const wallet = await expectWallet(context, () => {
    accounts = callDapp(page, 'logIn({})');
  });
  await approve(wallet, ALICE);
  const [account] = (await accounts) as { accountId: string; publicKey: string }[];
  assert.equal(account?.accountId, ALICE);
  assert.match(account?.publicKey ?? '', /^ed25519:/);
}

async function balanceOf(account_id: string): Promise<bigint> {
  const params = { request_type: 'view_account', finality: 'optimistic', account_id };
  const { amount } = await node.rpc.call<{ amount: string }>('query', params);
  return BigInt(amount);
}

for (const door of ['manifest', 'debug', 'injected']) {
  test(`log in, send, be denied, sign a message: ${door}`, async () => {
    const context = await openContext();
    const page = await openDapp(context, door);
    await logIn(context, page);

    const before = await balanceOf(BOB);
    let sent: Promise<unknown> = Promise.resolve();
    const send = `(await connector.wallet()).signAndSendTransaction({
      receiverId: '${BOB}', actions: [{ type: 'Transfer', params: { deposit: '${NEAR}' } }] })`;
    const paying = await expectWallet(context, () => {
      sent = callDapp(page, send);
    });
    await paying.getByRole('heading', { name: `Send 1 NEAR to ${BOB}` }).waitFor();
    await approve(paying, ALICE);
    const outcome = (await sent) as { status: object; transaction: { signer_id: string } };
    assert.deepEqual(outcome.status, { SuccessValue: '' });
    assert.equal(outcome.transaction.signer_id, ALICE);
    assert.equal((await balanceOf(BOB)) - before, BigInt(NEAR));

    const denied = await expectWallet(context, () => {
      sent = callDapp(page, send);
    });
    await deny(denied);
    assertFailure(await sent, /User rejected transaction/);
    assert.equal((await balanceOf(BOB)) - before, BigInt(NEAR));

    let signed: Promise<unknown> = Promise.resolve();
    const signing = await expectWallet(context, () => {
      signed = callDapp(
        page,
        `(await connector.wallet()).signMessage({
          message: 'Hello', recipient: 'dapp.near', nonce: new Uint8Array(32).fill(7) })`,
      );
    });
    await signing.getByText('Sign a message for dapp.near').waitFor();
    await approve(signing, ALICE);
    verifyMessage(await signed, { message: 'Hello', recipient: 'dapp.near', nonce: 7 });
    await context.close();
  });
}

/** The signature of NEP-413, checked with Node's own cryptography and bytes written by hand. */
function verifyMessage(
  signed: unknown,
  expected: { message: string; recipient: string; nonce: number },
): void {
  const { accountId, publicKey, signature } = signed as Record<string, string>;
  assert.equal(accountId, ALICE);
  const text = (value: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(value.length);
    return Buffer.concat([length, Buffer.from(value)]);
  };
  const payload = Buffer.concat([
    Buffer.from([0x9d, 0x01, 0x00, 0x80]),
    text(expected.message),
    Buffer.alloc(32, expected.nonce),
    text(expected.recipient),
    Buffer.from([0]),
  ]);
  const hash = createHash('sha256').update(payload).digest();
  const x = Buffer.from(parsePublicKey(publicKey ?? '').data).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  assert.ok(verify(null, hash, key, Buffer.from(signature ?? '', 'base64')));
}

/** A call of the dapp that opens the wallet, where alice approves. */
async function approved<T>(context: BrowserContext, page: Page, call: string): Promise<T> {
  let result: Promise<unknown> = Promise.resolve();
  const wallet = await expectWallet(context, () => {
    result = callDapp(page, call);
  });
  await approve(wallet, ALICE);
  return result as Promise<T>;
}

test('log in with a key and a message at once, send several, sign for a relayer', async () => {
  const context = await openContext();
  const page = await openDapp(context, 'debug');
  const publicKey = 'ed25519:9BmAFNRTa5mRRXpSAm6MxSEeqRASDGNh2FuuwZ4gyxTw';
  const signedIn = page.evaluate(`new Promise((resolve) =>
    connector.on('wallet:signInAndSignMessage', ({ accounts }) => resolve(accounts)))`);
  await approved(
    context,
    page,
    `logIn({
      addFunctionCallKey: { contractId: '${BOB}', publicKey: '${publicKey}',
        allowMethods: { anyMethod: false, methodNames: ['vote'] },
        gasAllowance: { kind: 'unlimited' } },
      signMessageParams: { message: 'Hi', recipient: 'r', nonce: new Uint8Array(32).fill(1) } })`,
  );
  const [account] = (await signedIn) as { signedMessage: unknown }[];
  verifyMessage(account?.signedMessage, { message: 'Hi', recipient: 'r', nonce: 1 });
  const params = { request_type: 'view_access_key', finality: 'optimistic' };
  const key = { ...params, account_id: ALICE, public_key: publicKey };
  const { permission } = await node.rpc.call<{ permission: unknown }>('query', key);
  assert.deepEqual(permission, {
    FunctionCall: { allowance: null, receiver_id: BOB, method_names: ['vote'] },
  });

  const child = `child.${ALICE}`;
  const outcomes = await approved<{ status: object }[]>(
    context,
    page,
    `(await connector.wallet()).signAndSendTransactions({ transactions: [
      { receiverId: '${child}', actions: [
        { type: 'CreateAccount' },
        { type: 'Transfer', params: { deposit: '${NEAR}' } },
        { type: 'AddKey', params: { publicKey: '${publicKey}',
          accessKey: { permission: 'FullAccess' } } },
        { type: 'DeployContract', params: { code: new Uint8Array(50_000) } }] },
      { receiverId: '${ALICE}', actions: [
        { type: 'DeleteKey', params: { publicKey: '${publicKey}' } }] } ] })`,
  );
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [{ SuccessValue: '' }, { SuccessValue: '' }],
  );

  const { signedDelegateActions } = await approved<{ signedDelegateActions: string[] }>(
    context,
    page,
    `(await connector.wallet()).signDelegateActions({ delegateActions: [
      { receiverId: '${BOB}', actions: [{ type: 'Transfer', params: { deposit: '5' } }] } ] })`,
  );
  const [delegate = ''] = signedDelegateActions;
  const before = await balanceOf(BOB);
  const relayed = decode(SignedDelegateAction, new Uint8Array(Buffer.from(delegate, 'base64')));
  await new Sender(node.rpc, CAROL).send(ALICE, [{ kind: 'Delegate', value: relayed }]);
  assert.equal((await balanceOf(BOB)) - before, 5n);
  await context.close();
});
