/**
 * The exact JSON reader and writer: numbers as the reference echoes them, every refusal with its
 * text, path and column, and random documents against the native parser.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { concatBytes, hexToBytes, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../../src/base/errors.ts';
import {
  formatJsonString,
  formatJsonValue,
  formatJsonWithin,
  formatPrettyJson,
  type JsonValue,
  parseExactJson,
  readExactJson,
} from '../../../src/base/json/exactJson.ts';
import { JsonFloat } from '../../../src/base/json/jsonNumber.ts';
import { parseJson } from '../../../src/base/json/plainJson.ts';

test('numbers come back as the reference echoes them', () => {
  const cases: [string, string][] = [
    ['0', '0'],
    ['-1', '-1'],
    ['-0', '-0.0'],
    ['-0.0', '-0.0'],
    ['1.0', '1.0'],
    ['1e3', '1000.0'],
    ['1E+3', '1000.0'],
    ['1e-3', '0.001'],
    ['1e15', '1000000000000000.0'],
    ['1e16', '1e16'],
    ['0.00001', '0.00001'],
    ['0.000001', '1e-6'],
    ['123456.789', '123456.789'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740993', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
    ['18446744073709551616', '1.8446744073709552e19'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['-9223372036854775809', '-9.223372036854776e18'],
    ['100000000000000000000000', '1e23'],
    ['1.7976931348623157e308', '1.7976931348623157e308'],
    ['5e-324', '5e-324'],
    ['1e-400', '0.0'],
    ['-1e-99999999999', '-0.0'],
    ['0e99999999999', '0.0'],
    ['0.0e400', '0.0'],
    // serde_json's fast float parser rounds twice, so the last digit can be off.
    ['0.3333333333333333333333', '0.33333333333333337'],
    ['12345678901234567.0', '1.2345678901234566e16'],
    // A digit after the point is added to an integer that has already lost its last digit.
    ['18446744073709551616.5', '1.8446744073709552e19'],
  ];
  for (const [text, echoed] of cases) {
    assert.equal(formatJsonValue(parseExactJson(text)), echoed, text);
  }
});

test('integers are numbers while safe, floats have a separate type', () => {
  assert.equal(parseExactJson('9007199254740991'), 9007199254740991);
  assert.equal(parseExactJson('-9007199254740991'), -9007199254740991);
  assert.equal(parseExactJson('9007199254740992'), 9007199254740992n);
  assert.equal(parseExactJson('-9223372036854775808'), -9223372036854775808n);
  assert.deepEqual(parseExactJson('[1,1.0]'), [1, new JsonFloat(1)]);
  assert.deepEqual(parseExactJson('18446744073709551616'), new JsonFloat(2 ** 64));
});

test('parseJson keeps all integers and turns every float into a number', () => {
  const value = '{"a":18446744073709551615,"b":[1.5,1.0,-0],"c":"100000000000000000000"}';
  const expected = { a: 18446744073709551615n, b: [1.5, 1, -0], c: '100000000000000000000' };
  assert.deepEqual(parseJson(value), expected);
  assert.deepEqual(parseJson('{"b":[1.5,1.0,-0]}'), { b: [1.5, 1, -0] });
  assert.equal(parseJson('-1234567890123456789'), -1234567890123456789n);
  assert.equal(parseJson(' 12345678901234567890 '), 12345678901234567890n);
  assert.throws(() => parseJson('[1,]'), isError('trailing comma at line 1 column 4'));
  assert.throws(() => parseJson('1 2'), isError('trailing characters at line 1 column 3'));
});

const CONTROL = 'control character (\\u0000-\\u001F) found while parsing a string';
/** Texts and their errors. */
const REFUSALS: [string, string][] = [
  ['', 'EOF while parsing a value at line 1 column 0'],
  ['  ', 'EOF while parsing a value at line 1 column 2'],
  ['\n\n ', 'EOF while parsing a value at line 3 column 1'],
  ['x', 'expected value at line 1 column 1'],
  ['\ufeff1', 'expected value at line 1 column 1'],
  ['+1', 'expected value at line 1 column 1'],
  ['.5', 'expected value at line 1 column 1'],
  ["'a'", 'expected value at line 1 column 1'],
  ['1 x', 'trailing characters at line 1 column 3'],
  ['nul', 'EOF while parsing a value at line 1 column 3'],
  ['nulx', 'expected ident at line 1 column 4'],
  ['tRue', 'expected ident at line 1 column 2'],
  ['fals3', 'expected ident at line 1 column 5'],
  // Objects.
  ['{', 'EOF while parsing an object at line 1 column 1'],
  ['{nope', 'key must be a string at line 1 column 2'],
  ['{1:2}', 'key must be a string at line 1 column 2'],
  ['{,}', 'key must be a string at line 1 column 2'],
  ['{"a"', 'EOF while parsing an object at line 1 column 4'],
  ['{"a" 1}', 'expected `:` at line 1 column 6'],
  ['{"a":', 'a: EOF while parsing a value at line 1 column 5'],
  ['{"a":}', 'a: expected value at line 1 column 6'],
  ['{"a":1', 'EOF while parsing an object at line 1 column 6'],
  ['{"a":1 "b"', 'expected `,` or `}` at line 1 column 8'],
  ['{"a":1]', 'expected `,` or `}` at line 1 column 7'],
  ['{"a":1,}', 'trailing comma at line 1 column 8'],
  ['{"a":1,', 'EOF while parsing a value at line 1 column 7'],
  ['{"a":1,2', 'key must be a string at line 1 column 8'],
  // Arrays.
  ['[', 'EOF while parsing a list at line 1 column 1'],
  ['[1', 'EOF while parsing a list at line 1 column 2'],
  ['[1,', 'EOF while parsing a value at line 1 column 3'],
  ['[1,]', 'trailing comma at line 1 column 4'],
  ['[,]', '[0]: expected value at line 1 column 2'],
  ['[1 2]', 'expected `,` or `]` at line 1 column 4'],
  ['[1}', 'expected `,` or `]` at line 1 column 3'],
  // Paths: a value error has the whole path, a key error a question mark.
  ['{"id":1e999}', 'id: number out of range at line 1 column 11'],
  ['{"a":{"b":[0,x', 'a.b[1]: expected value at line 1 column 14'],
  ['[[{"k":+', '[0][0].k: expected value at line 1 column 8'],
  ['{"a":{nope', 'a.?: key must be a string at line 1 column 7'],
  ['{"a":{"b" 1', 'a: expected `:` at line 1 column 11'],
  ['{"a":[1 2', 'a: expected `,` or `]` at line 1 column 9'],
  ['{"a":{"b":1', 'a.?: EOF while parsing an object at line 1 column 11'],
  ['[{"\\x', '[0].?: invalid escape at line 1 column 5'],
  ['{"":{"a":x', '.a: expected value at line 1 column 10'],
  // Numbers.
  ['-', 'EOF while parsing a value at line 1 column 1'],
  ['-x', 'invalid number at line 1 column 2'],
  ['01', 'invalid number at line 1 column 2'],
  ['-00', 'invalid number at line 1 column 3'],
  ['1.', 'EOF while parsing a value at line 1 column 2'],
  ['1.x', 'invalid number at line 1 column 3'],
  ['1e', 'EOF while parsing a value at line 1 column 2'],
  ['1e+', 'EOF while parsing a value at line 1 column 3'],
  ['1ex', 'invalid number at line 1 column 3'],
  ['1e400', 'number out of range at line 1 column 5'],
  [`1${'0'.repeat(400)}`, 'number out of range at line 1 column 401'],
  ['1e2147483647', 'number out of range at line 1 column 12'],
  ['1e21474836480', 'number out of range at line 1 column 12'],
  // Strings.
  ['"', 'EOF while parsing a string at line 1 column 1'],
  ['"abc', 'EOF while parsing a string at line 1 column 4'],
  ['"a\nb"', `${CONTROL} at line 2 column 0`],
  ['"a\tb"', `${CONTROL} at line 1 column 3`],
  ['"\\', 'EOF while parsing a string at line 1 column 2'],
  ['"\\x"', 'invalid escape at line 1 column 3'],
  ['"\\u12', 'EOF while parsing a string at line 1 column 5'],
  ['"\\u12g4"', 'invalid escape at line 1 column 7'],
  ['"\\udc00"', 'lone leading surrogate in hex escape at line 1 column 7'],
  ['"\\ud800"', 'unexpected end of hex escape at line 1 column 8'],
  ['"\\ud800', 'EOF while parsing a string at line 1 column 7'],
  ['"\\ud800\\n"', 'unexpected end of hex escape at line 1 column 9'],
  ['"\\ud800\\ud800"', 'lone leading surrogate in hex escape at line 1 column 13'],
  // Columns count bytes, lines count from the last line feed.
  ['["é",x]', '[1]: expected value at line 1 column 7'],
  ['{\n "a": [1,\n  x]}', 'a[1]: expected value at line 3 column 3'],
];

