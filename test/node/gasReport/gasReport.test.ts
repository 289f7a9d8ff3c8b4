// The gas report: counted over a chain in memory and compared with sums of its outcomes, and as the
// table that the program prints.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatGasReport } from '../../../src/node/gasReport/formatGasReport.ts';
import { GasReport } from '../../../src/node/gasReport/gasReport.ts';
import {
  ALICE,
  BOB,
  callAction,
  createLocalChain,
  signTransaction,
} from '../../chain/localChain.ts';
import { startNodeProcess } from '../../support/runningNode.ts';
import { storageContract } from '../../support/storageContract.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';

async function createBusyChain() {
  const local = createLocalChain();
  await local.controls.run({
    kind: 'patchState',
    patches: [{ kind: 'SetCode', value: { accountId: BOB, code: storageContract } }],
  });
  const report = new GasReport(local.chain.stored);
  for (const [method, args] of [
    ['put', 'a'],
    ['put', 'a longer text'],
    ['put', 'the longest text of all'],
    ['missing', ''],
  ] as const) {
    local.producer.submit(signTransaction(local, ALICE, BOB, [callAction(method, args)]));
    await local.controls.run({ kind: 'mine', blocks: 4 });
  }
  return { local, report };
}

test('every receipt counts, and the parts of a row add up to its total', async () => {
  const { local, report } = await createBusyChain();
  const view = report.view();
  assert.equal(view.transactions, 4);
  assert.equal(view.toHeight, local.chain.head.block.header.lite.height);
  const { stored } = local.chain;
  let total = 0n;
  for (let height = view.fromHeight; height <= view.toHeight; height++) {
    const hash = stored.hashAt(height);
    assert.ok(hash !== null);
    for (const id of stored.outcomeIds(hash, 0))
      total += stored.outcome(id)?.outcome.gasBurnt ?? 0n;
  }
  assert.equal(view.total, total);
  const rows = new Map(view.rows.map((row) => [row.methodName, row]));
  const put = rows.get('put');
  assert.ok(put !== undefined);
  assert.deepEqual([put.accountId, put.calls, put.failures], [BOB, 3, 0]);
  assert.ok(put.min < put.median && put.median < put.max);
  assert.equal(put.min + put.median + put.max, put.total);
  const { wasm, hostFunctions, actions } = put.parts;
  assert.equal(wasm + hostFunctions + actions, put.total);
  assert.deepEqual([rows.get('missing')?.calls, rows.get('missing')?.failures], [1, 1]);
  assert.deepEqual(report.view(), view, 'a second call counts nothing twice');
});

test('names beyond a limit are counted together', async () => {
  const { local } = await createBusyChain();
  const { stored } = local.chain;
  const report = new GasReport(stored, 1);
  for (const method of ['get', 'missing', 'other', 'get']) {
    local.producer.submit(signTransaction(local, ALICE, BOB, [callAction(method)]));
    await local.controls.run({ kind: 'mine', blocks: 4 });
  }
  const { rows, transactions } = report.view();
  assert.equal(transactions, 4);
  const named = rows.map(({ accountId, methodName, calls }) => [accountId, methodName, calls]);
  assert.deepEqual(named.sort(), [
    [BOB, 'get', 2],
    ['system', '(others)', 2],
  ]);
});

test('reverted blocks do not count', async () => {
  const { local, report } = await createBusyChain();
  const before = report.view();
  const { id } = await local.controls.run({ kind: 'snapshot' });
  local.producer.submit(signTransaction(local, ALICE, BOB, [callAction('get')]));
  await local.controls.run({ kind: 'mine', blocks: 4 });
  assert.equal(report.view().transactions, before.transactions + 1);
  await local.controls.run({ kind: 'revert', id });
  report.restart();
  assert.deepEqual(report.view(), before);
  await local.controls.run({ kind: 'reset' });
  report.restart();
  assert.deepEqual(report.view().rows, []);
});

test('the table is in Tgas, with shares of the parts', () => {
  const row = {
    accountId: 'a.near',
    methodName: 'put',
    calls: 2,
    failures: 1,
    min: 1_234_000_000_000n,
    median: 1_234_000_000_000n,
    max: 10_000_000_000_000n,
    total: 11_234_000_000_000n,
    parts: { wasm: 1_123_400_000_000n, hostFunctions: 0n, actions: 10_110_600_000_000n },
  };
  const report = { fromHeight: 1, toHeight: 9, transactions: 3, total: 12_000_000_000_000n };
  assert.equal(
    formatGasReport({ ...report, rows: [row] }),
    [
      'Gas of blocks 1 to 9: 3 transactions burnt 12.00 Tgas with all their receipts. In Tgas:',
      '',
      'contract  function  calls  failed   min  median    max  Wasm  host  actions',
      'a.near    put           2       1  1.23    1.23  10.00  10 %   0 %     90 %',
      '',
    ].join('\n'),
  );
  assert.match(formatGasReport({ ...report, rows: [] }), /No contract was called\.\n$/);
});

test('the program prints the report when it stops', async () => {
  const node = startNodeProcess(createTemporaryFolder(), '--gas-report');
  await node.listening();
  const { code, stdout } = await node.kill('SIGTERM');
  assert.equal(code, 0);
  assert.match(stdout, /Gas of blocks \d+ to \d+: 0 transactions/);
});
