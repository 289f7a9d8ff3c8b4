// Coverage of contracts: counts of lines that were counted by hand, of functions where there is no
// debug information, in several parts, and of recorded chains.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExactJson } from '../../../src/base/json/exactJson.ts';
import { CoverageReport } from '../../../src/trace/coverage/coverageReport.ts';
import { coverBlocks } from '../../../src/trace/coverage/coverBlocks.ts';
import { formatLcov, formatSummary } from '../../../src/trace/coverage/formatCoverage.ts';
import { MergedCoverage } from '../../../src/trace/coverage/mergeCoverage.ts';
import { openReplayedChain } from '../../support/replayedChain.ts';
import { readBuilt } from '../../symbols/support/builtContracts.ts';
import { createContractChain } from '../profile/contractChain.ts';
import { createTraceSource } from '../traceAll.ts';

const WHOLE_CHAIN = { fromHeight: null, toHeight: null };
/** A clock that stands still: there is time for everything. */
const STANDING = () => 0;
const LIB = '/ledger/src/lib.rs';

const cover = (source: Parameters<typeof coverBlocks>[0]): MergedCoverage => {
  const merged = new MergedCoverage();
  const report = coverBlocks(source, WHOLE_CHAIN, STANDING);
  const json = CoverageReport.json(report);
  assert.deepEqual(CoverageReport.parse(parseExactJson(json)), report);
  merged.add(report);
  return merged;
};

const CALLS = [
  ['pay', 5],
  ['pay', 6],
  ['expect_absent', 4],
  ['require_more', 4],
  ['choose', 6],
  ['choose', 8],
  ['choose', 0],
] as const;

/** Line to count, read off the source. Lines without code of their own are missing. */
const LINES: readonly (readonly [number, number])[] = [
  // `contract_source_metadata`, which the SDK adds.
  [6, 0],
  // `pay`, refused in `debit`.
  [15, 2],
  [16, 2],
  [61, 2],
  // `expect_absent`: `find` finds nothing.
  [19, 1],
  [20, 1],
  [66, 1],
  // `require_more`.
  [23, 1],
  [24, 1],
  // `host_error`, `spin`, `recurse` with `dig`: not called.
  ...[34, 39, 45, 74, 75, 78, 79].map((line) => [line, 0] as const),
  // `choose` calls `half`, which divides by zero the third time, so it returns twice.
  [48, 3],
  [50, 3],
  [82, 3],
  [83, 3],
  [84, 2],
];
/** The macro of the SDK, which makes a method for each of the above, and reads their arguments. */
const MACRO_LINE = 12;

async function createLedgerChain(debugFiles: Readonly<Record<string, Uint8Array>>) {
  const chain = await createContractChain(readBuilt('ledger.wasm'), debugFiles);
  for (const [method, amount] of CALLS) {
    await chain.call({ method, args: `{"amount":${amount}}` });
  }
  return chain;
}

test('lines of a contract in Rust, as counted by hand', async () => {
  const { source } = await createLedgerChain({ 'ledger.wasm': readBuilt('ledger.lines.wasm') });
  const { files, calls } = cover(source);
  assert.equal(calls, CALLS.length);
  const [lib, ...others] = files;
  assert.deepEqual(others, []);
  assert.equal(lib?.path, LIB);
  const lines = [...lib.lines].sort(([a], [b]) => a - b);
  assert.deepEqual(
    lines.filter(([line]) => line !== MACRO_LINE),
    [...LINES].sort(([a], [b]) => a - b),
  );
  const functions = new Map([...lib.functions.values()].map(({ name, count }) => [name, count]));
  for (const [name, count] of [
    ['pay', 2],
    ['debit', 2],
    ['choose', 3],
    ['ledger::half', 3],
    ['ledger::find', 1],
    ['ledger::dig', 0],
    ['spin', 0],
  ] as const) {
    assert.equal(functions.get(name), count, name);
  }
});

