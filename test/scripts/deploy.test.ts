// Files that start Perigee elsewhere: the image, the compose file, and the GitHub action. The
// commands in them are parsed as the program does; the script of the action is run.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseCommandLine } from '../../src/cli/commandLine.ts';
import { readText, repositoryPath } from '../support/repository.ts';

test('commands of the image and of the compose file have options that exist', () => {
  const image = readText('Dockerfile').matchAll(/^CMD (\[.*\])$/gm);
  const services = readText('deploy/compose.yaml').matchAll(/^ +command: (\[.*\])$/gm);
  const commands = [...image, ...services]
    .map(([, json = '']) => JSON.parse(json) as string[])
    .filter(([program]) => program !== 'caddy');
  assert.deepEqual(
    commands.map(([command]) => command),
    ['start', 'start', 'serve'],
  );
  for (const command of commands) {
    const { given } = parseCommandLine(command);
    assert.equal(given.get('host'), '0.0.0.0', command.join(' '));
  }
});

test('the driver of the image is the one that is tested', () => {
  const [, version] = /cassandra-driver@(\S+)/.exec(readText('Dockerfile')) ?? [];
  const { dependencies } = JSON.parse(readText('test/package.json'));
  assert.equal(version, dependencies['cassandra-driver']);
});

interface Job {
  readonly status: number | null;
  readonly text: string;
  readonly outputs: Record<string, string>;
}

function runAction(options: string, check: (job: Job) => Promise<void> | void) {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perigee-job-'));
    try {
      const file = join(folder, 'outputs');
      const { status, stdout, stderr } = spawnSync(repositoryPath('scripts/startInJob.sh'), {
        encoding: 'utf8',
        env: {
          ...process.env,
          RUNNER_TEMP: folder,
          GITHUB_OUTPUT: file,
          PERIGEE_PORT: '0',
          PERIGEE_OPTIONS: options,
        },
      });
      const lines = status === 0 ? readFileSync(file, 'utf8').trim().split('\n') : [];
      const outputs = Object.fromEntries(lines.map((line) => line.split('=')));
      await check({ status, text: `${stdout}${stderr}`, outputs });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

test(
  'the action starts a node that goes on after its step',
  runAction('--shards 2', async ({ status, text, outputs }) => {
    assert.equal(status, 0, text);
    const { url = '', pid = '' } = outputs;
    try {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status', params: [] });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body });
      const { result } = (await response.json()) as { result: { chain_id: string } };
      assert.equal(result.chain_id, 'localnet');
    } finally {
      process.kill(Number(pid));
    }
  }),
);

test(
  'the action fails with the reason if the node does not start',
  runAction('--shardz 2', ({ status, text }) => {
    assert.equal(status, 1);
    assert.match(text, /no option --shardz/);
    assert.match(text, /^::error::/m);
  }),
);
