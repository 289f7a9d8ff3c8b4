// A short run of the benchmark itself, with real nodes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateLoad } from '../../src/benchmark/loadGenerator.ts';
import { withNode } from '../../src/benchmark/measuredNode.ts';
import type { Measurement } from '../../src/benchmark/measurement.ts';
import { runBenchmarks } from '../../src/benchmark/runBenchmarks.ts';

const PROGRAM = fileURLToPath(new URL('../support/perigeeProcess.js', import.meta.url));

test('the reads of two nodes are measured in turn, and omissions are reported', async () => {
  const rows: Measurement[] = [];
  const said: string[] = [];
  await withNode(PROGRAM, [], (other) =>
    runBenchmarks(
      {
        program: PROGRAM,
        other,
        workers: 0,
        connections: [2],
        loadMs: 20,
        generateLoad,
        recording: null,
        report: (row) => rows.push(row),
        say: (sentence) => said.push(sentence),
      },
      ['reads', 'replay'],
    ),
  );
  const find = (what: string) => rows.find((row) => row.what === what);
  for (const what of ['tx', 'query call_function', 'block']) {
    assert.ok(Number.isFinite(find(`${what}, 2 connections`)?.value), what);
  }
  assert.ok(Number.isFinite(find('block, 2 connections')?.against));
  // The other chain has no transaction to request.
  assert.equal(find('tx, 2 connections')?.against, undefined);
  assert.deepEqual(said, ['replay is left out: --recording names the folder of a recording']);
});
