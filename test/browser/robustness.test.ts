// Pages under unusual conditions: names that do not exist, hostile texts, a narrow or a dark
// screen. An accessibility check runs on each page.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { findBarriers, openExplorer, visit } from './support/browser.ts';
import {
  ALICE,
  IVAN,
  type LivelyNode,
  LONG_TEXT,
  MARKUP,
  RIGHT_TO_LEFT,
  startLivelyNode,
} from './support/livelyNode.ts';

let node: LivelyNode;
let url: string;

before(async () => {
  node = await startLivelyNode();
  url = node.rpc.url;
});

test('unknown names get a clear message', async () => {
  const unknown = '1'.repeat(32);
  const cases: [route: string, sentence: RegExp][] = [
    [`tx/${unknown}`, /No block of this chain holds this transaction/],
    [`block/${unknown}`, /There is no block/],
    ['block/999999999', /There is no block 999999999/],
    [`chunk/${unknown}`, /There is no such chunk/],
    [`receipt/${unknown}`, /There is no such receipt/],
    ['account/nobody.test.near', /There is no such account/],
    ['contract/nobody.test.near', /There is no such account/],
  ];
  for (const [route, sentence] of cases) {
    await visit(url, route, async (page) => {
      await page.getByText(sentence).first().waitFor();
    });
  }
});

test('text from contracts is shown as text, however hostile', async () => {
  const { hostile, panic, badName, long } = node.results;
  for (const { transaction } of [hostile, panic, badName]) {
    await visit(url, `tx/${transaction.hash}`, async (page) => {
      await page.locator('.proven').waitFor();
      assert.ok((await page.locator('main').innerText()).includes(MARKUP));
      assert.equal(await page.locator('main img, main script').count(), 0);
    });
  }
  await visit(url, `tx/${hostile.transaction.hash}`, async (page) => {
    await page.locator('.logs').waitFor();
    const logs = await page.locator('.logs pre').allInnerTexts();
    assert.deepEqual(logs, [MARKUP, RIGHT_TO_LEFT]);
    assert.ok((await page.locator('.logs .kv').innerText()).includes(MARKUP));
  });
  await visit(url, `tx/${long.transaction.hash}`, async (page) => {
    const text = page.locator('.result pre');
    await text.waitFor();
    assert.ok((await text.innerText()).length < LONG_TEXT.length);
    await page.locator('.result').getByRole('button').click();
    assert.equal(await text.textContent(), LONG_TEXT);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    assert.equal(width, 1000, 'no text makes the page wider');
  });
  await visit(url, `contract/${IVAN}`, async (page) => {
    await page.locator('section[aria-labelledby="storage"] td').first().waitFor();
    assert.ok((await page.locator('main').innerText()).includes(MARKUP));
    assert.equal(await page.locator('main img, main script').count(), 0);
  });
});

const LOOKS = [
  { width: 360, colorScheme: 'dark' },
  { width: 1000 },
  { width: 2560, colorScheme: 'dark' },
] as const;

test('every page is accessible, on a phone and a large screen, light and dark', async () => {
  const { across, partly } = node.results;
  const { chunks } = await node.rpc.call<{ chunks: { chunk_hash: string }[] }>('block', {
    block_id: 5,
  });
  const chunk_hash = chunks[0]?.chunk_hash;
  /** Each with a text that is on the complete page. */
  const routes: [route: string, content: string][] = [
    ['', '.transactions li'],
    [`tx/${across.transaction.hash}`, '.proven'],
    [`tx/${partly.transaction.hash}`, '.trace li'],
    [`account/${ALICE}`, '.transactions tr'],
    [`contract/${IVAN}`, '#try'],
    [`receipt/${across.receipts_outcome[0]?.id}`, '.facts'],
    ['block/5', '[data-chunk]'],
    [`chunk/${chunk_hash}`, '.facts'],
    ['epoch', 'tr[data-account]'],
    ['local', '[data-mining]'],
    ['rpc/block', '.requests li'],
    ['search/nothing', '.notice'],
  ];
  for (const [route, content] of routes) {
    for (const look of LOOKS) {
      const watched = await openExplorer(url, route, look);
      await watched.page.locator(content).first().waitFor();
      assert.deepEqual(await findBarriers(watched.page), [], `${route} ${JSON.stringify(look)}`);
      const width = await watched.page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, look.width, `${route} scrolls sideways`);
      await watched.page.close();
    }
  }
});

test('pages can be used with the keyboard alone', async () => {
  await visit(url, '', async (page) => {
    await page.locator('.transactions li').first().waitFor();
    const focused = () => page.locator(':focus');
    const tabTo = async (name: string) => {
      for (let i = 0; i < 20; i++) {
        await page.keyboard.press('Tab');
        assert.equal(await focused().count(), 1, 'something always has the focus');
        const outline = await focused().evaluate('(e) => getComputedStyle(e).outlineStyle');
        assert.notEqual(outline, 'none', 'the focus is visible');
        if ((await focused().innerText()) === name) return;
      }
      assert.fail(`${name} is not reached`);
    };
    await tabTo('Epoch');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Epoch', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(node.results.across.transaction.hash);
    await page.keyboard.press('Enter');
    const box = page.locator('[data-box]').first();
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const chosen = page.locator('[data-box][aria-current]');
    assert.equal(await chosen.getAttribute('data-box'), await focused().getAttribute('data-box'));
    assert.notEqual(await chosen.getAttribute('data-box'), await box.getAttribute('data-box'));
  });
});