test('the file in lcov format agrees with itself', async () => {
  const { source } = await createLedgerChain({ 'ledger.wasm': readBuilt('ledger.lines.wasm') });
  const { files } = cover(source);
  const lcov = formatLcov(files).split('\n');
  const fields = (key: string) =>
    lcov.filter((line) => line.startsWith(`${key}:`)).map((line) => line.slice(key.length + 1));
  assert.deepEqual(fields('SF'), [LIB]);
  assert.ok(lcov.includes('DA:83,3') && lcov.includes('DA:84,2') && lcov.includes('DA:34,0'));
  const counts = (key: string, part: number) =>
    fields(key).map((text) => Number(text.split(',')[part]));
  const hit = (numbers: readonly number[]) => numbers.filter((count) => count > 0).length;
  const [lines, functions] = [counts('DA', 1), counts('FNDA', 0)];
  assert.deepEqual(fields('LF'), [`${lines.length}`]);
  assert.deepEqual(fields('LH'), [`${hit(lines)}`]);
  assert.deepEqual(fields('FNF'), [`${functions.length}`]);
  assert.deepEqual(fields('FNH'), [`${hit(functions)}`]);
  const named = (key: string) =>
    new Set(fields(key).map((text) => text.slice(text.indexOf(',') + 1)));
  assert.deepEqual(named('FN'), named('FNDA'));
  assert.equal(named('FN').size, functions.length);
  assert.equal(lcov.at(-2), 'end_of_record');
  const summary = formatSummary(files);
  assert.match(summary, new RegExp(`${LIB} +${hit(lines)}/${lines.length} +\\d+\\.\\d %`));
});

test('functions of a contract without debug information', async () => {
  const { source } = await createLedgerChain({});
  const { files } = cover(source);
  assert.equal(files.length, 1);
  assert.match(files[0]?.path ?? '', /^bob\.test\.near\/[1-9A-HJ-NP-Za-km-z]+\.wasm$/);
  const { functions, lines } = files[0]!;
  assert.equal(lines.size, 0);
  assert.equal(functions.get('ledger::half')?.count, 3);
  assert.equal(functions.get('ledger::settle')?.count, 2);
  assert.equal(functions.get('ledger::dig')?.count, 0);
  assert.match(formatLcov(files), /\nFNF:\d+\nFNH:\d+\nLF:0\nLH:0\nend_of_record\n$/);
});

test('lines of a contract in AssemblyScript', async () => {
  const chain = await createContractChain(readBuilt('counter.wasm'), {
    'counter.wasm': readBuilt('counter.wasm'),
    'counter.wasm.map': readBuilt('counter.wasm.map'),
  });
  await chain.call({ method: 'count' });
  await chain.call({ method: 'trap' });
  const [file, ...others] = cover(chain.source).files;
  assert.deepEqual([file?.path, others], ['counter.ts', []]);
  const counts = [8, 12, 16, 25, 26, 30].map((line) => file?.lines.get(line));
  // The memory begins with zeros, so the value is 3: line 25 calls `panic`, which does not return.
  assert.deepEqual(counts, [1, 1, 0, 1, 0, 1]);
});

test('as many blocks as there is time for, then the rest', async () => {
  const { source, chain } = await createLedgerChain({});
  const head = chain.stored.head().height;
  const whole = new MergedCoverage();
  whole.add(coverBlocks(source, WHOLE_CHAIN, STANDING));
  const parts = new MergedCoverage();
  let next: number | null = 1;
  let reports = 0;
  while (next !== null) {
    let nowMs = 0;
    const report = coverBlocks(source, { fromHeight: next, toHeight: null }, () => (nowMs += 600));
    parts.add(report);
    assert.equal(report.nextHeight, report.toHeight < head ? report.toHeight + 1 : null);
    next = report.nextHeight;
    reports++;
  }
  assert.ok(reports >= head / 2 - 1, `${reports} reports of ${head} blocks`);
  assert.deepEqual(parts.files, whole.files);
  const none = coverBlocks(source, { fromHeight: head + 5, toHeight: head + 9 }, STANDING);
  assert.deepEqual([none.contracts, none.nextHeight], [[], null]);
});

test('counted receipts of a recorded chain come out as recorded', async () => {
  const { chain } = await openReplayedChain('tour', Number.POSITIVE_INFINITY);
  const { calls, files } = cover(createTraceSource(chain));
  const functions = files.flatMap((file) => [...file.functions.values()]);
  const hit = functions.filter(({ count }) => count > 0).length;
  assert.deepEqual([calls, hit, functions.length], [130, 29, 31]);
});
