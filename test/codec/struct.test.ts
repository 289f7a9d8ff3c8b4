// Structs: bytes in the declared order, JSON sorted by the names on the wire, and optional fields.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hexToBytes } from '../../src/base/bytes/bytes.ts';
import { JsonFloat } from '../../src/base/json/jsonNumber.ts';
import { BorshError } from '../../src/codec/borsh.ts';
import { type Codec, decode, encode, JsonError, recursive } from '../../src/codec/codec.ts';
import { bounded, option, u8, u16, u64, u128, vec } from '../../src/codec/primitives.ts';
import { camelToSnake, defaulted, omitNull, struct } from '../../src/codec/struct.ts';
import { checkForms } from './roundTrip.ts';

const Point = struct({ yPlace: u8, xPlace: u16 });

describe('a struct', () => {
  it('has its bytes in the declared order and its keys sorted', () => {
    const forms = { hex: '020100', json: '{"x_place":1,"y_place":2}' };
    checkForms(Point, { yPlace: 2, xPlace: 1 }, forms);
  });

  it('may keep the declared order in JSON', () => {
    const declared = struct({ yPlace: u8, xPlace: u16 }, 'declared');
    assert.equal(declared.json({ yPlace: 2, xPlace: 1 }), '{"y_place":2,"x_place":1}');
  });

  it('may be empty', () => {
    checkForms(struct({}), {}, { hex: '', json: '{}' });
  });

  it('ignores keys that it does not know', () => {
    const json = { x_place: 1, y_place: 2, z_place: 3 };
    assert.deepEqual(Point.parse(json), { yPlace: 2, xPlace: 1 });
  });

  it('keeps numbers exact at any depth', () => {
    const codec = struct({ list: vec(struct({ nonce: u64, amount: u128 })) });
    const value = { list: [{ nonce: 2n ** 64n - 1n, amount: 2n ** 128n - 1n }] };
    const json = `{"list":[{"amount":"${2n ** 128n - 1n}","nonce":18446744073709551615}]}`;
    checkForms(codec, value, { hex: `01000000${'ff'.repeat(24)}`, json });
  });

  for (const [name, json, text] of [
    ['a missing key', { x_place: 1 }, 'missing field `y_place`'],
    ['a key in camel case', { xPlace: 1, yPlace: 2 }, 'missing field `y_place`'],
    ['a list', [1, 2], 'invalid type: sequence, expected a map'],
    ['null', null, 'invalid type: null, expected a map'],
    ['a float', new JsonFloat(1.5), 'invalid type: floating point `1.5`, expected a map'],
  ] as const) {
    it(`refuses ${name}`, () => {
      assert.throws(
        () => Point.parse(json),
        (error) => error instanceof JsonError && error.message === text,
      );
    });
  }

  it('does not mistake inherited properties for keys', () => {
    const codec = struct({ constructor: u8 });
    assert.throws(() => codec.parse({}), /missing field `constructor`/);
  });

  it('refuses bytes that end early', () => {
    assert.throws(() => decode(Point, hexToBytes('0201')), BorshError);
  });
});

describe('optional fields', () => {
  const codec = struct({ always: u8, sometimes: omitNull(option(u8)), usually: defaulted(u8, 9) });

  it('are always in the bytes', () => {
    const value = { always: 1, sometimes: null, usually: 2 };
    checkForms(codec, value, { hex: '010002', json: '{"always":1,"usually":2}' });
    const whole = { always: 1, sometimes: 3, usually: 2 };
    checkForms(codec, whole, { hex: '01010302', json: '{"always":1,"sometimes":3,"usually":2}' });
  });

  it('have a default when they are missing from JSON', () => {
    assert.deepEqual(codec.parse({ always: 1 }), { always: 1, sometimes: null, usually: 9 });
  });

  it('a key with null is present', () => {
    assert.equal(struct({ empty: option(u8) }).json({ empty: null }), '{"empty":null}');
    assert.throws(() => codec.parse({ always: 1, usually: null }), JsonError);
  });
});

describe('other declarations', () => {
  it('a field that is only JSON has no bytes', () => {
    const shown = struct({ name: bounded(1, 9) });
    checkForms(shown, { name: 5 }, { hex: null, json: '{"name":5}' });
    assert.throws(() => encode(shown, { name: 5 }));
    assert.throws(() => decode(shown, new Uint8Array()));
  });

  it('a recursive type contains itself', () => {
    interface Tree {
      readonly leaves: readonly Tree[];
    }
    const Tree: Codec<Tree> = recursive(() => struct({ leaves: vec(Tree) }));
    const value = { leaves: [{ leaves: [] }, { leaves: [] }] };
    checkForms(Tree, value, {
      hex: '020000000000000000000000',
      json: '{"leaves":[{"leaves":[]},{"leaves":[]}]}',
    });
  });

  for (const [name, snake] of [
    ['height', 'height'],
    ['prevStateRoot', 'prev_state_root'],
    ['akNonce', 'ak_nonce'],
  ] as const) {
    it(`${name} is ${snake} on the wire`, () => assert.equal(camelToSnake(name), snake));
  }
});
