// The session in docs/guide/command-line.md is what a shell prints: each command is run, and its
// output compared line by line.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readText } from '../support/repository.ts';
import { startTestNode } from '../support/runningNode.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { listSteps, type Step, toPattern } from './session.ts';

const PROGRAM = fileURLToPath(new URL('../support/perigeeProcess.js', import.meta.url));

function readSession(): Step[] {
  const page = readText('docs/guide/command-line.md');
  return listSteps(/```console\n(.*?)```/s.exec(page)?.[1] ?? '');
}

test('the session of the guide', async () => {
  const node = await startTestNode();
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'app.wasm'), storageContract);
  const steps = readSession();
  assert.ok(steps.length > 8, 'the page has a session');
  for (const { command, output } of steps) {
    const script = `perigee() { "${process.execPath}" "${PROGRAM}" "$@"; }; ${command}`;
    const env = { ...process.env, PERIGEE_URL: node.rpc.url };
    const child = spawn('bash', ['-c', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 2] });
    let text = '';
    child.stdout?.on('data', (data: Buffer) => {
      text += data;
    });
    await once(child, 'close');
    assert.match(text, toPattern(output), command);
  }
});
