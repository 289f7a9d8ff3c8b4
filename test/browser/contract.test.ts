// The page of a contract: methods to read and to write with their outcome beside the button, forms
// from an embedded description, gas, storage, and new code.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  bytesToBase64,
  concatBytes,
  u32Le,
  u64Le,
  utf8ToBytes,
} from '../../src/base/bytes/bytes.ts';
import { abiContract } from '../support/abiContract.ts';
import { ledgerContract } from '../support/ledgerContract.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import { callContract, deploy, Sender } from '../support/sender.ts';
import { findBarriers, openExplorer, visit } from './support/browser.ts';
import { ALICE, CAROL, IVAN, type LivelyNode, startLivelyNode } from './support/livelyNode.ts';
import { deployToken } from './support/tokenContract.ts';

let node: LivelyNode;
let url: string;
const TOKEN = 'dave.test.near';
/** Has types in Borsh. */
const LEDGER = 'erin.test.near';

before(async () => {
  node = await startLivelyNode();
  url = node.rpc.url;
  await deployToken(node, TOKEN);
  await deployLedger();
});

/** A map with an entry of the ABI's type, and a list of states. */
async function deployLedger(): Promise<void> {
  await new Sender(node.rpc, LEDGER).send(LEDGER, [deploy(ledgerContract)]);
  const amount = concatBytes(u64Le(5n), u64Le(0n));
  const text = (value: string) => concatBytes(u32Le(value.length), utf8ToBytes(value));
  const stored: [key: Uint8Array, value: Uint8Array][] = [
    [
      concatBytes(utf8ToBytes('e'), text('a')),
      concatBytes(text(ALICE), amount, Uint8Array.of(1), u64Le(7n)),
    ],
    [concatBytes(utf8ToBytes('s'), u64Le(0n)), Uint8Array.of(0)],
  ];
  for (const [key, value] of stored) {
    await node.rpc.call('perigee_set_storage', {
      account_id: LEDGER,
      key_base64: bytesToBase64(key),
      value_base64: bytesToBase64(value),
    });
  }
}

test('a view and a call, with the result beside the button', async () => {
  await visit(url, `contract/${IVAN}`, async (page) => {
    const methods = page.locator('.methods button, .pick option');
    await page.locator('#try').waitFor();
    assert.ok((await methods.allTextContents()).some((name) => name.startsWith('run')));
    await page.getByRole('combobox', { name: 'Method' }).selectOption('echo');
    // The arguments of the last call are there already.
    await page.getByText('The arguments are those of the last call.').waitFor();
    assert.match(await page.getByLabel('Arguments').inputValue(), /"hello": "world"/);
    await page.getByLabel('Arguments').fill('{"hello":"view"}');
    await page.getByRole('button', { name: 'View' }).click();
    await page.locator('[aria-live] .value').waitFor();
    assert.match(await page.locator('[aria-live] .value').innerText(), /"hello": "view"/);

    await page.getByText('Write', { exact: false }).first().click();
    await page.getByRole('combobox', { name: 'Method' }).selectOption('echo');
    await page.getByLabel('Arguments').fill('{"hello":"call"}');
    await page.getByRole('button', { name: 'Call' }).click();
    await page.locator('.result .badge.ok').waitFor();
    assert.match(await page.locator('.result').innerText(), /Succeeded.*Tgas.*"hello": "call"/s);
    await page.getByRole('link', { name: 'Open the transaction' }).click();
    await page.getByText('"hello": "call"').first().waitFor();
  });
});