test('refusals', () => {
  for (const [text, message] of REFUSALS) {
    assert.throws(() => parseExactJson(text), isError(message), JSON.stringify(text));
  }
});

test('invalid UTF-8 is reported where the string ends', () => {
  const read = (hex: string) => () =>
    readExactJson(concatBytes(utf8ToBytes('{"a":"'), hexToBytes(hex), utf8ToBytes('"}')));
  const noText = (column: number) =>
    isError(`a: invalid unicode code point at line 1 column ${column}`);
  assert.throws(read('ff'), noText(8));
  assert.throws(read('c3'), noText(8));
  assert.throws(read('ff5c6e'), noText(10));
  assert.throws(read('ff5c78'), isError('a: invalid escape at line 1 column 9'));
  assert.deepEqual(read('c3a9')().value, { a: 'é' });
  assert.throws(
    () => readExactJson(hexToBytes('ff')),
    isError('expected value at line 1 column 1'),
  );
});

test('127 levels pass, 128 do not', () => {
  const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  assert.doesNotThrow(() => parseExactJson(nest(127)));
  const path = '[0]'.repeat(127);
  assert.throws(
    () => parseExactJson(nest(128)),
    isError(`${path}: recursion limit exceeded at line 1 column 128`),
  );
  assert.doesNotThrow(() => parseExactJson(`${'{"a":'.repeat(127)}1${'}'.repeat(127)}`));
  assert.throws(() => parseExactJson('{"a":'.repeat(128)), /recursion limit exceeded/);
});

