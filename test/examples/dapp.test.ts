// The dapp of the examples in a browser, as its README says: two commands, then a login and a call
// that the wallet of the node signs.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { approve, expectWallet, openContext, openPage } from '../browser/support/walletWindow.ts';
import { releaseAfterTests } from '../support/releases.ts';
import { ALICE } from '../support/runningNode.ts';
import { createExamplesFolder, ENVIRONMENT, listCommands, SHELL } from './examplesFolder.ts';

let url: string;

/** Starts the command in a group of processes, which ends with the test. */
async function startDapp(command: string, cwd: string): Promise<string> {
  const [program = '', ...args] = command.split(' ');
  const env = { ...ENVIRONMENT, NODE_PORT: '0', PORT: '0' };
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 2] });
  const ended = once(child, 'exit');
  releaseAfterTests(async () => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0));
    await ended;
  });
  let output = '';
  child.stdout?.on('data', (data: Buffer) => {
    output += data;
  });
  for (;;) {
    const found = /The dapp is at (\S+),/.exec(output)?.[1];
    if (found !== undefined) return found;
    assert.equal(child.exitCode, null, output);
    await Promise.race([once(child.stdout ?? child, 'data'), ended]);
  }
}

before(async () => {
  const folder = join(await createExamplesFolder(), 'dapp');
  const [install = '', start = ''] = listCommands('dapp');
  const [program = '', ...args] = install.split(' ');
  await promisify(execFile)(program, args, { cwd: folder, env: ENVIRONMENT, shell: SHELL });
  url = await startDapp(start, folder);
});

test('the page shows the counter, logs in and counts', async () => {
  const context = await openContext();
  const page = await openPage(context, url);
  await page.getByText('Counted: 0').waitFor();
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await approve(await expectWallet(context, () => button.click()), ALICE);
  };
  await press('Log in');
  await page.getByText(`You are ${ALICE}.`).waitFor();
  await press('Count');
  await page.getByText('Counted: 1').waitFor();
  await context.close();
});
