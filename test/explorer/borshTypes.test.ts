// Values in Borsh by the schemas that near-sdk embeds in an ABI: what borsh-rs writes of them, back
// and forth, and schemas and bytes that do not end or do not fit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borshForm, encodeArguments } from '../../explorer/format/borshArguments.ts';
import { decodeBorsh } from '../../explorer/format/borshValues.ts';
import { bytesToHex, hexToBytes } from '../../explorer/format/bytes.ts';
import { formatParams } from '../../explorer/format/paramForms.ts';
import { guessStored, listStoredTypes } from '../../explorer/format/typedValues.ts';
import { type BorshType, parseAbi } from '../../src/abi/contractAbi.ts';
import { LEDGER_ABI } from '../support/ledgerContract.ts';

const DEFINITIONS = {
  Point: {
    Struct: [
      ['x', 'i32'],
      ['y', 'u64'],
    ],
  },
  Id: { Struct: ['String'] },
  Unit: { Struct: null },
  Pair: { Tuple: ['u8', 'bool'] },
  'Option<Id>': {
    Enum: {
      tag_width: 1,
      variants: [
        [0, 'None', '()'],
        [1, 'Some', 'Id'],
      ],
    },
  },
  Shape: {
    Enum: {
      tag_width: 1,
      variants: [
        [0, 'Empty', 'Unit'],
        [7, 'Dot', 'Point'],
      ],
    },
  },
  'Vec<Point>': {
    Sequence: { length_width: 4, length_range: { start: 0, end: 4294967295 }, elements: 'Point' },
  },
  'Vec<u8>': {
    Sequence: { length_width: 4, length_range: { start: 0, end: 4294967295 }, elements: 'u8' },
  },
  '[u16; 2]': {
    Sequence: { length_width: 0, length_range: { start: 2, end: 2 }, elements: 'u16' },
  },
  u8: { Primitive: 1 },
  // Of near-abi 0.3.
  'Array<u8, 2>': { Array: { length: 2, elements: 'u8' } },
  'Vec<Old>': { Sequence: { elements: 'Old' } },
  Old: { Enum: { variants: [['A', '()']] } },
  // Hostile ones.
  Loop: { Struct: ['Loop'] },
  Many: { Sequence: { length_width: 4, elements: 'Unit' } },
  Missing: { Tuple: ['Nobody'] },
  Odd: { Enum: 'text' },
  Wide: { Sequence: { length_width: 8, elements: 'u8' } },
} as const;

const typed = (declaration: string): BorshType => ({ declaration, definitions: DEFINITIONS });

test('values of each kind, as bytes and as JSON', () => {
  const cases: [type: string, hex: string, value: unknown][] = [
    ['u8', 'ff', 255],
    ['i8', 'ff', -1],
    ['u32', 'ffffffff', 4294967295],
    ['u128', 'ff'.repeat(16), '340282366920938463463374607431768211455'],
    ['i64', 'feffffffffffffff', '-2'],
    ['bool', '01', true],
    ['f64', '000000000000f03f', 1],
    ['char', '41000000', 'A'],
    ['String', '02000000c3a9', 'é'],
    ['Point', 'ffffffff0500000000000000', { x: -1, y: '5' }],
    ['Id', '0100000061', 'a'],
    ['Pair', '0700', [7, false]],
    ['Option<Id>', '00', null],
    ['Option<Id>', '010100000061', 'a'],
    ['Shape', '00', 'Empty'],
    ['Shape', '07010000000200000000000000', { Dot: { x: 1, y: '2' } }],
    ['Vec<Point>', '01000000010000000200000000000000', [{ x: 1, y: '2' }]],
    ['Vec<u8>', '03000000010203', '0x010203'],
    ['[u16; 2]', '01000200', [1, 2]],
    ['Array<u8, 2>', '0102', '0x0102'],
    ['Vec<Old>', '020000000000', ['A', 'A']],
    ['Unit', '', null],
  ];
  for (const [name, hex, value] of cases) {
    const bytes = hexToBytes(hex) ?? new Uint8Array();
    assert.deepEqual(decodeBorsh(typed(name), bytes), value, name);
    const encoded = encodeArguments([{ name: 'a', type: typed(name) }], { a: value });
    assert.equal(bytesToHex(encoded), hex, name);
  }
});

