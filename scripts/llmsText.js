// docs/llms.txt: the pages of docs/ with a sentence about each, for language models, in the form of
// https://llmstxt.org. Links are relative to docs/, where every page is Markdown.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const SECTIONS = [
  { title: 'Guide', folder: 'guide' },
  { title: 'Reference', folder: 'reference' },
  { title: 'Methods', folder: 'reference/rpc' },
  { title: 'Operations', folder: 'operations' },
  { title: 'Optional', folder: 'internals' },
];
const SENTENCE_MAX = 200;

const HEAD = `# Perigee

> A NEAR node in TypeScript: a real chain behind a complete JSON-RPC service, as one npm package,
> for developing and testing contracts and dapps. \`npx perigee start\` starts a local chain with
> funded accounts at http://127.0.0.1:3030.

- Commands for a running chain: \`perigee accounts\`, \`create\`, \`send\`, \`call\`, \`view\`,
  \`deploy\`, \`tx\`; each has \`--json\`. \`perigee trace HASH\` shows what a transaction did.
- In tests: \`import { createNode } from 'perigee'\`, with \`perigee/vitest\` and \`perigee/jest\`.
- For AI assistants: \`perigee mcp\` serves these pages and the tools of a chain.
- A node describes its methods at /openapi.json and /openrpc.json, and has these pages at /docs/.
`;

/**
 * @param {string} docs the folder
 * @returns {string}
 */
export function formatLlmsText(docs) {
  const sections = SECTIONS.map(({ title, folder }) => {
    const links = listPages(docs, folder).map((page) => formatLink(docs, page));
    return `\n## ${title}\n\n${links.join('\n')}\n`;
  });
  return HEAD + sections.join('');
}

/**
 * In the order of the folder's index, then the others by name.
 *
 * @param {string} docs
 * @param {string} folder in docs/
 */
function listPages(docs, folder) {
  const names = readdirSync(join(docs, folder)).filter((name) => name.endsWith('.md'));
  const index = names.includes('README.md') ? readPage(docs, posix.join(folder, 'README.md')) : '';
  const place = (/** @type {string} */ name) => {
    const found = index.indexOf(`](${name})`);
    return found === -1 ? index.length : found;
  };
  return names
    .filter((name) => name !== 'README.md')
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((name) => posix.join(folder, name));
}

/**
 * @param {string} docs
 * @param {string} path
 */
function formatLink(docs, path) {
  const page = readPage(docs, path);
  const title = plain(/^# (.*)$/m.exec(page)?.[1] ?? path);
  const sentence = findSentence(page);
  return `- [${title}](${path})${sentence === null ? '' : `: ${sentence}`}`;
}

/**
 * The first sentence of the first paragraph.
 *
 * @param {string} page
 */
function findSentence(page) {
  const paragraphs = page.split(/\n\n+/).slice(1);
  const first = paragraphs.find((text) => /^[A-Z`["*]/.test(text) && !text.startsWith('```'));
  if (first === undefined) return null;
  const text = plain(first.replaceAll('\n', ' '));
  const sentence = /^.*?[.:](?= |$)/.exec(text)?.[0] ?? text;
  const ended = sentence.replace(/:$/, '.');
  return ended.length <= SENTENCE_MAX ? ended : `${ended.slice(0, SENTENCE_MAX - 1)}…`;
}

/**
 * Without links.
 *
 * @param {string} text
 */
function plain(text) {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}

/**
 * @param {string} docs
 * @param {string} path
 */
function readPage(docs, path) {
  return readFileSync(join(docs, path), 'utf8').replaceAll(/<!--[\s\S]*?-->\n*/g, '');
}

// On its own: `node scripts/llmsText.js` writes the list, which needs nothing compiled.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const docs = fileURLToPath(new URL('../docs', import.meta.url));
  writeFileSync(join(docs, 'llms.txt'), formatLlmsText(docs));
}
