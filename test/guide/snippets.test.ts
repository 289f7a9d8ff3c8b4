// Runs the guide: the snippets of its pages run in reading order against one node, as a reader
// would run them, in a folder that has the packed package installed; their output is compared.
// A block runs if its language is `js`, `ts` or `sh`; the first two must also compile in strict
// TypeScript. Then:
//   - an `output` block after it is its complete output, with `…` for what differs;
//   - a comment after a `console.log` is a line of its output, in this order;
//   - no response of the node is an error.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { readText, repositoryPath } from '../support/repository.ts';
import { startNodeProcess } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { type Block, isProgram, listBlocks } from './blocks.ts';
import { compiledPath, compileSnippets } from './compileSnippets.ts';
import { createReaderFolder, programIn } from './readerFolder.ts';

/** In reading order: a page may use what an earlier one has created. */
const PAGES = [
  'README.md',
  'docs/guide/first-steps.md',
  'docs/guide/contracts.md',
  'docs/guide/mcp.md',
  'docs/guide/controls.md',
  'docs/guide/client.md',
  'docs/guide/in-process.md',
  'docs/guide/config.md',
  'docs/guide/presets.md',
  'docs/guide/testing.md',
  'docs/guide/time-and-snapshots.md',
  'docs/guide/gas-report.md',
  'docs/guide/debugging.md',
  'docs/guide/simulation.md',
  'docs/guide/replacing-near-sandbox.md',
  'docs/guide/events.md',
  'docs/guide/indexer.md',
  'docs/guide/front-end.md',
  'docs/guide/new-in-versions.md',
];
/** Pages with snippets that are compiled, but need more than a local node to run. */
const NOT_RUN: ReadonlyMap<string, string> = new Map([
  ['docs/guide/export.md', 'its reader is run by the tests of exports, with a bucket'],
]);

/** Ends a snippet that would hang. */
const SNIPPET_MS_MAX = 600_000;

function isRun(block: Block): boolean {
  return isProgram(block) || block.language === 'sh';
}

/** A key that a page shows only in part, as another page shows it. */
function completeKeys(text: string): string {
  const guide = readText('docs/guide/first-steps.md');
  return text.replaceAll(/(ed25519:\w+)…/g, (shown, start: string) => {
    return new RegExp(`${start}\\w+`).exec(guide)?.[0] ?? shown;
  });
}

/** The name of a block as a module. */
function moduleName({ where }: Block): string {
  return where.replaceAll(/\W+/g, '-');
}

let folder: string;
let address: string;

class Reader {
  /** Functions that a page has defined for its later blocks. */
  #definitions = '';

  /** The output of a block. */
  async run(block: Block): Promise<string> {
    if (block.language === 'sh') return this.#runShell(withAddress(block.text));
    return this.#execute(process.execPath, [compiledPath(folder, moduleName(block))]);
  }

  async #runShell(text: string): Promise<string> {
    const script = `set -euo pipefail\n${this.#definitions}\n${text}\n`;
    if (/^\w+\(\) \{/m.test(text)) this.#definitions += `${text}\n`;
    return this.#execute('bash', ['-c', script]);
  }

  async #execute(program: string, args: readonly string[]): Promise<string> {
    const env = {
      ...process.env,
      NEAR_SANDBOX_BIN_PATH: programIn(folder),
      // A busy machine may take long to start a node.
      NEAR_RPC_TIMEOUT_SECS: '500',
    };
    const options = { cwd: folder, env, timeout: SNIPPET_MS_MAX };
    return (await promisify(execFile)(program, args, options)).stdout;
  }
}

function withAddress(text: string): string {
  return text.replaceAll('127.0.0.1:3030', address);
}

/** The comments after what is printed. */
function promisedLines({ text }: Block): string[] {
  return [...text.matchAll(/console\.log\(.*\);[ \t]*\/\/ (.*)$/gm)].map(([, line = '']) => line);
}

function toPattern(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

function assertLines(written: readonly string[], promised: readonly string[], where: string): void {
  let from = 0;
  for (const line of promised) {
    const found = written.findIndex((text, i) => i >= from && toPattern(line).test(text));
    assert.ok(found >= 0, `${where}: '${line}' is not in\n${written.join('\n')}`);
    from = found + 1;
  }
}

function assertNoErrors(written: readonly string[], where: string): void {
  for (const line of written.filter((text) => text.startsWith('{'))) {
    assert.doesNotMatch(line, /^\{"jsonrpc":"2.0","error"/, where);
  }
}

before(async () => {
  const rpc = await startNodeProcess(createTemporaryFolder()).listening();
  // By this point a reader's node has run for some blocks.
  await rpc.call('perigee_mine', { blocks: 5 });
  address = new URL(rpc.url).host;
  folder = await createReaderFolder();
});

test('every page with snippets is run', () => {
  const pages = readdirSync(repositoryPath('docs', 'guide')).map((name) => `docs/guide/${name}`);
  const withSnippets = pages.filter((page) => listBlocks(page).some(isRun));
  const known = [...PAGES, ...NOT_RUN.keys()];
  assert.deepEqual(
    withSnippets.filter((page) => !known.includes(page)),
    [],
  );
});

test('the snippets and the typed uses compile in strict TypeScript, old and new', async () => {
  const blocks = [...PAGES, ...NOT_RUN.keys()].flatMap(listBlocks).filter(isProgram);
  const sources = new Map(
    blocks.map((block) => [moduleName(block), completeKeys(withAddress(block.text))]),
  );
  const uses = readText('test/guide/typedUses.ts').replaceAll('../../src/index.ts', 'perigee');
  sources.set('typed-uses', uses);
  assert.equal(await compileSnippets(folder, sources), '');
});

test('the snippets do what the guide says', async (t) => {
  for (const page of PAGES) {
    await t.test(page, async () => {
      const reader = new Reader();
      const blocks = listBlocks(page);
      for (const [i, block] of blocks.entries()) {
        if (!isRun(block)) continue;
        const { where } = block;
        const written = (await reader.run(block)).trimEnd().split('\n');
        assertNoErrors(written, where);
        assertLines(written, promisedLines(block), where);
        const next = blocks[i + 1];
        if (next?.language !== 'output') continue;
        const promised = next.text.split('\n');
        assert.equal(written.length, promised.length, `${where}:\n${written.join('\n')}`);
        assertLines(written, promised, where);
      }
    });
  }
});