test('bytes and schemas that do not fit are refused, and nothing hangs', () => {
  const cases: [type: string, hex: string][] = [
    ['u8', ''],
    ['u8', '0000'],
    ['bool', '02'],
    ['String', 'ffffffff61'],
    ['String', '01000000ff'],
    ['Shape', '05'],
    ['Vec<u8>', 'ffffffff'],
    ['Loop', '00'],
    ['Many', 'ffffffff'],
    ['Missing', '00'],
    ['Odd', '00'],
    ['Wide', '00'],
    ['Nobody', ''],
    ['__proto__', ''],
  ];
  for (const [name, hex] of cases) {
    assert.throws(() => decodeBorsh(typed(name), hexToBytes(hex) ?? new Uint8Array()), name);
  }
  const values: [type: string, value: unknown, message: RegExp][] = [
    ['u8', 256, /a: 256 does not fit 8 bits/],
    ['u8', -1, /does not fit/],
    ['u8', 'x', /not a whole number/],
    ['u8', 1.5, /not a whole number/],
    ['bool', 'true', /neither true nor false/],
    ['String', 5, /not a text/],
    ['Pair', [1], /not a list of 2/],
    ['[u16; 2]', [1], /not a list of 2/],
    ['Shape', 'Square', /none of Empty, Dot/],
    ['Loop', 1, /no end/],
    ['Missing', 1, /Nobody is not described/],
  ];
  for (const [name, a, message] of values) {
    assert.throws(() => encodeArguments([{ name: 'a', type: typed(name) }], { a }), message);
  }
});

test('the form of a method with arguments in Borsh', () => {
  const fields = ['u32', 'u128', 'Option<Id>', 'Vec<u8>', 'Shape', 'bool'].map((name) => {
    return { name, type: typed(name) };
  });
  const form = borshForm(fields);
  const filled = { u32: '7', u128: '9'.repeat(30), 'Vec<u8>': '0x01', Shape: '{"Dot":1}' };
  assert.deepEqual(JSON.parse(formatParams(form, { ...filled, bool: 'true' })), {
    u32: 7,
    u128: '9'.repeat(30),
    'Vec<u8>': '0x01',
    Shape: { Dot: 1 },
    bool: true,
  });
  assert.deepEqual(
    form.filter(({ isRequired }) => !isRequired).map(({ name }) => name),
    ['Option<Id>'],
  );
  assert.equal(borshForm([{ name: 'a', type: typed('Loop') }])[0]?.schema.type, 'object');
});

test('a stored value is recognized by the only type that fits', () => {
  const abi = parseAbi(new TextEncoder().encode(LEDGER_ABI));
  const put = abi.methods.get('put');
  assert.equal(put?.signature, 'put(entry: Entry, times: u32) → Entry');
  assert.deepEqual([put?.form, put?.borsh?.length], [null, 2]);
  const types = listStoredTypes(abi);
  assert.deepEqual(
    types.map(({ declaration }) => declaration),
    ['Entry', 'State'],
  );
  const bytes = encodeArguments(put?.borsh?.slice(0, 1) ?? [], {
    entry: { owner: 'alice.near', amount: '5', state: 'Open' },
  });
  assert.equal(guessStored(bytes, types)?.type, 'Entry');
  assert.match(guessStored(bytes, types)?.text ?? '', /"owner": "alice.near"/);
  assert.equal(guessStored(Uint8Array.of(0), types), null, 'a byte is no sign of a type');
  assert.equal(guessStored(bytes.slice(1), types), null);
});

test('the work for a value is bounded by its bytes, whatever the schema is', () => {
  const list = (elements: string) => ({
    Sequence: { length_width: 4, length_range: { start: 0, end: 1 }, elements },
  });
  const variants = (count: number) =>
    Array.from({ length: count }, (_, tag) => [tag, `V${tag}`, '()']);
  let reads = 0;
  const definitions = {
    Nothings: list('()'),
    Choices: list('Choice'),
    get Choice() {
      reads++;
      return { Enum: { tag_width: 2, variants: variants(1024) } };
    },
    TooMany: { Enum: { tag_width: 2, variants: variants(1025) } },
  };
  const decode = (declaration: string, hex: string) =>
    decodeBorsh({ declaration, definitions }, hexToBytes(hex) ?? new Uint8Array());
  // A definition is read once, however many values there are.
  const chosen = decode('Choices', `64000000${'ff03'.repeat(100)}`);
  assert.deepEqual(chosen, Array(100).fill('V1023'));
  assert.equal(reads, 1);
  // 16,000 parts of four bytes.
  assert.throws(() => decode('Nothings', '803e0000'), /it has no end/);
  assert.deepEqual(decode('Nothings', '64000000'), Array(100).fill(null));
  assert.throws(() => decode('TooMany', '0000'), /TooMany is not described/);
});
