// How contracts describe themselves: descriptions as SDKs embed them, and their decompression,
// tested on output of the reference compressor and on damaged bytes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatParams } from '../../explorer/format/paramForms.ts';
import { parseAbi } from '../../src/abi/contractAbi.ts';
import { decompressZstd } from '../../src/abi/zstd/decompress.ts';
import { base64ToBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { EMBEDDED_ABI } from '../support/abiContract.ts';
import { hostileFrame } from './hostileFrame.ts';

test('an embedded description', () => {
  const { title, methods } = parseAbi(new Uint8Array(EMBEDDED_ABI));
  assert.equal(title, 'greeter 0.2.0');
  assert.deepEqual([...methods.keys()], ['greet', 'set_greeting', 'read_raw']);
  const greet = methods.get('greet');
  assert.deepEqual(
    [greet?.kind, greet?.doc, greet?.signature],
    [
      'view',
      ' Greets somebody, as often as wanted.',
      'greet(account_id: AccountId, times: uint32, suffix: string or null) → string',
    ],
  );
  const values = { account_id: 'a.near', times: '3' };
  assert.equal(formatParams(greet?.form ?? [], values), '{"account_id":"a.near","times":3}');
  const set = methods.get('set_greeting');
  assert.deepEqual([set?.kind, set?.modifiers], ['call', ['payable']]);
  assert.equal(
    formatParams(set?.form ?? [], { greeting: '5', is_loud: 'true', price: '7' }),
    '{"greeting":"5","is_loud":true,"price":"7"}',
  );
  assert.equal(methods.get('read_raw')?.form, null, 'its arguments are not JSON');
});

test('a description that is not compressed, and bytes that are not a description', () => {
  const plain = utf8ToBytes('{"body":{"functions":[{"name":"a","kind":"call"}]}}');
  assert.equal(parseAbi(new Uint8Array(plain)).methods.get('a')?.signature, 'a()');
  for (const text of ['', 'text', '{}', '{"body":{}}', '[]', 'null']) {
    assert.throws(() => parseAbi(new Uint8Array(utf8ToBytes(text))), text);
  }
});

test('a description with a part of another type is refused, and not met by what uses it', () => {
  const describeArgument = (schema: unknown, name: unknown = 'a') => ({
    name: 'm',
    params: { args: [{ name, type_schema: schema }] },
  });
  const list = Array.from({ length: 100_000 }).reduce<string>((inner) => `[${inner}]`, '1');
  for (const [method, reason] of [
    [describeArgument({ enum: {} }), /a list is missing/],
    [describeArgument({ enum: null }), /a list is missing/],
    [describeArgument({ enum: [{ toString: 1 }] }), /a choice has parts/],
    [describeArgument({ type: {} }), /a list is missing/],
    [describeArgument({ type: [{}] }), /a text is missing/],
    [describeArgument({ type: 'string', format: { toString: 1 } }), /a text is missing/],
    [describeArgument({ type: 'string', description: ['x'] }), /a text is missing/],
    [describeArgument({ $ref: 5 }), /a text is missing/],
    [describeArgument({ declaration: 'T', definitions: 'abc' }), /an object is missing/],
    [describeArgument(null), /an object is missing/],
    [describeArgument({}, 7), /a text is missing/],
    [{ name: 5 }, /a text is missing/],
    [{ name: 'm', modifiers: {} }, /a list is missing/],
    [{ name: 'm', doc: { a: 1 } }, /a text is missing/],
    [{ name: 'm', params: { args: 'abc' } }, /a list is missing/],
    [{ name: 'm', params: { serialization_type: 1 } }, /a text is missing/],
    [{ name: 'm', result: 7 }, /an object is missing/],
    [null, /an object is missing/],
  ] as const) {
    const text = JSON.stringify({ body: { functions: [method] } });
    assert.throws(() => parseAbi(new Uint8Array(utf8ToBytes(text))), reason, text);
  }
  const deep = JSON.stringify({ body: { functions: [describeArgument({ enum: 'deep' })] } });
  const bytes = utf8ToBytes(deep.replace('"deep"', list));
  assert.throws(() => parseAbi(new Uint8Array(bytes)), /a choice has parts/);
});

test('a description without what may be missing, and with names of every object', () => {
  const text = JSON.stringify({
    body: {
      functions: [
        {
          name: 'm',
          params: { args: [{ name: 'constructor', type_schema: { $ref: '#/d/constructor' } }] },
          result: { type_schema: true },
        },
      ],
    },
  });
  const method = parseAbi(new Uint8Array(utf8ToBytes(text))).methods.get('m');
  assert.equal(method?.signature, 'm(constructor: constructor) → any');
  assert.deepEqual([method?.kind, method?.doc, method?.modifiers], ['call', null, []]);
});

const VECTORS: [what: string, packed: string, plain: Uint8Array][] = [
  ['nothing', 'KLUv/SQAAQAAmenYUQ==', new Uint8Array(0)],
  ['one byte many times', 'KLUv/QRYTQAAEGFhAQCD0wMs1jyA1A==', new Uint8Array(5000).fill(97)],
  [
    'nothing that could be repeated',
    'KLUv/QBYAQIAAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==',
    Uint8Array.from({ length: 64 }, (_, i) => i),
  ],
];

test('frames of the reference compressor', () => {
  for (const [what, packed, plain] of VECTORS) {
    assert.deepEqual(decompressZstd(base64ToBytes(packed), 10_000), plain, what);
  }
});

test('damaged bytes are refused or decompress to bounded bytes, and never hang', () => {
  const bytesMax = 4_000;
  for (let at = 0; at < EMBEDDED_ABI.length; at++) {
    for (const flip of [1, 0x80, 0xff]) {
      const damaged = EMBEDDED_ABI.slice();
      damaged[at] = (damaged[at] ?? 0) ^ flip;
      try {
        assert.ok(decompressZstd(damaged, bytesMax).length <= bytesMax);
      } catch (error) {
        assert.ok(!(error instanceof assert.AssertionError) && error instanceof Error, `${at}`);
      }
    }
  }
  for (let length = 0; length < EMBEDDED_ABI.length - 4; length += 7) {
    assert.throws(() => decompressZstd(EMBEDDED_ABI.slice(0, length), bytesMax), `${length}`);
  }
  assert.throws(() => decompressZstd(EMBEDDED_ABI, 100), /more comes out than is allowed/);
});

test('a frame that would decompress to a gigabyte is refused at the bound', () => {
  assert.throws(
    () => decompressZstd(hostileFrame(10_000), 4_000),
    /more comes out than is allowed/,
  );
});
