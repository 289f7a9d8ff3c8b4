// Scalars and their containers: Borsh and JSON round trips, and what is refused.

import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { hexToBytes } from '../../src/base/bytes/bytes.ts';
import { parseExactJson } from '../../src/base/json/exactJson.ts';
import { BorshError } from '../../src/codec/borsh.ts';
import { type Codec, decode, encode, JsonError } from '../../src/codec/codec.ts';
import {
  bool,
  byteList,
  bytes,
  f64,
  fixedBytes,
  option,
  pair,
  string,
  u8,
  u16,
  u32,
  u64,
  u64Number,
  u64Text,
  u128,
  vec,
} from '../../src/codec/primitives.ts';
import { checkForms } from './roundTrip.ts';

const U64_MAX = 2n ** 64n - 1n;
const U128_MAX = 2n ** 128n - 1n;

type Case = readonly [
  name: string,
  codec: Codec<unknown>,
  value: unknown,
  hex: string,
  json: string,
];

function forms<T>(
  name: string,
  codec: Codec<T>,
  ...rest: [value: T, hex: string, json: string]
): Case {
  return [name, codec as Codec<unknown>, ...rest];
}

const FORMS: readonly Case[] = [
  forms('u8', u8, 255, 'ff', '255'),
  forms('u16', u16, 258, '0201', '258'),
  forms('u32', u32, 4_294_967_295, 'ffffffff', '4294967295'),
  forms('u64', u64, 1n, '0100000000000000', '1'),
  forms('u64 beyond a double', u64, 2n ** 53n + 1n, '0100000000002000', '9007199254740993'),
  forms('the largest u64', u64, U64_MAX, 'ffffffffffffffff', '18446744073709551615'),
  forms('u64 as a number', u64Number, 2 ** 53 - 1, 'ffffffffffff1f00', '9007199254740991'),
  forms('u64 as text', u64Text, U64_MAX, 'ffffffffffffffff', '"18446744073709551615"'),
  forms('f64', f64, 0.25, '000000000000d03f', '0.25'),
  forms('a whole f64', f64, 1, '000000000000f03f', '1.0'),
  forms('a small f64', f64, 1e-6, '8dedb5a0f7c6b03e', '1e-6'),
  forms('f64 -0', f64, -0, '0000000000000080', '-0.0'),
  forms('u128', u128, 2n ** 64n, `${'00'.repeat(8)}01${'00'.repeat(7)}`, '"18446744073709551616"'),
  forms(
    'the largest u128',
    u128,
    U128_MAX,
    'ff'.repeat(16),
    '"340282366920938463463374607431768211455"',
  ),
  forms('true', bool, true, '01', 'true'),
  forms('false', bool, false, '00', 'false'),
  forms('a string', string, 'né\n"', '050000006ec3a90a22', '"né\\n\\""'),
  forms('an empty string', string, '', '00000000', '""'),
  forms('bytes', bytes, Uint8Array.of(0, 255), '0200000000ff', '"AP8="'),
  forms('a list of bytes', byteList, Uint8Array.of(0, 255), '0200000000ff', '[0,255]'),
  forms('fixed bytes', fixedBytes(2), Uint8Array.of(1, 2), '0102', '[1,2]'),
  forms('something', option(u8), 7, '0107', '7'),
  forms('nothing', option(u8), null, '00', 'null'),
  forms('a list', vec(u16), [1, 2], '0200000001000200', '[1,2]'),
  forms('an empty list', vec(u16), [], '00000000', '[]'),
  forms('a pair', pair(u8, string), [1, 'a'], '010100000061', '[1,"a"]'),
];

describe('both forms', () => {
  for (const [name, codec, value, hex, json] of FORMS) {
    it(name, () => checkForms(codec, value, { hex, json }));
  }
});

describe('numbers are exact', () => {
  it('text may have a leading plus and zeros, as in Rust', () => {
    assert.equal(u128.parse('+007'), 7n);
    assert.equal(u64Text.parse('007'), 7n);
  });

  it('u64 in JSON', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: U64_MAX }), (value) => {
        assert.equal(u64.parse(parseExactJson(u64.json(value))), value);
        assert.equal(u64Text.parse(parseExactJson(u64Text.json(value))), value);
        assert.equal(decode(u64, encode(u64, value)), value);
      }),
    );
  });

  it('u128 in JSON', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: U128_MAX }), (value) => {
        assert.equal(u128.parse(parseExactJson(u128.json(value))), value);
        assert.equal(decode(u128, encode(u128, value)), value);
      }),
    );
  });

  it('numbers below 2^53 have the same bytes in both representations', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        assert.deepEqual(encode(u64Number, value), encode(u64, BigInt(value)));
      }),
    );
  });
});

type BadBytes = readonly [name: string, codec: Codec<unknown>, hex: string, text: string];

