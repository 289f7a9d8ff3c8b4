// A codec whose values keep their bytes writes the same as the underlying codec, at any position,
// the first time and later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Codec, decode, encode, keepingBytes } from '../../src/codec/codec.ts';
import { string, u64, vec } from '../../src/codec/primitives.ts';
import { struct } from '../../src/codec/struct.ts';

const plain = struct({ name: string, parts: vec(u64) });
let writes = 0;
const counted: Codec<{ name: string; parts: readonly bigint[] }> = {
  ...plain,
  write: (writer, value) => {
    writes++;
    plain.write(writer, value);
  },
};
const kept = keepingBytes(counted);
const a = { name: 'a', parts: [1n, 2n] };
const b = { name: 'longer', parts: [] };

test('bytes are those of the underlying codec, and are encoded once', () => {
  for (const value of [a, b, a]) assert.deepEqual(encode(kept, value), encode(plain, value));
  assert.deepEqual(encode(vec(kept), [b, a, b]), encode(vec(plain), [b, a, b]));
  assert.equal(writes, 2);
});

test('an equal but separate value is encoded again, and everything reads back', () => {
  const before = writes;
  const bytes = encode(vec(kept), [{ ...a }, b]);
  assert.equal(writes, before + 1);
  assert.deepEqual(decode(vec(kept), bytes), [a, b]);
});
