// Stacks of failed calls with source places: a contract in Rust with near-sdk and one in
// AssemblyScript, run as they are deployed, with the files of their builds in a folder. Lines are
// those of `test/symbols/contracts`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { createContractDescriber } from '../../../src/execution/debugInfo/contractDescriber.ts';
import type { DescribeStack } from '../../../src/runtime/contracts/describeStack.ts';
import { formatStack } from '../../../src/symbols/stackFrame.ts';
import { WasmLayout } from '../../../src/symbols/wasmLayout.ts';
import {
  SECTION_CODE,
  SECTION_CUSTOM,
  SECTION_DATA,
} from '../../../src/vm/wasm/format/sectionIds.ts';
import { SNAPSHOT } from '../../support/protocol.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';
import { readBuilt } from '../../symbols/support/builtContracts.ts';
import { runModule } from '../../vm/support/runModule.ts';
import * as w from '../../vm/support/wasmBytes.ts';

const LEDGER = readBuilt('ledger.wasm');
const COUNTER = readBuilt('counter.wasm');
const LINES = readBuilt('ledger.lines.wasm');
const DEPS = 'target/wasm32-unknown-unknown/release/deps';

/** A folder with some files. */
function folderWith(files: Readonly<Record<string, Uint8Array>>): string {
  const folder = createTemporaryFolder();
  for (const [name, bytes] of Object.entries(files)) writeInto(folder, name, bytes);
  return folder;
}

function writeInto(folder: string, name: string, bytes: Uint8Array): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

const describerOf = (folder?: string): DescribeStack =>
  createContractDescriber({ folder }).describeStack;

/** The lines of a failed call's stack. */
function fail(describer: DescribeStack, code: Uint8Array, method: string, amount = 5): string[] {
  const input = utf8ToBytes(`{"amount":${amount}}`);
  const { outcome } = runModule(code, method, { input, attachedDeposit: 0n });
  assert.ok(outcome.aborted !== null, method);
  const contract = { hash: sha256(code), read: () => code };
  return formatStack(describer({ protocol: SNAPSHOT, code: contract, stack: outcome.wasmStack }));
}

/** Without the line that says how much is not shown. */
const placesOf = (lines: readonly string[]) => lines.filter((line) => line.startsWith('at '));

const FILE = '/ledger/src/lib.rs';
/** The macro of the SDK makes the exported methods. */
const exported = (method: string) => `at ${method} (${FILE}:12:1)`;
const inMethod = (method: string, place: string) => [
  `at ${method} (${FILE}:${place}), inlined`,
  exported(method),
];

const LEDGER_FAILURES: readonly (readonly [string, string, readonly string[], number?])[] = [
  [
    'an overflow three calls deep, one of them inlined',
    'pay',
    [
      `at debit (${FILE}:61:5), inlined`,
      `at ledger::settle (${FILE}:56:5)`,
      `at pay (${FILE}:16:9), inlined`,
      exported('pay'),
    ],
  ],
  ['an expectation', 'expect_absent', inMethod('expect_absent', '20:35')],
  ['a requirement', 'require_more', inMethod('require_more', '24:9')],
  ['a trap', 'trap', inMethod('trap', '29:9')],
  ['an error of a host function', 'host_error', inMethod('host_error', '34:9')],
  ['gas that runs out', 'spin', inMethod('spin', '40:19')],
  [
    'a division by zero behind an indirect call',
    'choose',
    [`at ledger::half (${FILE}:83:5)`, ...inMethod('choose', '50:9')],
    0,
  ],
];