test('a call that fails says so, and why', async () => {
  await visit(url, `contract/${TOKEN}`, async (page) => {
    await page.locator('#try').waitFor();
    await page.getByText('Write', { exact: false }).first().click();
    await page.getByRole('combobox', { name: 'Method' }).selectOption('ft_transfer');
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('A dry run on the newest block: nothing was kept.').waitFor();
    assert.match(await page.locator('.result').innerText(), /Failed.*is not registered/s);
    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByRole('link', { name: 'Open the transaction' }).waitFor();
    const said = await page.locator('.result').innerText();
    assert.match(said, /Failed.*of dave\.test\.near failed:.*is not registered/s);
    await page.getByText('Read', { exact: false }).first().click();
    await page.getByRole('combobox', { name: 'Method' }).selectOption('ft_transfer');
    await page.getByRole('button', { name: 'View' }).click();
    await page.locator('[aria-live] .callout.fail').waitFor();
    assert.match(await page.locator('[aria-live] .callout').innerText(), /is not registered/);
  });
});

test('a contract that describes itself gets its own forms', async () => {
  await visit(url, `contract/${CAROL}`, async (page) => {
    await page.getByText('greeter 0.2.0 describes 3 methods').waitFor();
    await page.getByRole('combobox', { name: 'Method' }).selectOption('greet');
    await page.getByText('Greets somebody, as often as wanted.').waitFor();
    await page.getByRole('textbox', { name: /^account_id/ }).fill(ALICE);
    await page.getByRole('textbox', { name: /^times/ }).fill('3');
    await page.getByRole('button', { name: 'View' }).click();
    await page.locator('[aria-live] .value').waitFor();
    const shown = await page.locator('[aria-live] .value').innerText();
    assert.match(shown, /"account_id": "alice.test.near",\s+"times": 3\s+\}/);

    await page.getByText('Write', { exact: false }).first().click();
    const choices = page.getByRole('combobox', { name: 'Method' }).locator('option');
    assert.deepEqual(
      await choices.allTextContents(),
      ['set_greeting'],
      'what only reads is not here',
    );
    await page.getByRole('textbox', { name: /^greeting/ }).fill('Hello');
    await page.getByRole('combobox', { name: /^is_loud/ }).selectOption('true');
    await page.getByRole('button', { name: 'Call' }).click();
    await page.locator('.result .badge.ok').waitFor();
    assert.match(
      await page.locator('.result').innerText(),
      /"greeting": "Hello",\s+"is_loud": true/,
    );
  });
});

