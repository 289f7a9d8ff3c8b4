// Short runs of the benchmark itself, with real nodes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { keyFromSeed } from '../../src/base/crypto/keys.ts';
import type { Bench } from '../../src/benchmark/bench.ts';
import { generateLoad } from '../../src/benchmark/loadGenerator.ts';
import { type MeasuredNode, withNode } from '../../src/benchmark/measuredNode.ts';
import type { Measurement } from '../../src/benchmark/measurement.ts';
import { runBenchmarks, type SectionName } from '../../src/benchmark/runBenchmarks.ts';

const PROGRAM = fileURLToPath(new URL('../support/perigeeProcess.js', import.meta.url));

interface ShortRun {
  readonly rows: readonly Measurement[];
  readonly said: readonly string[];
}

/** Measures a node next to another. */
async function run(
  sections: readonly SectionName[],
  settings: Partial<Bench> = {},
): Promise<ShortRun> {
  const rows: Measurement[] = [];
  const said: string[] = [];
  const createBench = (other: MeasuredNode): Bench => ({
    program: PROGRAM,
    other,
    otherKey: null,
    processes: [1],
    shards: [1],
    runs: 1,
    scale: 1,
    chains: null,
    wantedRows: [''],
    workers: 0,
    connections: [2],
    loadMs: 20,
    generateLoad,
    recording: null,
    report: (row) => rows.push(row),
    say: (sentence) => said.push(sentence),
    ...settings,
  });
  await withNode(PROGRAM, [], (other) => runBenchmarks(createBench(other), sections));
  return { rows, said };
}

test('the reads of two nodes are measured in turn, and omissions are reported', async () => {
  const { rows, said } = await run(['reads', 'replay'], { runs: 3 });
  const find = (what: string) => rows.find((row) => row.what === what);
  for (const what of ['tx', 'query call_function', 'block']) {
    assert.ok(Number.isFinite(find(`${what}, 2 connections`)?.value), what);
  }
  assert.ok(Number.isFinite(find('block, 2 connections')?.against));
  // The other chain has no transaction to request.
  assert.equal(find('tx, 2 connections')?.against, undefined);
  assert.deepEqual(said, ['replay is left out: --recording names the folder of a recording']);
});

const ACCOUNT_ID = 'alice.test.near';
const OTHER_KEY = { accountId: ACCOUNT_ID, secretKey: keyFromSeed('ed25519', ACCOUNT_ID) };

test('distinct fills the other chain too if it has a key, and measures all questions', async () => {
  const { rows, said } = await run(['distinct'], { otherKey: OTHER_KEY });
  assert.deepEqual(
    said.filter((sentence) => sentence.includes('left out')),
    [],
  );
  for (const { what, value, against, detail, againstDetail } of rows) {
    assert.ok((value ?? 0) > 0 && (against ?? 0) > 0, what);
    assert.ok(detail !== undefined && againstDetail !== undefined, what);
    assert.ok(detail.p99Ms >= detail.medianMs, what);
  }
  assert.deepEqual(
    rows.map(({ what }) => what),
    [
      ...['EXPERIMENTAL_tx_status', 'tx', 'EXPERIMENTAL_light_client_proof', 'block', 'chunk'],
      ...['EXPERIMENTAL_changes', 'EXPERIMENTAL_light_client_block_proof', 'view_account'],
      ...['view_account at old heights', 'view_access_key_list', 'call_function', 'gas_price'],
    ].map((name) => `${name}, 2 connections`),
  );
});

test('distinct does not send transactions to a node without a key', async () => {
  const { rows, said } = await run(['distinct'], { wantedRows: ['gas_price', 'call_function'] });
  assert.ok(said.some((sentence) => sentence.startsWith('the other chain is not changed')));
  assert.deepEqual(
    rows.map(({ what, against }) => [what, against]),
    [
      ['call_function, 2 connections', undefined],
      ['gas_price, 2 connections', undefined],
    ],
  );
});

test('mixed reads from both nodes while transactions arrive, if there is a key', async () => {
  const { rows } = await run(['mixed'], { otherKey: OTHER_KEY, loadMs: 300 });
  assert.deepEqual(
    rows.map(({ what, unit }) => [what, unit]),
    [
      ['reads, 2 connections', 'requests/s'],
      ['a transfer until executed, beside 2 connections', 'ms'],
    ],
  );
  for (const { what, value, against } of rows) {
    assert.ok((value ?? 0) > 0 && (against ?? 0) > 0, what);
  }
});

test('compute calls the same method of both nodes', async () => {
  const { rows } = await run(['compute'], { otherKey: OTHER_KEY, wantedRows: ['fib'] });
  assert.deepEqual(
    rows.map(({ what }) => what),
    ['fib 27'],
  );
  assert.ok((rows[0]?.value ?? 0) > 0 && (rows[0]?.against ?? 0) > 0);
});