const SHORT = 'Unexpected length of input';
const BAD_BYTES: readonly BadBytes[] = [
  ['no bytes', u8 as Codec<unknown>, '', SHORT],
  ['too few bytes', u64 as Codec<unknown>, '00000000000000', SHORT],
  ['remaining bytes', u8 as Codec<unknown>, '0100', 'Not all bytes read'],
  [
    'a number that this node cannot hold',
    u64Number as Codec<unknown>,
    '0000000000002000',
    'integer 9007199254740992 is larger than this node can hold',
  ],
  ['not a number', f64 as Codec<unknown>, '000000000000f87f', 'Borsh does not encode NaN'],
  ['neither true nor false', bool as Codec<unknown>, '02', 'Invalid bool representation: 2'],
  [
    'an option of a third kind',
    option(u8) as Codec<unknown>,
    '0201',
    'Invalid Option representation: 2. The first byte must be 0 or 1',
  ],
  [
    'no UTF-8',
    string as Codec<unknown>,
    '01000000ff',
    'invalid utf-8 sequence of 1 bytes from index 0',
  ],
  ['a string longer than the input', string as Codec<unknown>, '0500000061', SHORT],
  ['a list longer than the input', vec(u8) as Codec<unknown>, '0300000001', SHORT],
  ['four billion items', vec(u8) as Codec<unknown>, 'ffffffff', SHORT],
  ['four billion bytes', bytes as Codec<unknown>, 'ffffffff00', SHORT],
  [
    'a list whose first item is invalid',
    vec(bool) as Codec<unknown>,
    'ffffffff02',
    'Invalid bool representation: 2',
  ],
  ['lists in lists', vec(vec(bytes)) as Codec<unknown>, '01000000ffffffff', SHORT],
];

describe('bytes that are refused', () => {
  for (const [name, codec, hex, text] of BAD_BYTES) {
    it(name, () => {
      assert.throws(
        () => decode(codec, hexToBytes(hex)),
        (error) => error instanceof BorshError && error.message === text,
      );
    });
  }

  it('the work is bounded by the length of the input', () => {
    // Each item of the outer list claims as many inner items as there are bytes left.
    const hostile = new Uint8Array(40_000).fill(0xff);
    new DataView(hostile.buffer).setUint32(0, 9_000, true);
    assert.throws(() => decode(vec(vec(vec(u8))), hostile), BorshError);
  });

  it('whatever can be read is written as the same bytes', () => {
    const codec = vec(pair(option(string), u16));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (input) => {
        try {
          assert.deepEqual(encode(codec, decode(codec, input)), input);
        } catch (error) {
          assert.ok(error instanceof BorshError);
        }
      }),
    );
  });
});

type BadJson = readonly [name: string, codec: Codec<unknown>, json: string, text: string];

const BAD_JSON: readonly BadJson[] = [
  ['text for a number', u8 as Codec<unknown>, '"1"', 'invalid type: string "1", expected u8'],
  [
    'a number that is too large',
    u8 as Codec<unknown>,
    '256',
    'invalid value: integer `256`, expected u8',
  ],
  ['a number below zero', u64 as Codec<unknown>, '-1', 'invalid value: integer `-1`, expected u64'],
  ['a float', u64 as Codec<unknown>, '1.5', 'invalid type: floating point `1.5`, expected u64'],
  [
    'a float that is whole',
    u64 as Codec<unknown>,
    '1.0',
    'invalid type: floating point `1.0`, expected u64',
  ],
  [
    'a number where text is expected',
    u128 as Codec<unknown>,
    '1',
    'invalid type: integer `1`, expected a string',
  ],
  ['no digits', u128 as Codec<unknown>, '""', 'cannot parse integer from empty string'],
  ['a sign', u128 as Codec<unknown>, '"-1"', 'invalid digit found in string'],
  [
    'one more than fits',
    u128 as Codec<unknown>,
    `"${U128_MAX + 1n}"`,
    'number too large to fit in target type',
  ],
  [
    'very many digits',
    u128 as Codec<unknown>,
    `"${'9'.repeat(1_000_000)}"`,
    'number too large to fit in target type',
  ],
  ['null', string as Codec<unknown>, 'null', 'invalid type: null, expected a string'],
  [
    'text for a boolean',
    bool as Codec<unknown>,
    '"true"',
    'invalid type: string "true", expected a boolean',
  ],
  [
    'an object for a list',
    vec(u8) as Codec<unknown>,
    '{}',
    'invalid type: map, expected a sequence',
  ],
  [
    'a bad item',
    vec(u8) as Codec<unknown>,
    '[1,true]',
    'invalid type: boolean `true`, expected u8',
  ],
  [
    'a pair of three',
    pair(u8, u8) as Codec<unknown>,
    '[1,2,3]',
    'invalid length 3, expected a tuple of size 2',
  ],
  [
    'too few bytes',
    fixedBytes(4) as Codec<unknown>,
    '[1,2,3]',
    'invalid length 3, expected an array of length 4',
  ],
];

describe('JSON that is refused', () => {
  for (const [name, codec, json, text] of BAD_JSON) {
    it(name, () => {
      assert.throws(
        () => codec.parse(parseExactJson(json)),
        (error) => error instanceof JsonError && error.message === text,
      );
    });
  }
});

test('leading zeros do not count', () => {
  for (const [text, value] of [
    ['0', 0n],
    ['+0', 0n],
    [`+${'0'.repeat(100)}7`, 7n],
    [`${U128_MAX}`, U128_MAX],
  ] as const) {
    assert.equal(u128.parse(text), value);
  }
});
