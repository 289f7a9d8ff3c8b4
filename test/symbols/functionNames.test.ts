// Names of functions in stack traces: from the name section, the exports or the number, and never a
// failure, whatever the section contains.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_ZERO } from '../../src/base/crypto/hash.ts';
import { nameStack } from '../../src/runtime/contracts/describeStack.ts';
import type { ContractCode } from '../../src/vm/moduleCache.ts';
import { PROTOCOL } from '../support/protocol.ts';
import * as w from '../vm/support/wasmBytes.ts';

const FUNCTION_NAMES = 1;
const LOCAL_NAMES = 2;

function nameFunctions(code: ContractCode | null, indexes: readonly number[]): string[] {
  const frames = indexes.map((index) => ({ index, offset: 0 }));
  const stack = { reusableForm: null, functionShift: 0, functionCount: 50_000, frames };
  return nameStack({ protocol: PROTOCOL, code, stack }).map((frame) => frame.function);
}

function moduleWith(...sections: w.Bytes[]) {
  const code = w.wasm(
    w.types(w.type()),
    w.functions(0, 0, 0),
    w.exports([...w.text('memory'), 2, 0], w.exportFunction('main', 0), w.exportFunction('two', 2)),
    w.bodies(w.body([]), w.body([]), w.body([])),
    ...sections,
  );
  return { hash: HASH_ZERO, read: () => code };
}

const nameMap = (...names: [number, string][]) =>
  w.section(
    FUNCTION_NAMES,
    w.list(names.map(([index, name]) => [...w.unsigned(index), ...w.text(name)])),
  );

test('named, exported and nameless functions', () => {
  const code = moduleWith(
    w.custom('producers', [1, 2, 3]),
    w.custom('name', [
      ...w.section(0, w.text('module')),
      ...nameMap([0, '_ZN8contract4main17h0123456789abcdefE'], [1, 'core::panicking::panic']),
      ...w.section(LOCAL_NAMES, [9, 9]),
    ]),
  );
  assert.deepEqual(nameFunctions(code, [1, 0, 2, 7]), [
    'core::panicking::panic',
    'contract::main',
    'two',
    'wasm-function[7]',
  ]);
});

test('long names are cut', () => {
  const code = moduleWith(w.custom('name', nameMap([0, 'x'.repeat(5000)])));
  assert.deepEqual(nameFunctions(code, [0]), [`${'x'.repeat(200)}…`]);
});

test('a malformed section is ignored', () => {
  for (const content of [[], [FUNCTION_NAMES], [FUNCTION_NAMES, 9, 1], w.section(1, [3, 0, 200])]) {
    const code = moduleWith(w.custom('name', content));
    assert.deepEqual(nameFunctions(code, [0, 1]), ['main', 'wasm-function[1]']);
  }
});

test('names beyond those that a contract can have are not read', () => {
  const last = 25_000;
  const names = Array.from({ length: last + 1 }, (_, index): [number, string] => [index, 'n']);
  const code = moduleWith(w.custom('name', nameMap(...names)));
  assert.deepEqual(nameFunctions(code, [10_000, last]), ['n', `wasm-function[${last}]`]);
});

test('nothing is read without need', () => {
  const read = () => assert.fail('the code is read');
  assert.deepEqual(nameFunctions({ hash: HASH_ZERO, read }, []), []);
  assert.deepEqual(nameFunctions(null, [1]), []);
  assert.deepEqual(nameFunctions({ hash: HASH_ZERO, read: () => null }, [1]), []);
});
