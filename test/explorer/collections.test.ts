// Stored keys as the collections of near-sdk write them, and keys that only look like them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../explorer/format/bytes.ts';
import { nameKeys } from '../../explorer/format/collections.ts';
import { concatBytes, u32Le, u64Le } from '../../src/base/bytes/bytes.ts';

const join = (...parts: (string | Uint8Array)[]) =>
  concatBytes(...parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part)));
const text = (value: string) => join(u32Le(value.length), value);
const HASH = new Uint8Array(32).fill(0xab);

function describe(keys: readonly Uint8Array[]): string[] {
  return nameKeys(keys).keys.map(({ name, part, entry }) => `${name}/${part ?? ''}/${entry}`);
}

test('what belongs to one collection has one name', () => {
  const cases: [what: string, keys: Uint8Array[], names: string[]][] = [
    [
      'UnorderedMap',
      [join('ai', text('bob')), join('ak', u64Le(0n)), join('av', u64Le(0n))],
      ['a/indices/"bob"', 'a/keys/0', 'a/values/0'],
    ],
    [
      'UnorderedSet',
      [join('se', u64Le(0n)), join('si', text('bob'))],
      ['s/elements/0', 's/indices/"bob"'],
    ],
    [
      'store::IterableMap',
      [join('mm', HASH), join('mv', u32Le(3))],
      [`m/entries/${'ab'.repeat(32)}`, 'm/values/3'],
    ],
    ['LookupMap', [join('l', text('bob')), join('l', text('al'))], ['l//"bob"', 'l//"al"']],
    ['Vector', [join('v', u64Le(0n)), join('v', u64Le(1n))], ['v//0', 'v//1']],
    ['values without keys', [join('av', u64Le(0n))], ['av//0']],
    ['STATE', [join('STATE')], ['STATE//']],
    [
      'a prefix of bytes',
      [join(Uint8Array.of(1, 2), 'k', u64Le(0n)), join(Uint8Array.of(1, 2), 'v', u64Le(0n))],
      ['0x0102/keys/0', '0x0102/values/0'],
    ],
  ];
  for (const [what, keys, names] of cases) assert.deepEqual(describe(keys), names, what);
});

test('collections are counted', () => {
  const keys = [join('STATE'), join('l', text('bob')), join('l', text('al')), join('v', u64Le(0n))];
  assert.deepEqual(nameKeys(keys).collections, [
    { name: 'l', count: 2 },
    { name: 'v', count: 1 },
  ]);
  assert.deepEqual(nameKeys([]).collections, []);
});
