// The wallet in dapps with wallet-selector and with near-api-js's WalletConnection, as they come
// from the registry: the two protocols of MyNearWallet, by a window and by redirection.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { recordedContract } from '../support/recordedContracts.ts';
import { ALICE, BOB, startTestNode, type TestNode } from '../support/runningNode.ts';
import { deploy, Sender } from '../support/sender.ts';
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
const pay = `{ transfer: { deposit: ${NEAR}n } }`;
const formCall = (methodName: string) => `{ functionCall: { methodName: '${methodName}',
  args: new TextEncoder().encode('{"a":1}'), gas: 10n ** 13n, deposit: 0n } }`;

let node: TestNode;
let selectorDapp: string;
let redirectDapp: string;

before(async () => {
  node = await startTestNode();
  const { url } = node.rpc;
  await new Sender(node.rpc, BOB).send(BOB, [deploy(recordedContract('hostcall'))]);
  selectorDapp = await serveDapp(`<!doctype html><title>Dapp</title>
    <script type="module">
      import { setupWalletSelector } from '@near-wallet-selector/core';
      import { setupMyNearWallet } from '@near-wallet-selector/my-near-wallet';
      const node = '${url}';
      const selector = await setupWalletSelector({
        network: { networkId: 'testnet', nodeUrl: node, helperUrl: node, explorerUrl: node,
          indexerUrl: node + '/v0' },
        fallbackRpcUrls: [node],
        modules: [setupMyNearWallet({ walletUrl: node })],
      });
      globalThis.wallet = await selector.wallet('my-near-wallet');
    </script>`);
  redirectDapp = await serveDapp(`<!doctype html><title>Dapp</title>
    <script type="module">
      import { Near, WalletConnection } from '@near-js/wallet-account';
      // Keys are written, and never used here.
      const nothing = async () => null;
      const keyStore = { setKey: nothing, getKey: nothing, removeKey: nothing };
      const near = new Near({ networkId: 'localnet', nodeUrl: '${url}', walletUrl: '${url}',
        keyStore, headers: {} });
      const connection = new WalletConnection(near, 'dapp');
      await connection.isSignedInAsync();
      globalThis.connection = connection;
    </script>`);
});

async function openDapp(context: BrowserContext): Promise<Page> {
  const page = await openPage(context, selectorDapp);
  await page.waitForFunction('globalThis.wallet !== undefined');
  return page;
}

/** A call of the dapp that opens the wallet, where somebody decides. */
async function decide(
  context: BrowserContext,
  page: Page,
  call: string,
  decision: (wallet: Page) => Promise<void>,
): Promise<unknown> {
  let result: Promise<unknown> = Promise.resolve();
  const wallet = await expectWallet(context, () => {
    result = callDapp(page, call);
  });
  await decision(wallet);
  return result;
}

const asAlice = (wallet: Page) => approve(wallet, ALICE);

async function listKeys(
  account_id: string,
): Promise<{ public_key: string; permission: unknown }[]> {
  const { keys } = await node.rpc.call<{
    keys: { public_key: string; access_key: { permission: unknown } }[];
  }>('query', { request_type: 'view_access_key_list', finality: 'optimistic', account_id });
  return keys.map(({ public_key, access_key: { permission } }) => ({ public_key, permission }));
}

test('wallet-selector: log in, send one and several, be denied, sign a message', async () => {
  const context = await openContext();
  const page = await openDapp(context);
  const before = await listKeys(ALICE);
  const refused = await decide(context, page, 'wallet.signIn({})', deny);
  assertFailure(refused, /User cancelled the Action/);
  const accounts = await decide(context, page, 'wallet.signIn({})', asAlice);
  assert.equal((accounts as { accountId: string }[])[0]?.accountId, ALICE);
  assert.deepEqual(await listKeys(ALICE), before, 'no key was asked for');

  const transfer = `{ receiverId: '${BOB}', actions: [${pay}] }`;
  const one = await decide(context, page, `wallet.signAndSendTransaction(${transfer})`, asAlice);
  assert.deepEqual((one as { status: object }).status, { SuccessValue: '' });

  const several = `wallet.signAndSendTransactions({ transactions: [${transfer}, ${transfer}] })`;
  const both = (await decide(context, page, several, asAlice)) as { status: object }[];
  assert.deepEqual(
    both.map(({ status }) => status),
    [{ SuccessValue: '' }, { SuccessValue: '' }],
  );

  const denied = await decide(context, page, `wallet.signAndSendTransaction(${transfer})`, deny);
  assertFailure(denied, /User rejected transaction/);

  const message = `{ message: 'Hi', recipient: 'dapp.near', nonce: Buffer.alloc(32, 3) }`;
  const signed = await decide(context, page, `wallet.signMessage(${message})`, asAlice);
  assert.equal((signed as { accountId: string }).accountId, ALICE);
  await context.close();
});

