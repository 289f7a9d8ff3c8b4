// Every host function of every protocol version has arguments that a trace can decode, as many as
// its Wasm signature has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countNumbers, HOST_ARGUMENTS } from '../../../src/trace/collect/hostArguments.ts';
import { allHostFunctions } from '../../../src/vm/host/hostTable.ts';

test('the arguments of all host functions are known', () => {
  const known = Object.keys(HOST_ARGUMENTS).toSorted();
  assert.deepEqual(known, [...allHostFunctions.keys()].toSorted());
  for (const [name, { type }] of allHostFunctions) {
    const numbers = (HOST_ARGUMENTS[name] ?? []).reduce((sum, arg) => sum + countNumbers(arg), 0);
    assert.equal(numbers, type.params.length, name);
  }
});