test('one value is read, and its end is returned', () => {
  const read = (text: string) => readExactJson(utf8ToBytes(text));
  assert.deepEqual(read(' {"a":1}garbage'), {
    value: { a: 1 },
    end: 8,
    hasDuplicateKeys: false,
    values: 2,
    located: null,
  });
  assert.equal(read('"é" ').end, 4);
  assert.equal(read('1 2').end, 1);
  assert.equal(read('{"a":1,"a":2}').hasDuplicateKeys, true);
  assert.deepEqual(read('{"a":1,"a":2}').value, { a: 2 });
  assert.equal(read('{"b":{"a":1,"a":2}}').hasDuplicateKeys, false);
  assert.equal(read('[{"a":1,"a":2}]').hasDuplicateKeys, false);
  assert.equal(read('{"toString":1}').hasDuplicateKeys, false);
});

test('a member of the top level is also given as text', () => {
  const locate = (text: string) => readExactJson(utf8ToBytes(text), { located: 'b' }).located;
  assert.equal(locate('{"a":{"b":1},"b" : [1, 2 ] }'), '[1, 2 ]');
  assert.equal(locate('{"b":1,"b":"last"}'), '"last"');
  assert.equal(locate('{"a":{"b":1}}'), null);
  assert.equal(locate('["b",1]'), null);
  // The offsets of other texts are those of bytes.
  assert.equal(locate('{"a":"é","b":1}'), null);
});

test('the key __proto__ is a key like any other', () => {
  for (const parse of [parseExactJson, parseJson]) {
    const value = parse('{"__proto__":{"x":1},"y":12345678901234567890}') as { x?: unknown };
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(value.x, undefined);
    assert.deepEqual(Object.keys(value), ['__proto__', 'y']);
    assert.equal(
      formatJsonValue(value as JsonValue),
      '{"__proto__":{"x":1},"y":12345678901234567890}',
    );
  }
});

test('strings have only the escapes that the reference writes', () => {
  const cases: [string, string][] = [
    ['plain /é😀\u2028\x7f', '"plain /é😀\u2028\x7f"'],
    ['"\\', '"\\"\\\\"'],
    ['\b\f\n\r\t', '"\\b\\f\\n\\r\\t"'],
    ['\0\x1f', '"\\u0000\\u001f"'],
    ['a\ud800b', '"a\ufffdb"'],
    ['\udc00\ud800', '"\ufffd\ufffd"'],
    ['\\ud800', '"\\\\ud800"'],
  ];
  for (const [text, json] of cases) assert.equal(formatJsonString(text), json);
});

