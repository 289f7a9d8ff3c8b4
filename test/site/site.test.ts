// The site of the documents, built as `npm run site` builds it, with an older version beside the
// newest one: every page is there as HTML and as Markdown, its images and links exist, it can be
// searched, and a browser shows it without complaints. A dead link fails the build.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { openContext } from '../browser/support/walletWindow.ts';
import { listFiles, readText, repositoryPath } from '../support/repository.ts';
import { serve } from '../support/serve.ts';

const OUTPUT = repositoryPath('.build', 'site');
/** An older version that every clone has. */
const OLDER = 'HEAD';
/** Ends a build that would hang. */
const BUILD_MS_MAX = 1_800_000;

before(async () => {
  const args = [repositoryPath('scripts', 'site.js'), '--versions', OLDER];
  await promisify(execFile)(process.execPath, args, { timeout: BUILD_MS_MAX });
});

/** The place of each page of docs/ on the site, without its ending. */
function listPlaces(): string[] {
  return listFiles('docs')
    .filter((path) => path.endsWith('.md') && path !== 'docs/README.md')
    .map((path) => path.slice('docs/'.length, -'.md'.length).replace(/README$/, 'index'));
}

test('every page is there as HTML and as Markdown', () => {
  const places = [...listPlaces(), 'index', 'guide/overview', 'examples/token'];
  assert.ok(places.length > 100);
  const missing = places.flatMap((place) =>
    [`${place}.html`, `${place}.md`].filter((file) => !existsSync(join(OUTPUT, file))),
  );
  assert.deepEqual(missing, []);
  for (const folder of [OUTPUT, join(OUTPUT, OLDER)]) {
    assert.ok(existsSync(join(folder, 'guide', 'first-steps.html')), folder);
  }
  const hasList = existsSync(repositoryPath('docs', 'llms.txt'));
  assert.equal(existsSync(join(OUTPUT, 'llms.txt')), hasList);
});

test('the Markdown pages link pages and images that are there', () => {
  const broken = listPlaces().flatMap((place) => {
    const page = readFileSync(join(OUTPUT, `${place}.md`), 'utf8').replaceAll(
      /^```[\s\S]*?^```$/gm,
      '',
    );
    return [...page.matchAll(/\]\((\.[^)#\s]*)/g)]
      .map(([, link = '']) => posix.join(posix.dirname(place), link))
      .filter((target) => !existsSync(join(OUTPUT, target)))
      .map((target) => `${place}: ${target}`);
  });
  assert.deepEqual(broken, []);
});

test('the navigation has every page of the guide, in the groups of its index', () => {
  const page = readFileSync(join(OUTPUT, 'guide', 'index.html'), 'utf8');
  const headings = [...readText('docs/guide/README.md').matchAll(/^## (.*)$/gm)];
  assert.ok(headings.length >= 4);
  for (const [, heading] of headings) assert.ok(page.includes(`>${heading}</h2>`), heading);
  for (const name of readdirSync(repositoryPath('docs', 'guide'))) {
    if (name === 'README.md') continue;
    assert.ok(page.includes(`/guide/${name.replace('.md', '.html')}"`), name);
  }
});

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

function serveSite(): Promise<string> {
  return serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(OUTPUT, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const isThere = existsSync(file);
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(isThere ? 200 : 404, { 'content-type': type });
    response.end(isThere ? readFileSync(file) : undefined);
  });
}

test('in a browser: search, versions, no complaints and no other host', async () => {
  const url = await serveSite();
  const context = await openContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) {
      complaints.push(request.url());
    }
  });
  await page.goto(`${url}/guide/wallet.html`);
  await page.waitForFunction(`document.querySelector('.vp-doc img')?.naturalWidth > 100`);
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('approval automatic');
  await page.locator('.result').first().click();
  await page.waitForURL(/wallet\.html#automatic-approval$/);
  await page.getByRole('button', { name: /\(newest\)$/ }).hover();
  await page.getByRole('link', { name: OLDER, exact: true }).click();
  await page.waitForURL(`${url}/${OLDER}/`);
  await page.getByRole('button', { name: OLDER }).hover();
  await page.getByRole('link', { name: /\(newest\)$/ }).click();
  await page.waitForURL(`${url}/`);
  await page.getByText('A NEAR node in TypeScript').waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});
