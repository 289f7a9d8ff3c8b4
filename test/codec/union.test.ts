// Enums and versioned types: the number of a variant in bytes, its name in JSON.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hexToBytes } from '../../src/base/bytes/bytes.ts';
import { JsonFloat } from '../../src/base/json/jsonNumber.ts';
import { BorshError } from '../../src/codec/borsh.ts';
import { decode, JsonError } from '../../src/codec/codec.ts';
import { u8, u16 } from '../../src/codec/primitives.ts';
import { struct } from '../../src/codec/struct.ts';
import { union, unit, unknownVariant, versioned, words } from '../../src/codec/union.ts';
import { checkForms } from './roundTrip.ts';

const Shape = union('Shape', { Point: unit, Circle: struct({ radius: u8 }), Side: u16 });

describe('a union', () => {
  it('is a number and a payload, or a name and a payload', () => {
    checkForms(Shape, { kind: 'Point' }, { hex: '00', json: '"Point"' });
    const circle = { kind: 'Circle', value: { radius: 5 } } as const;
    checkForms(Shape, circle, { hex: '0105', json: '{"Circle":{"radius":5}}' });
    checkForms(Shape, { kind: 'Side', value: 3 }, { hex: '020300', json: '{"Side":3}' });
  });

  it('may have other names on the wire', () => {
    const names = { names: { Full: 'full_access' } };
    const codec = union('Permission', { Full: unit, Half: u8 }, names);
    checkForms(codec, { kind: 'Full' }, { hex: '00', json: '"full_access"' });
    assert.throws(() => codec.parse('Full'), /unknown variant `Full`/);
  });

  it('accepts a name without payload also as a key with null', () => {
    assert.deepEqual(Shape.parse({ Point: null }), { kind: 'Point' });
  });

  for (const [name, json, text] of [
    [
      'an unknown name',
      'Cube',
      'unknown variant `Cube`, expected one of `Point`, `Circle`, `Side`',
    ],
    [
      'an unknown key',
      { Cube: 1 },
      'unknown variant `Cube`, expected one of `Point`, `Circle`, `Side`',
    ],
    [
      'an inherited property',
      'constructor',
      'unknown variant `constructor`, expected one of `Point`, `Circle`, `Side`',
    ],
    ['no key at all', {}, 'invalid value: map, expected map with a single key'],
    ['two keys', { Point: null, Side: 1 }, 'invalid value: map, expected map with a single key'],
    ['a number', 1, 'invalid type: integer `1`, expected string or map'],
    ['a list', ['Point'], 'invalid type: sequence, expected string or map'],
    ['a float', new JsonFloat(1.5), 'invalid type: floating point `1.5`, expected string or map'],
    ['a bad payload', { Side: 'x' }, 'invalid type: string "x", expected u16'],
  ] as const) {
    it(`refuses ${name}`, () => {
      assert.throws(
        () => Shape.parse(json),
        (error) => error instanceof JsonError && error.message === text,
      );
    });
  }

  it('refuses an unknown number', () => {
    assert.throws(
      () => decode(Shape, hexToBytes('03')),
      new BorshError('Unexpected variant tag: 3'),
    );
    assert.throws(() => decode(Shape, hexToBytes('ff')), BorshError);
    assert.throws(() => decode(Shape, hexToBytes('')), BorshError);
    assert.throws(() => decode(Shape, hexToBytes('0203')), BorshError);
  });

  it('lists what was expected as serde does', () => {
    assert.equal(unknownVariant('x', ['a', 'b']), 'unknown variant `x`, expected `a` or `b`');
  });
});

describe('words', () => {
  const Direction = words('Direction', ['Left', 'Right'], { Right: 'right' });

  it('are numbers in bytes', () => {
    checkForms(Direction, 'Left', { hex: '00', json: '"Left"' });
    checkForms(Direction, 'Right', { hex: '01', json: '"right"' });
  });

  it('are refused when unknown', () => {
    assert.throws(() => Direction.parse('up'), /expected `Left` or `right`/);
    assert.throws(() => decode(Direction, hexToBytes('02')), BorshError);
  });
});

describe('versions', () => {
  it('a single version has its number as a prefix and leaves no trace in JSON', () => {
    const codec = versioned(3, struct({ size: u8 }));
    checkForms(codec, { size: 7 }, { hex: '0307', json: '{"size":7}' });
    assert.throws(() => decode(codec, hexToBytes('0207')), BorshError);
  });
});