test('arguments, results and stored values in Borsh, by the types in the ABI', async () => {
  await visit(url, `contract/${LEDGER}`, async (page) => {
    await page.getByText('ledger 0.1.0 describes 2 methods').waitFor();
    await page.getByText('get(entry: Entry) → Entry').waitFor();
    await page.getByRole('textbox', { name: /^entry/ }).fill(`{"owner":"${ALICE}"}`);
    await page.getByRole('button', { name: 'View' }).click();
    await page.locator('[aria-live] .callout.fail').getByText('entry: null is not').waitFor();
    const entry = `{"owner":"${ALICE}","amount":"9007199254740993","state":{"Closed":"7"}}`;
    await page.getByRole('textbox', { name: /^entry/ }).fill(entry);
    await page.getByRole('button', { name: 'View' }).click();
    await page.locator('[aria-live] .value').waitFor();
    const shown = await page.locator('[aria-live] .value').innerText();
    assert.match(shown, /^Borsh\s+\{\s+"owner": "alice.test.near",\s+"amount": "9007199254740993"/);

    await page.getByText('Write', { exact: false }).first().click();
    await page.getByRole('textbox', { name: /^entry/ }).fill(entry);
    await page.getByRole('textbox', { name: /^times/ }).fill('3');
    await page.getByRole('button', { name: 'Call' }).click();
    await page.locator('.result .badge.ok').waitFor();
    // The method returns all its input, which is more than an entry.
    assert.match(await page.locator('.result .value').innerText(), /^bytes\s+0f000000616c696365/);

    // Only one type fits the entry; the number may be anything, until a type is chosen.
    const rows = page.locator('.storage tbody tr');
    await rows.nth(1).waitFor();
    assert.match(await rows.nth(0).innerText(), /e\["a"\]\s+Entry\s.*"Closed": "7"/s);
    assert.match(await rows.nth(1).innerText(), /s\[0\]\s+integer/);
    await page.getByLabel('Read values as').selectOption('State');
    await rows.nth(1).getByText('"Open"').waitFor();
    await page.getByRole('list', { name: 'Collections' }).getByRole('button').nth(1).click();
    await rows.nth(1).waitFor({ state: 'detached' });
    assert.equal(await page.getByPlaceholder('prefix or 0x bytes').inputValue(), 's');
  });
});

test('storage is decoded, and bytes are one switch away', async () => {
  await visit(url, `contract/${TOKEN}`, async (page) => {
    const rows = page.locator('.storage tbody tr');
    await rows.nth(2).waitFor();
    assert.deepEqual(
      (await rows.allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim()),
      [
        'STATE fields string bob.test.near string a integer 125 30 B',
        'a["alice.test.near"] integer 1 16 B',
        'v[0] Borsh string first 9 B',
      ],
    );
    await page.getByText('Bytes', { exact: true }).click();
    assert.match(await rows.first().innerText(), /^5354415445/);
    await page.getByText('Decoded', { exact: true }).click();
    await page.getByPlaceholder('prefix or 0x bytes').fill('0x76');
    await rows.nth(1).waitFor({ state: 'detached' });
    assert.match(await rows.first().innerText(), /^v\[0\]/);
    await page.getByPlaceholder('prefix or 0x bytes').fill('0x7');
    await page.getByText('Bytes are written with two hexadecimal digits each.').waitFor();
  });
});

test('gas by method, from the newest calls', async () => {
  await visit(url, `contract/${IVAN}`, async (page) => {
    await page.locator('.ranges li').first().waitFor();
    const text = (await page.locator('.ranges').innerText()).replace(/\s+/g, ' ');
    assert.match(text, /run [\d.]+ Tgas \d+ calls/);
    assert.match(text, /echo [\d.]+ Tgas \d+ calls?/);
    assert.ok((await page.locator('.transactions tr').count()) > 3);
    // A call of the account itself, of which the node's response has no receipt.
    await new Sender(node.rpc, LEDGER).send(LEDGER, [callContract('put', new Uint8Array(4))]);
    await page.goto(`${url}/#/contract/${LEDGER}`);
    await page.locator('.ranges').getByText('put').waitFor();
  });
});

test('new code is deployed from the page', async () => {
  await visit(url, `contract/${TOKEN}`, async (page) => {
    await page.getByText('NEP-148').waitFor();
    const file = { name: 'greeter.wasm', mimeType: 'application/wasm' };
    const upload = async (buffer: Uint8Array) =>
      page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(buffer) });
    await upload(abiContract);
    await page.getByText(/^Deployed greeter\.wasm for [\d.]+ Tgas\.$/).waitFor();
    await page.getByText('greeter 0.2.0 describes 3 methods').waitFor();
    await upload(recordedContract('compute'));
    await page.getByText('it does not describe itself').waitFor();
    await page.locator('.line-v li').nth(3).waitFor();
    await upload(new Uint8Array(4_194_305));
    await page.locator('.title .callout.fail').waitFor();
  });
});

test('an account without code says so, and takes some', async () => {
  await visit(url, `contract/${ALICE}`, async (page) => {
    await page.getByText('This account has no code.').waitFor();
    await page.getByText('Deploy new code…').waitFor();
  });
});

test('accessible at all widths', async () => {
  for (const look of [
    { width: 390 },
    { width: 1400 },
    { width: 2560, colorScheme: 'dark' },
  ] as const) {
    const { page, complaints } = await openExplorer(url, `contract/${CAROL}`, look);
    await page.locator('#try').waitFor();
    await page.locator('.transactions tr').first().waitFor();
    assert.deepEqual(await findBarriers(page), []);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), look.width);
    assert.deepEqual(complaints, []);
    await page.close();
  }
});
