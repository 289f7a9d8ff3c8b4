// A measured node does not outlive the process that started it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const NODE_MODULE = fileURLToPath(new URL('../../src/benchmark/measuredNode.js', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../support/perigeeProcess.js', import.meta.url));

test('a node ends when the benchmark is killed', async () => {
  const script = `
    const { withNode } = await import(${JSON.stringify(NODE_MODULE)});
    await withNode(${JSON.stringify(PROGRAM)}, ['--in-memory'], async ({ url }) => {
      process.stdout.write(url.href);
      await new Promise(() => {});
    });`;
  const bench = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(bench.stdout, 'data')) as [Buffer];
  await fetch(url.toString(), { method: 'POST', body: '{}' });
  bench.kill('SIGKILL');
  await once(bench, 'exit');
  await assert.rejects(untilUnreachable(url.toString()), TypeError);
});

/** Sends requests until one cannot be sent. */
async function untilUnreachable(url: string): Promise<never> {
  while (true) await fetch(url, { method: 'POST', body: '{}' });
}