test('the first failure ends a sequence of transactions', async () => {
  const context = await openContext();
  const page = await openDapp(context);
  await decide(context, page, 'wallet.signIn({})', asAlice);
  const call = (method: string) => `{ receiverId: '${BOB}', actions: [${formCall(method)}] }`;
  const transfer = `{ receiverId: 'carol.test.near', actions: [${pay}] }`;
  const view = { request_type: 'view_account', finality: 'optimistic' };
  const carol = { ...view, account_id: 'carol.test.near' };
  const { amount } = await node.rpc.call<{ amount: string }>('query', carol);
  const transactions = `[${transfer}, ${call('no_such_method')}, ${transfer}]`;
  const result = await decide(
    context,
    page,
    `wallet.signAndSendTransactions({ transactions: ${transactions} })`,
    asAlice,
  );
  assertFailure(result, /method not found/i);
  const after = await node.rpc.call<{ amount: string }>('query', carol);
  assert.equal(BigInt(after.amount) - BigInt(amount), BigInt(NEAR), 'the third was not sent');
  await context.close();
});

test('a key for calls: used without the wallet, listed with its page, and revoked', async () => {
  const context = await openContext();
  const page = await openDapp(context);
  const before = await listKeys(ALICE);
  const signIn = `wallet.signIn({ contractId: '${BOB}', methodNames: ['echo'] })`;
  await decide(context, page, signIn, async (wallet) => {
    await wallet.getByText(`let this page call echo of ${BOB} without asking`).waitFor();
    await asAlice(wallet);
  });
  const added = (await listKeys(ALICE)).filter(
    ({ public_key }) => !before.some((key) => key.public_key === public_key),
  );
  assert.deepEqual(
    added.map(({ permission }) => permission),
    [
      {
        FunctionCall: {
          allowance: '250000000000000000000000',
          receiver_id: BOB,
          method_names: ['echo'],
        },
      },
    ],
  );
  const echo = `wallet.signAndSendTransaction({ receiverId: '${BOB}',
    actions: [${formCall('echo')}] })`;
  const outcome = await callDapp(page, echo);
  assert.deepEqual((outcome as { status: object }).status, { SuccessValue: btoa('{"a":1}') });

  const home = await openPage(context, `${node.rpc.url}/wallet`);
  await home.getByText(new URL(selectorDapp).origin, { exact: true }).waitFor();
  await home.getByRole('button', { name: 'Revoke' }).click();
  await home.getByText('No dapp has a key').waitFor();
  assert.deepEqual(await listKeys(ALICE), before);
  await context.close();
});

test('WalletConnection: log in with a key, send, be denied, all by redirection', async () => {
  const context = await openContext();
  const page = await openPage(context, redirectDapp);
  const isReady = () => page.waitForFunction('globalThis.connection !== undefined');
  const leave = async (call: string, decision: (wallet: Page) => Promise<void>) => {
    await isReady();
    // The page is left in the middle of the call.
    void page.evaluate(`void (${call}).catch(() => {})`);
    await page.getByRole('button', { name: 'Deny' }).waitFor();
    await decision(page);
    await page.waitForURL(`${redirectDapp}/**`);
    await isReady();
  };
  const signIn = `connection.requestSignIn({ contractId: '${BOB}', methodNames: ['echo'] })`;
  await leave(signIn, deny);
  assert.equal(await page.evaluate('connection.isSignedIn()'), false);
  await leave(signIn, asAlice);
  assert.equal(await page.evaluate('connection.getAccountId()'), ALICE);

  const transfer = `connection.account().signAndSendTransaction({ receiverId: '${BOB}',
    actions: [{ transfer: { deposit: ${NEAR}n } }], walletMeta: 'mine',
    walletCallbackUrl: location.origin + '/back?kept=1' })`;
  const addresses: URL[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url())));
  const paramsOf = () => {
    const back = addresses.findLast(
      ({ pathname, search }) => pathname === '/back' && search !== '',
    );
    return Object.fromEntries(back?.searchParams ?? []);
  };
  await leave(transfer, deny);
  assert.deepEqual(paramsOf(), {
    kept: '1',
    signMeta: 'mine',
    errorCode: 'userRejected',
    errorMessage: 'User%20rejected%20transaction',
  });
  await leave(transfer, asAlice);
  const { transactionHashes, ...others } = paramsOf();
  assert.deepEqual(others, { kept: '1', signMeta: 'mine' });
  const params = { tx_hash: transactionHashes, sender_account_id: ALICE, wait_until: 'NONE' };
  const { status } = await node.rpc.call<{ status: object }>('tx', params);
  assert.deepEqual(status, { SuccessValue: '' });
  await context.close();
});
