// Runs the guide: the snippets of its pages run in reading order against one node, as a reader
// would run them, in a folder that has the packages installed; their output is compared.
// A block runs if its language is `js` or `sh`. Then:
//   - an `output` block after it is its complete output, with `…` for what differs;
//   - a comment after a `console.log` is a line of its output, in this order;
//   - no response of the node is an error.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readText, repositoryPath } from '../support/repository.ts';
import { startNodeProcess } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

/** In reading order: a page may use what an earlier one has created. */
const PAGES = [
  'first-steps.md',
  'contracts.md',
  'controls.md',
  'in-process.md',
  'time-and-snapshots.md',
  'gas-report.md',
  'replacing-near-sandbox.md',
  'events.md',
];
/** Pages with snippets that need more than a local node. */
const NOT_RUN: ReadonlyMap<string, string> = new Map([
  ['export.md', 'its reader is run by the tests of exports, with a bucket'],
]);

/** Packages that the guide asks its readers to install. */
const PACKAGES = ['near-api-js', 'near-sandbox'];
/** Ends a snippet that would hang. */
const SNIPPET_MS_MAX = 600_000;

interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

function listBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; line: number; lines: string[] } | null = null;
  for (const [index, line] of readText(`docs/guide/${page}`).split('\n').entries()) {
    if (!line.startsWith('```')) open?.lines.push(line);
    else if (open === null) open = { language: line.slice(3), line: index + 1, lines: [] };
    else {
      blocks.push({ language: open.language, line: open.line, text: open.lines.join('\n') });
      open = null;
    }
  }
  assert.equal(open, null, `${page} ends inside a block`);
  return blocks;
}

function isRun({ language }: Block): boolean {
  return language === 'js' || language === 'sh';
}

/** A folder where `npm install` has put the compiled package and the others. */
function createReaderFolder(): string {
  const folder = createTemporaryFolder();
  const compiled = (path: string) => new URL(`../../${path}`, import.meta.url).href;
  const program = compiled('test/support/perigeeProcess.js');
  const files = {
    'package.json': JSON.stringify({ name: 'perigee', type: 'module', exports: './index.js' }),
    'index.js': `export * from '${compiled('src/index.js')}';\n`,
    'bin/perigee.js': `#!/usr/bin/env node\nimport '${program}';\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'node_modules', 'perigee', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  chmodSync(programIn(folder), 0o755);
  for (const name of PACKAGES) {
    const installed = repositoryPath('test', 'node_modules', name);
    symlinkSync(installed, join(folder, 'node_modules', name), 'junction');
  }
  return folder;
}

function programIn(folder: string): string {
  return join(folder, 'node_modules', 'perigee', 'bin', 'perigee.js');
}

class Reader {
  readonly #folder = createReaderFolder();
  readonly #address: string;
  /** Functions that a page has defined for its later blocks. */
  #definitions = '';

  constructor(url: string) {
    this.#address = new URL(url).host;
  }

  startPage(): void {
    this.#definitions = '';
  }

  /** The output of a block. */
  async run({ language, text }: Block): Promise<string> {
    const typed = text.replaceAll('127.0.0.1:3030', this.#address);
    if (language === 'sh') return this.#runShell(typed);
    const path = join(this.#folder, 'snippet.mjs');
    writeFileSync(path, typed);
    return this.#execute(process.execPath, [path]);
  }

  async #runShell(text: string): Promise<string> {
    const script = `set -euo pipefail\n${this.#definitions}\n${text}\n`;
    if (/^\w+\(\) \{/m.test(text)) this.#definitions += `${text}\n`;
    return this.#execute('bash', ['-c', script]);
  }

  async #execute(program: string, args: readonly string[]): Promise<string> {
    const env = {
      ...process.env,
      NEAR_SANDBOX_BIN_PATH: programIn(this.#folder),
      // A busy machine may take long to start a node.
      NEAR_RPC_TIMEOUT_SECS: '500',
    };
    const options = { cwd: this.#folder, env, timeout: SNIPPET_MS_MAX };
    return (await promisify(execFile)(program, args, options)).stdout;
  }
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

test('every page with snippets is run', () => {
  const pages = readdirSync(repositoryPath('docs', 'guide'));
  const withSnippets = pages.filter((page) => listBlocks(page).some(isRun));
  const known = [...PAGES, ...NOT_RUN.keys()];
  assert.deepEqual(
    withSnippets.filter((page) => !known.includes(page)),
    [],
  );
});

test('the snippets do what the guide says', async (t) => {
  const rpc = await startNodeProcess(createTemporaryFolder()).listening();
  // By this point a reader's node has run for some blocks.
  await rpc.call('perigee_mine', { blocks: 5 });
  const reader = new Reader(rpc.url);
  for (const page of PAGES) {
    await t.test(page, async () => {
      reader.startPage();
      const blocks = listBlocks(page);
      for (const [i, block] of blocks.entries()) {
        if (!isRun(block)) continue;
        const where = `${page}:${block.line}`;
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
