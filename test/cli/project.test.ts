// `perigee start` in a folder with a configuration: it is found, options of the command line win,
// and with --watch a changed module is deployed.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseCommandLine } from '../../src/cli/commandLine.ts';
import { readStartOptions } from '../../src/cli/commands/start.ts';
import { readCommandProject, withProject } from '../../src/cli/projectOptions.ts';
import { isUsageError } from '../../src/cli/usageError.ts';
import { encodeContract, returnU64 } from '../../src/contracts/contractCode.ts';
import { createClient } from '../../src/index.ts';
import { eventually } from '../support/eventually.ts';
import { releaseAfterTests } from '../support/releases.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const PROGRAM = fileURLToPath(new URL('../support/perigeeProcess.js', import.meta.url));
const APP = 'app.test.near';
const CONFIG = {
  chain: { id: 'mine', port: 4000, shards: 2, mining: 'manual' },
  accounts: { 'x.test.near': '3 NEAR' },
  contracts: { [APP]: 'app.wasm' },
};

function writeProject(): string {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'perigee.config.json'), JSON.stringify(CONFIG));
  writeFileSync(join(folder, 'app.wasm'), moduleOf(1));
  return folder;
}

function moduleOf(number: number): Uint8Array {
  return encodeContract({ get: returnU64(number) }, '');
}

test('options that are given win over the configuration', async () => {
  const file = join(writeProject(), 'perigee.config.json');
  const line = parseCommandLine(['start', '--config', file, '--port', '0', '--watch']);
  const project = await readCommandProject(line);
  assert.ok(project);
  assert.equal(project.watch, 'keep');
  const options = withProject(readStartOptions(line), line, project);
  assert.deepEqual(
    [options.port, options.shards, options.mining, options.chainId, options.insisted],
    [0, 2, 'manual', 'mine', ['shards']],
  );
});

test('what makes no sense is a usage error', async () => {
  const file = join(writeProject(), 'perigee.config.json');
  const wrong: readonly [args: string[], message: RegExp][] = [
    [['start', '--watch'], /--watch needs a perigee.config.ts/],
    [['start', '--config', file, '--no-controls'], /exclude each other/],
  ];
  for (const [args, message] of wrong) {
    await assert.rejects(
      readCommandProject(parseCommandLine(args)),
      (error: Error) => isUsageError(error) && message.test(error.message),
      args.join(' '),
    );
  }
  assert.throws(
    () => parseCommandLine(['start', '--watch=sometimes']),
    /It is --watch=keep or --watch=reset, not 'sometimes'/,
  );
  const reset = parseCommandLine(['start', '--config', file, '--watch=reset']);
  assert.equal((await readCommandProject(reset))?.watch, 'reset');
});

test('a node is started from a configuration, and follows its modules', async () => {
  const folder = writeProject();
  const args = ['start', '--watch', '--port', '0', '--home', join(folder, 'home')];
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder });
  releaseAfterTests(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  const applied = `perigee.config.json: created x.test.near; deployed ${APP}`;
  await eventually('the configuration is applied', () => output.includes(applied));
  const [, url = ''] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
  const { rpc } = createClient(url);
  assert.equal((await rpc('status')).chain_id, 'mine');
  const read = async () => {
    const viewed = await rpc('query', {
      request_type: 'call_function',
      finality: 'optimistic',
      account_id: APP,
      method_name: 'get',
      args_base64: '',
    });
    assert.ok('result' in viewed);
    return viewed.result[0];
  };
  assert.equal(await read(), 1);
  await rpc('perigee_set_mining', { mode: 'auto' });
  writeFileSync(join(folder, 'app.wasm'), moduleOf(2));
  await eventually('the module is deployed', () => output.includes('redeployed app.wasm'));
  assert.equal(await read(), 2);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});
