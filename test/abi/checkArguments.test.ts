// Arguments against descriptions: every kind of fault, and what is left to the contract.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkArguments } from '../../src/abi/checkArguments.ts';
import { parseAbi } from '../../src/abi/contractAbi.ts';

const schemas = {
  text: { type: 'string' },
  count: { type: 'integer', format: 'uint64' },
  share: { type: 'number' },
  isLoud: { type: 'boolean' },
  list: { type: 'array' },
  map: { type: 'object' },
  mode: { type: 'string', enum: ['on', 'off'] },
  mixed: { type: ['integer', 'string'] },
  note: { type: ['string', 'null'] },
  free: {},
};

function methodWith(name: keyof typeof schemas, kind = 'json') {
  const args = [{ name, type_schema: schemas[name] }];
  const params = { serialization_type: kind, args };
  const document = { body: { functions: [{ name: 'm', kind: 'call', params }] } };
  const { methods } = parseAbi(new TextEncoder().encode(JSON.stringify(document)));
  const method = methods.get('m');
  assert.ok(method !== undefined);
  return method;
}

test('values fit their types or are named', () => {
  const rows: [name: keyof typeof schemas, good: unknown[], bad: unknown[]][] = [
    ['text', ['', 'a'], [1, true, {}, undefined, null]],
    ['count', [0, -1, 2n ** 64n], ['1', 1.5, undefined]],
    ['share', [1, 1.5], ['1']],
    ['isLoud', [true, false], [0, 'true']],
    ['list', [[]], [{}, 'a']],
    ['map', [{}], [[], 'a']],
    ['mode', ['on'], ['no', 1]],
    ['mixed', [1, 'a', true], []],
    ['note', ['a', null, undefined], [1]],
    ['free', [1, 'a', null, undefined], []],
  ];
  for (const [name, good, bad] of rows) {
    const method = methodWith(name);
    for (const value of good)
      assert.deepEqual(checkArguments(method, { [name]: value }), [], `${name} ${value}`);
    for (const value of bad) {
      const [fault, ...others] = checkArguments(method, { [name]: value });
      assert.match(fault ?? '', new RegExp(`^'${name}' is `), `${name} ${value}`);
      assert.deepEqual(others, []);
    }
  }
});

test('unknown names and other forms', () => {
  const method = methodWith('note');
  assert.deepEqual(checkArguments(method, { other: 1 }), ["there is no argument 'other'"]);
  for (const other of [[], 'text', 5, null, undefined]) {
    assert.deepEqual(checkArguments(method, other), ['the arguments are not an object']);
    assert.deepEqual(checkArguments(methodWith('text', 'borsh'), other), []);
  }
});
