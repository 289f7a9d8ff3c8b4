// The program itself, run as a user runs it: what it prints to which stream, and its exit code.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { readCommit } from '../../scripts/commit.js';
import { PERIGEE_VERSION } from '../../src/base/version.ts';
import { repositoryPath } from '../support/repository.ts';

const PROGRAM = repositoryPath('bin/perigee.js');

function runProgram(...args: string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
}

/** The form that the reference's test suite reads the protocol version from. */
const VERSION = new RegExp(
  `^perigee ${PERIGEE_VERSION} \\(commit (unknown|[0-9a-f]{40}(-modified)?)\\) ` +
    '\\(node [^)]+\\) \\(min_protocol 84\\) \\(protocol 88\\)\\n$',
);

test('version and help go to standard output', () => {
  const table: [args: string[], pattern: RegExp][] = [
    [['--version'], VERSION],
    [['-v'], VERSION],
    [['-V'], VERSION],
    [['--help'], /A chain on this machine:\n {2}start/],
    [['help'], /A chain on this machine:\n {2}start/],
    [['help', 'replay'], /Usage: perigee replay DIR/],
    [['start', '--help'], /--port PORT/],
    [['replay', '-h'], /Usage: perigee replay DIR/],
  ];
  for (const [args, pattern] of table) {
    const { status, stdout, stderr } = runProgram(...args);
    assert.equal(stderr, '', args.join(' '));
    assert.match(stdout, pattern);
    assert.equal(status, 0);
  }
});

test('a wrong command line ends with one sentence and exit code 2', () => {
  for (const args of [['fly'], ['start', '--wings'], ['start', '--port', 'x'], ['replay']]) {
    const { status, stdout, stderr } = runProgram(...args);
    assert.equal(stdout, '', args.join(' '));
    assert.match(stderr, /^perigee: [^\n]+\.\n$/);
    assert.equal(status, 2);
  }
});

test('the bundled program loads what it needs late, in every thread', async () => {
  const args = [PROGRAM, 'start', '--in-memory', '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let output = '';
    let url: string | undefined;
    while (url === undefined) {
      const [data] = (await once(child.stdout, 'data')) as [Buffer];
      output += data.toString();
      url = /RPC +(http:[^\s"]+)/.exec(output)?.[1];
    }
    const status = await fetch(`${url}/status`);
    const { version } = (await status.json()) as { version: Record<string, string> };
    assert.equal(version.rustc_version, `node ${process.versions.node}`);
    assert.ok(runProgram('--version').stdout.includes(`(commit ${version.commit})`));
    const isCheckout = readCommit(repositoryPath('.')) !== 'unknown';
    assert.ok(!isCheckout || version.commit !== 'unknown', 'the commit of a checkout is known');
    const metrics = await (await fetch(`${url}/metrics`)).text();
    assert.match(metrics, /^near_block_height_head \d/m);
    const view = await fetch(`${url}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        method: 'query',
        params: {
          request_type: 'call_function',
          account_id: 'alice.test.near',
          method_name: 'none',
          args_base64: '',
          finality: 'final',
        },
      }),
    });
    assert.match(await view.text(), /CodeDoesNotExist|NO_CONTRACT_CODE|CompilationError/);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/events`);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    socket.close();
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  assert.equal(child.exitCode, 0);
});
