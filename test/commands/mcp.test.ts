// `perigee mcp` as an assistant starts it: a process whose standard output has messages alone, and
// that ends with its input or by a signal; with a node of another process or its own.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { releaseAfterTests } from '../support/releases.ts';
import { ALICE, NodeProcess, startTestNode } from '../support/runningNode.ts';

const PROGRAM = fileURLToPath(new URL('../support/perigeeProcess.js', import.meta.url));

/** A started server: `call` calls a tool, and returns its text. */
function startMcp(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'mcp', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  releaseAfterTests(async () => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const call = async (name: string, toolArgs: object = {}) => {
    const params = { name, arguments: toolArgs };
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value } = await lines.next();
    return JSON.parse(value ?? assert.fail(stderr)).result.content[0].text as string;
  };
  return { child, call, lines, stderr: () => stderr };
}

test('it serves the node at --url until its input ends', async () => {
  const node = await startTestNode();
  const { child, call, lines, stderr } = startMcp('--url', node.rpc.url);
  assert.match(await call('view_account', { account_id: ALICE }), /10000 NEAR/);
  child.stdin.end();
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
  assert.equal((await lines.next()).done, true);
  assert.match(stderr(), /^perigee mcp: tools for http:\S+, until standard input ends\n$/);
});

test('requests are answered even if the input has ended, as in a pipe', async () => {
  const node = await startTestNode();
  const { child, lines } = startMcp('--url', node.rpc.url);
  const params = { name: 'view_account', arguments: { account_id: ALICE } };
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  child.stdin.end(JSON.stringify(request));
  assert.match((await lines.next()).value ?? '', /10000 NEAR/);
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
});

test('with --new-chain it brings a chain of its own, and a signal ends both', async () => {
  const { child, call } = startMcp('--new-chain');
  const { url } = JSON.parse(await call('chain_status')) as { url: string };
  assert.match(await call('mine_blocks', { blocks: 2 }), /"height":\d+/);
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
  await assert.rejects(fetch(`${url}status`));
});

test('with --token it controls a node that has one', async () => {
  const node = await startTestNode({ token: 's3cret' });
  const refused = startMcp('--url', node.rpc.url);
  assert.match(await refused.call('mine_blocks'), /this node has a token/);
  const allowed = startMcp('--url', node.rpc.url, '--token', 's3cret');
  assert.match(await allowed.call('mine_blocks'), /"height":\d+/);
  for (const { child } of [refused, allowed]) child.stdin.end();
});

test('--new-chain and --url exclude each other', async () => {
  const ended = await new NodeProcess(['mcp', '--new-chain', '--url', 'http://127.0.0.1:1']).ended;
  assert.deepEqual([ended.code, ended.stdout], [2, '']);
  assert.match(ended.stderr, /--new-chain brings a chain of its own/);
});
