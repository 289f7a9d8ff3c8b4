// Round trips of a value in both of its forms, and from its bytes to its text.

import assert from 'node:assert/strict';
import { bytesToHex, hexToBytes } from '../../src/base/bytes/bytes.ts';
import { parseExactJson } from '../../src/base/json/exactJson.ts';
import { BorshReader } from '../../src/codec/borsh.ts';
import { type Codec, decode, encode } from '../../src/codec/codec.ts';
import { showOf } from '../../src/codec/show.ts';

/** Null for a form that the type does not have. */
export interface Forms {
  readonly hex: string | null;
  readonly json: string | null;
}

export function checkForms<T>(codec: Codec<T>, value: T, { hex, json }: Forms): void {
  if (hex !== null) {
    assert.equal(bytesToHex(encode(codec, value)), hex);
    assert.deepEqual(decode(codec, hexToBytes(hex)), value);
  }
  if (json !== null) {
    assert.equal(codec.json(value), json);
    assert.deepEqual(codec.parse(parseExactJson(json)), value);
  }
  if (hex !== null && json !== null) {
    const reader = new BorshReader(hexToBytes(hex));
    assert.equal(showOf(codec)(reader), json);
    reader.end();
  }
}
