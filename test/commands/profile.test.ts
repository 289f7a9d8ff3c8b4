// `perigee profile`, `coverage` and `gas-snapshot` as a user runs them, with a contract in Rust.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { NodeProcess, startTestNode } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { readBuilt } from '../symbols/support/builtContracts.ts';

const BOB = 'bob.test.near';
const ARGS = Buffer.from('{"amount":6}').toString('base64');

/** A node whose account bob has the contract, and files in a folder. */
async function startLedgerNode() {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'ledger.wasm'), readBuilt('ledger.lines.wasm'));
  const node = await startTestNode({ debugInfo: folder });
  const send = async (actions: object[], signer: string): Promise<string> => {
    const { transaction } = await node.rpc.call<{ transaction: { hash: string } }>(
      'perigee_impersonate',
      { signer_id: signer, receiver_id: BOB, actions, wait_until: 'FINAL' },
    );
    return transaction.hash;
  };
  const call = (method_name: string) =>
    send(
      [{ FunctionCall: { method_name, args: ARGS, gas: 20_000_000_000_000, deposit: '0' } }],
      'alice.test.near',
    );
  const run = (...args: string[]) => new NodeProcess([...args, '--url', node.rpc.url]).ended;
  const file = (name: string) => join(folder, name);
  await send(
    [{ DeployContract: { code: Buffer.from(readBuilt('ledger.wasm')).toString('base64') } }],
    BOB,
  );
  return { call, run, file };
}

test('where the gas of a transaction goes, and which lines have run', async () => {
  const { call, run, file } = await startLedgerNode();
  const hash = await call('choose');
  const profile = await run(
    'profile',
    hash,
    '--top',
    '100',
    '--svg',
    file('gas.svg'),
    ...['--speedscope', file('gas.json'), '--collapsed', file('gas.txt')],
  );
  assert.equal(profile.code, 0, profile.stderr);
  assert.match(profile.stdout, /ledger::half +\/ledger\/src\/lib\.rs:82\n/);
  assert.match(readFileSync(file('gas.svg'), 'utf8'), /^<svg .*<\/svg>\n$/s);
  assert.equal(JSON.parse(readFileSync(file('gas.json'), 'utf8')).exporter, 'perigee');
  assert.match(readFileSync(file('gas.txt'), 'utf8'), /;choose;ledger::half \d+\n/);
  const unknown = await run('profile', '11111111111111111111111111111111');
  assert.deepEqual([unknown.code, /doesn't exist/.test(unknown.stderr)], [1, true]);
  assert.equal((await run('profile', hash, '--top', '0')).code, 2);

  const coverage = await run('coverage', '--lcov', file('lcov.info'), '--root', '/ledger');
  assert.equal(coverage.code, 0, coverage.stderr);
  assert.match(coverage.stdout, /^1 call has executed:\n\nfile.*\nsrc\/lib\.rs +\d+\/\d+ /s);
  const lcov = readFileSync(file('lcov.info'), 'utf8');
  assert.ok(
    lcov.includes('SF:src/lib.rs\n') && lcov.includes('DA:83,1\n') && lcov.includes('DA:16,0\n'),
  );
  assert.match((await run('coverage', '--to', '1')).stdout, /No receipt has called a contract/);
});

test('a snapshot of gas, and whether calls have changed since', async () => {
  const { call, run, file } = await startLedgerNode();
  await call('choose');
  const snapshot = file('gas');
  const missing = await run('gas-snapshot', '--check', '--file', snapshot);
  assert.deepEqual([missing.code, /cannot be read/.test(missing.stderr)], [2, true]);
  assert.equal((await run('gas-snapshot', '--file', snapshot)).code, 0);
  const text = readFileSync(snapshot, 'utf8');
  assert.match(text, /^bob\.test\.near choose \(calls: 1, min: \d+, median: \d+, max: \d+\)\n$/);
  assert.equal((await run('gas-snapshot', '--check', '--file', snapshot)).code, 0);
  await call('pay');
  const changed = await run('gas-snapshot', '--check', '--file', snapshot);
  assert.deepEqual([changed.code, changed.stdout], [1, 'bob.test.near pay: not in the snapshot\n']);
  const shown = await run('gas-snapshot', '--diff', '--file', snapshot);
  assert.deepEqual([shown.code, shown.stdout], [0, changed.stdout]);
  await run('gas-snapshot', '--file', snapshot);
  const now = readFileSync(snapshot, 'utf8');
  const [, max = ''] = /choose .* max: (\d+)\)/.exec(now) ?? [];
  writeFileSync(snapshot, now.replace(`max: ${max})`, `max: ${Math.round(Number(max) / 1.05)})`));
  const more = await run('gas-snapshot', '--check', '--file', snapshot);
  assert.equal(more.code, 1);
  assert.match(more.stdout, /^bob\.test\.near choose: max \d+ → \d+ \(\+5\.00 %\)\n$/);
  const within = await run('gas-snapshot', '--check', '--tolerance', '5.1', '--file', snapshot);
  assert.deepEqual([within.code, /is as in/.test(within.stdout)], [0, true]);
  assert.equal(
    (await run('gas-snapshot', '--check', '--tolerance', 'x', '--file', snapshot)).code,
    2,
  );
});