describe('a contract in Rust', () => {
  const describer = describerOf(folderWith({ [`${DEPS}/ledger.wasm`]: LINES }));
  for (const [name, method, expected, amount] of LEDGER_FAILURES) {
    it(name, () => {
      assert.deepEqual(placesOf(fail(describer, LEDGER, method, amount)), expected);
    });
  }

  it('a stack that overflows: where it began to recurse is known, and runs are one line', () => {
    const [first, second = '', ...others] = fail(describer, LEDGER, 'recurse');
    assert.equal(first, `at ledger::dig (${FILE}:74)`);
    assert.match(second, /^at ledger::dig \(\/ledger\/src\/lib\.rs:78:5\), \d+ times$/);
    assert.deepEqual(others, []);
  });

  it('the report of a panic is left out', () => {
    assert.match(fail(describer, LEDGER, 'pay').at(-1) ?? '', /^\(\d+ inner frames of libraries/);
  });

  it('debug information in the code itself needs no folder', () => {
    const lines = placesOf(fail(describerOf(), LINES, 'trap'));
    assert.deepEqual(lines, inMethod('trap', '29:9'));
  });

  it('of DWARF version 5', () => {
    const newer = describerOf(folderWith({ 'a.wasm': readBuilt('ledger.lines5.wasm') }));
    for (const [name, method, expected, amount] of LEDGER_FAILURES) {
      assert.deepEqual(placesOf(fail(newer, LEDGER, method, amount)), expected, name);
    }
  });

  it('without debug information there are names', () => {
    const lines = fail(describerOf(), LEDGER, 'pay');
    assert.deepEqual(placesOf(lines), ['at ledger::settle', 'at pay']);
  });
});

describe('a contract in AssemblyScript', () => {
  const folder = folderWith({
    'counter.wasm': COUNTER,
    'counter.wasm.map': readBuilt('counter.wasm.map'),
  });

  it('has lines from its source map', () => {
    const describer = describerOf(folder);
    assert.deepEqual(fail(describer, COUNTER, 'trap'), ['at trap (counter.ts:12:3)']);
    assert.deepEqual(fail(describer, COUNTER, 'count'), [
      'at wasm-function[2] (counter.ts:30:3)',
      'at count (counter.ts:25:18)',
    ]);
  });

  it('with near-sdk-as: a failed assertion three calls deep, with names and lines', () => {
    const bank = readBuilt('bank.wasm');
    const files = { 'bank.wasm': bank, 'bank.wasm.map': readBuilt('bank.wasm.map') };
    const describer = describerOf(folderWith(files));
    assert.deepEqual(fail(describer, bank, 'pay', 50), [
      'at bank/debit (bank.ts:19:29)',
      'at bank/settle (bank.ts:15:9)',
      'at bank/__wrapper_pay (bank.ts:7:10)',
    ]);
  });

  it('a source map that cannot be read is ignored', () => {
    for (const text of ['', '{}', '[]', '{"version":3,"sources":[],"mappings":"?"}', 'null']) {
      const broken = folderWith({ 'c.wasm': COUNTER, 'c.wasm.map': utf8ToBytes(text) });
      assert.deepEqual(fail(describerOf(broken), COUNTER, 'trap'), ['at trap'], text);
    }
  });
});

/** A module with some of its sections changed; null leaves one out. */
function changeSections(
  bytes: Uint8Array,
  change: (id: number, name: string, content: Uint8Array) => Uint8Array | null,
): Uint8Array {
  const parts = new WasmLayout(bytes).sections.flatMap(({ id, name, start, end }) => {
    const content = change(id, name, bytes.subarray(start, end));
    if (content === null) return [];
    const named = id === SECTION_CUSTOM ? w.text(name) : [];
    return [...w.section(id, [...named, ...content])];
  });
  return Uint8Array.from([...w.HEADER, ...parts]);
}

const changeLastByte = (content: Uint8Array) => {
  const changed = content.slice();
  changed[changed.length - 1]! ^= 1;
  return changed;
};

describe('files that match by degree', () => {
  const withoutNames = changeSections(LEDGER, (id, _, content) =>
    id === SECTION_CUSTOM ? null : content,
  );
  const trap = inMethod('trap', '29:9');

  it('all code equal', () => {
    const describer = describerOf(folderWith({ 'x.wasm': LINES }));
    assert.deepEqual(placesOf(fail(describer, withoutNames, 'trap')), trap);
  });

  it('functions of the same lengths, with other data', () => {
    const other = changeSections(LINES, (id, _, content) =>
      id === SECTION_DATA ? changeLastByte(content) : content,
    );
    const describer = describerOf(folderWith({ 'x.wasm': other }));
    assert.deepEqual(placesOf(fail(describer, withoutNames, 'trap')), trap);
  });

  it('as many functions, one of them longer: names only', () => {
    const longer = withLongerFunction(LINES);
    const describer = describerOf(folderWith({ 'x.wasm': longer }));
    const lines = placesOf(fail(describer, withoutNames, 'pay'));
    assert.deepEqual(lines, ['at ledger::settle', 'at pay']);
  });

  it('another program: nothing', () => {
    const describer = describerOf(folderWith({ 'x.wasm': COUNTER }));
    const lines = placesOf(fail(describer, withoutNames, 'trap'));
    assert.deepEqual(lines, ['at trap']);
  });

  it('stale debug information: names only', () => {
    // As of a tool that has rewritten the code, but not the debug information.
    const stale = withLongerFunction(LINES);
    const lines = placesOf(fail(describerOf(), stale, 'trap'));
    assert.deepEqual(lines, ['at trap']);
  });
});

/** Adds an operator to the first function, so that all others are elsewhere. */
function withLongerFunction(bytes: Uint8Array): Uint8Array {
  const layout = new WasmLayout(bytes);
  const NOP = 0x01;
  const END = 0x0b;
  return changeSections(bytes, (id, _, content) => {
    if (id !== SECTION_CODE) return content;
    const bodies = layout.bodies.map(({ start, end }, index) => {
      const body = [...bytes.subarray(start, end)];
      return w.sized(index === 0 ? [...body.slice(0, -1), NOP, NOP, NOP, END] : body);
    });
    return Uint8Array.from(w.list(bodies));
  });
}

describe('the folder', () => {
  it('is searched again when its files have changed', () => {
    let nowMs = 0;
    const folder = folderWith({});
    const { describeStack: describer } = createContractDescriber({ folder, now: () => nowMs });
    assert.deepEqual(fail(describer, LEDGER, 'trap'), ['at trap']);
    writeInto(folder, `${DEPS}/ledger.wasm`, LINES);
    assert.deepEqual(fail(describer, LEDGER, 'trap'), ['at trap']);
    nowMs += 1_000;
    assert.deepEqual(placesOf(fail(describer, LEDGER, 'trap')), inMethod('trap', '29:9'));
    const path = join(folder, DEPS, 'ledger.wasm');
    writeFileSync(path, COUNTER);
    utimesSync(path, 1, 1);
    nowMs += 1_000;
    assert.deepEqual(fail(describer, LEDGER, 'trap'), ['at trap']);
    rmSync(folder, { recursive: true });
    nowMs += 1_000;
    assert.deepEqual(fail(describer, LEDGER, 'trap'), ['at trap']);
  });

  it('folders of dependencies are not searched', () => {
    const describer = describerOf(folderWith({ 'node_modules/x/ledger.wasm': LINES }));
    assert.deepEqual(fail(describer, LEDGER, 'trap'), ['at trap']);
  });
});

describe('odd files in the folder', () => {
  const trap = inMethod('trap', '29:9');
  const fails = (folder: string) => placesOf(fail(describerOf(folder), LEDGER, 'trap'));

  it('what is no plain file is not opened', () => {
    const folder = folderWith({ 'a.wasm': LINES, 'b.wasm/c.wasm': COUNTER });
    mkdirSync(join(folder, 'd.wasm.map'));
    symlinkSync(folder, join(folder, 'loop'));
    symlinkSync('/dev/zero', join(folder, 'e.wasm'));
    // Reading it would wait for a writer for ever.
    execFileSync('mkfifo', [join(folder, 'a.wasm.map'), join(folder, 'f.wasm')]);
    assert.deepEqual(fails(folder), trap);
  });

  it('what is no module, and what is too large, is not used', () => {
    const folder = folderWith({
      'a.wasm': LINES,
      'cut.wasm': LINES.subarray(0, LINES.length / 2),
      'empty.wasm': new Uint8Array(),
      'noise.wasm': sha256(LINES),
    });
    // Files with holes: they have a length, but take no space.
    for (const name of ['huge.wasm', 'a.wasm.map']) {
      writeInto(folder, name, new Uint8Array());
      truncateSync(join(folder, name), 2 ** 32);
    }
    assert.deepEqual(fails(folder), trap);
  });

  it('a source map with more than any module needs is ignored', () => {
    const parts = { version: 3, sources: ['counter.ts'] };
    const long = JSON.stringify({ ...parts, mappings: 'AAAA,'.repeat(1_000_000) });
    const endless = JSON.stringify({ ...parts, mappings: `${'g'.repeat(1_000)}A` });
    for (const text of [long, endless]) {
      const folder = folderWith({ 'c.wasm': COUNTER, 'c.wasm.map': utf8ToBytes(text) });
      assert.deepEqual(fail(describerOf(folder), COUNTER, 'trap'), ['at trap']);
    }
  });
});

describe('the time for stacks', () => {
  it('is bounded: then there are names only, until time has passed', () => {
    let nowMs = 0;
    // Every look at the clock takes a second.
    const now = () => (nowMs += 1_000);
    const { describeStack: describer } = createContractDescriber({ now });
    const isLocated = () => placesOf(fail(describer, LINES, 'trap')).length === 2;
    const seen = Array.from({ length: 6 }, isLocated);
    assert.equal(seen[0], true);
    assert.equal(seen.at(-1), false);
    nowMs += 100_000;
    assert.equal(isLocated(), true);
  });
});