test('escapes are read', () => {
  assert.equal(parseExactJson('"\\"\\\\\\/\\b\\f\\n\\r\\t"'), '"\\/\b\f\n\r\t');
  assert.equal(parseExactJson('"\\u00e9\\uD83D\\ude00é"'), 'é😀é');
});

test('objects are written with their keys in byte order', () => {
  const value: JsonValue = { '10': 1, '2': 2, '😀': 3, '\uffff': 4, b: [true, null], a: {} };
  assert.equal(formatJsonValue(value), '{"10":1,"2":2,"a":{},"b":[true,null],"\uffff":4,"😀":3}');
});

test('lines of JSON have as many levels as can be read', () => {
  const nest = (levels: number) => {
    let value: JsonValue = [];
    for (let level = 1; level < levels; level++) value = [value];
    return value;
  };
  const text = formatPrettyJson(nest(127));
  assert.deepEqual(parseExactJson(text), nest(127));
  assert.throws(() => formatPrettyJson(nest(50_000)), { code: 'json' });
});

test('random documents agree with the native parser', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat({ max: 4 }), (value, spaces) => {
      const text = JSON.stringify(value, undefined, spaces);
      const native: unknown = JSON.parse(text);
      const wide = parseJson(`[${text},12345678901234567890]`) as JsonValue[];
      assert.deepEqual(roundFloats(wide[0]), roundFloats(native));
      const written = JSON.parse(formatJsonValue(parseExactJson(text)));
      assert.deepEqual(roundFloats(written), roundFloats(native));
    }),
  );
});

test('random floats are written in the shortest form that reads back', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = formatJsonValue(new JsonFloat(value));
      assert.ok(Object.is(Number(text), value));
      assert.match(text, /^-?(\d+\.\d+|\d(\.\d+)?e-?\d+)$/);
    }),
  );
});

/**
 * Floats to twelve digits, since the last digits may differ, and objects regardless of their order.
 */
function roundFloats(value: unknown): unknown {
  if (typeof value === 'bigint') return roundFloats(Number(value));
  if (typeof value === 'number') return Number(value.toPrecision(12)) + 0;
  if (Array.isArray(value)) return value.map(roundFloats);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, roundFloats(item)]));
}

function isError(message: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof PerigeeError);
    assert.equal(error.code, 'json');
    assert.equal(error.message, message);
    return true;
  };
}

test('sorting the keys of an object encodes none of them more than once', (context) => {
  const encode = context.mock.method(TextEncoder.prototype, 'encode');
  const keys = Array.from({ length: 1000 }, (_, index) => `${(index * 7919) % 1000}é`);
  formatJsonValue(Object.fromEntries(keys.map((key) => [key, 0])));
  assert.ok(encode.mock.callCount() <= keys.length, `${encode.mock.callCount()} times`);
});

test('a value is written only if there is room for it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(60), (json, lengthMax) => {
      const text = formatJsonValue(json as JsonValue);
      const expected = text.length <= lengthMax ? text : null;
      assert.equal(formatJsonWithin(json as JsonValue, lengthMax), expected);
    }),
  );
});

test('values are counted, and bounded', () => {
  const cases: [text: string, values: number][] = [
    ['1', 1],
    ['[]', 1],
    ['[1,[2,"a"],{}]', 6],
    ['{"a":null,"b":{"c":[true]}}', 5],
  ];
  for (const [text, values] of cases) {
    const bytes = utf8ToBytes(text);
    assert.equal(readExactJson(bytes).values, values, text);
    assert.deepEqual(readExactJson(bytes, { valuesMax: values }), readExactJson(bytes), text);
    const refused = { info: { code: 'json' }, message: /more than \d+ values at line 1 column/ };
    assert.throws(() => readExactJson(bytes, { valuesMax: values - 1 }), refused, text);
  }
});

test('strings full of escapes are read like the native parser reads them', () => {
  const escapes = ['\\n', '\\"', '\\\\', '\\u00e9', '\\ud83d\\ude00', 'é', 'a', '/', '\\/'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...escapes)), (pieces) => {
      const text = `"${pieces.join('')}"`;
      assert.equal(parseExactJson(text), JSON.parse(text));
    }),
  );
});
