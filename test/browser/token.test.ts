// The explorer of a node that has a token: it asks for the token where the node requires it, keeps
// it for the tab, and never puts it into a URL.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestNode, type TestNode } from '../support/runningNode.ts';
import { assertQuiet, openExplorer } from './support/browser.ts';

const TOKEN = 's3cret/with+signs';

let node: TestNode;

before(async () => {
  node = await startTestNode({ token: TOKEN });
});

async function openLocalPage(route: string) {
  const watched = await openExplorer(node.rpc.url, route);
  const secrets = watched.page.getByRole('button', { name: 'Copy the secret key' });
  const keys = watched.page.getByRole('button', { name: 'Keys alice.test.near' });
  return { ...watched, watched, secrets, keys };
}

test('the page asks for the token, and uses it for controls', async () => {
  const { page, complaints, requests, secrets, keys } = await openLocalPage('local');
  const input = page.getByRole('textbox', { name: 'Token' });
  await input.waitFor();
  assert.equal(await keys.count(), 0);
  await input.fill('wrong');
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.getByText('The node does not accept this token.').waitFor();
  await input.fill(TOKEN);
  await page.getByRole('button', { name: 'Use it' }).click();
  await keys.click();
  await secrets.waitFor();
  await page.locator('main').getByRole('button', { name: 'Mine 1', exact: true }).click();
  await page.getByText('Mined 1 block.').waitFor();
  // The tab keeps it, and it appears in no URL.
  await page.reload();
  await keys.click();
  await secrets.waitFor();
  const encoded = encodeURIComponent(TOKEN);
  for (const address of [page.url(), ...requests]) {
    assert.ok(!address.includes(TOKEN) && !address.includes(encoded), address);
  }
  for (const complaint of complaints) assert.match(complaint, /status of 401/);
  await page.close();
});

test('a URL may contain the token, which is removed from it', async () => {
  const { page } = await openLocalPage('');
  const { watched, secrets, keys } = await openLocalPage('local');
  await page.close();
  await watched.page.getByRole('textbox', { name: 'Token' }).waitFor();
  await watched.page.goto('about:blank');
  watched.complaints.length = 0;
  watched.requests.length = 0;
  await watched.page.goto(`${node.rpc.url}/#token=${encodeURIComponent(TOKEN)}`);
  await watched.page.getByRole('link', { name: 'Local chain' }).first().click();
  await keys.click();
  await secrets.waitFor();
  assert.equal(watched.page.url(), `${node.rpc.url}/#/local`);
  const typed = encodeURIComponent(TOKEN);
  const { requests, ...rest } = watched;
  // The browser reports the URL as it was typed; nothing after the `#` is sent.
  assertQuiet(
    { ...rest, requests: requests.filter((url) => !url.includes(`#token=${typed}`)) },
    node.rpc.url,
  );
  await watched.page.close();
});
