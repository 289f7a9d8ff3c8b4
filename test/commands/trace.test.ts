// `perigee trace` as a user runs it: the tree, JSON, and what is refused.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { NodeProcess, startTestNode } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

test('a transfer as a tree, as JSON, and a transaction that does not exist', async () => {
  const node = await startTestNode();
  const { transaction } = await node.rpc.call<{ transaction: { hash: string } }>(
    'perigee_impersonate',
    {
      signer_id: 'alice.test.near',
      receiver_id: 'bob.test.near',
      actions: [{ Transfer: { deposit: '1' } }],
      wait_until: 'FINAL',
    },
  );
  const { hash } = transaction;
  const run = (...args: string[]) =>
    new NodeProcess(['trace', ...args, '--url', node.rpc.url]).ended;

  const tree = await run(hash);
  assert.equal(tree.code, 0, tree.stderr);
  assert.match(tree.stdout, /^success alice\.test\.near → bob\.test\.near/);
  assert.match(tree.stdout, /bob\.test\.near Transfer deposit: 1 yoctoNEAR block \d+\n/);
  assert.ok(!tree.stdout.includes('\u001b'), 'no colours in a file');

  const json = await run(hash, '--level', 'receipts', '--json', '-');
  const trace = JSON.parse(json.stdout);
  assert.deepEqual([trace.transaction_hash, trace.level], [hash, 'receipts']);
  const file = join(createTemporaryFolder(), 'trace.json');
  await run(hash, '--level', 'receipts', '--json', file);
  assert.equal(readFileSync(file, 'utf8'), json.stdout);

  const unknown = await run('11111111111111111111111111111111');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /^perigee: .*doesn't exist/);
  const wrong = await run(hash, '--level', 'everything');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /--level is one of receipts, calls, host, not 'everything'/);
});
