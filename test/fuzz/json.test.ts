// Fuzzes the exact JSON reader. It returns a value or its declared error, agrees with the native
// parser on what is JSON, and what it writes reads back as the same text.

import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { PerigeeError } from '../../src/base/errors.ts';
import type { ErrorCode } from '../../src/base/errorTable.ts';
import {
  formatJsonValue,
  type JsonValue,
  parseExactJson,
  readExactJson,
} from '../../src/base/json/exactJson.ts';
import { JsonFloat } from '../../src/base/json/jsonNumber.ts';
import { parseJson } from '../../src/base/json/plainJson.ts';
import type { Random } from '../vm/support/random.ts';
import { testFuzzer } from './support/runFuzzer.ts';

/** What serde_json refuses and the native parser accepts. */
const STRICTER = /recursion limit|out of range|surrogate|hex escape/;

const WORDS = ['{', '}', '[', ']', ':', ',', '"', 'null', 'true', 'false', '-', '0', '1', 'e', '.'];
const NUMBERS = ['18446744073709551615', '-9223372036854775808', '1e308', '5e-324', '0.1', '-0'];
const ESCAPES = ['\\u0000', '\\ud83d\\ude00', '\\ud800', '\\n', '\\"', '__proto__', 'é', '\u0000'];

testFuzzer(
  'the JSON reader',
  () => ({
    name: 'json',
    watched: /\/src\/base\/(exactJson|jsonReader|jsonNumber)\.js$/,
    dictionary: [...WORDS, ...NUMBERS, ...ESCAPES],
    generate: (random) => Buffer.from(generateJson(random, 0)),
    run: checkJson,
  }),
  4_000,
);

function checkJson(bytes: Uint8Array): void {
  tryTo(() => readExactJson(bytes));
  if (!isUtf8(bytes)) return;
  const text = Buffer.from(bytes).toString();
  const exact = tryTo(() => parseExactJson(text));
  const native = parseNatively(text);
  if (exact instanceof PerigeeError) {
    assert.ok(native === undefined || STRICTER.test(exact.message), `refused: ${exact.message}`);
    return;
  }
  assert.ok(native !== undefined, 'accepted what is not JSON');
  parseJson(text);
  // A float may read back as its neighbour: serde_json reads floats that way.
  if (hasFloat(exact)) return;
  const written = formatJsonValue(exact);
  assert.equal(formatJsonValue(parseExactJson(written)), written, 'reads back as another value');
}

function hasFloat(value: JsonValue): boolean {
  if (value instanceof JsonFloat) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFloat);
}

function tryTo<T>(read: () => T): T | PerigeeError<{ readonly code: ErrorCode }> {
  try {
    return read();
  } catch (error) {
    if (error instanceof PerigeeError) return error;
    throw error;
  }
}

function parseNatively(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const DEPTH_MAX = 6;

function generateJson(random: Random, depth: number): string {
  const isLeaf = depth >= DEPTH_MAX || random.chance(40);
  if (isLeaf) {
    if (random.chance(30)) return random.pick(NUMBERS);
    if (random.chance(30)) return random.pick(['null', 'true', 'false', `${random.u32()}`]);
    return `"${random.chance(50) ? random.pick(ESCAPES) : random.u32().toString(36)}"`;
  }
  const items = Array.from({ length: random.below(5) }, () => generateJson(random, depth + 1));
  if (random.chance(50)) return `[${items.join(',')}]`;
  return `{${items.map((item, i) => `"${random.chance(50) ? i : 'same'}":${item}`).join(',')}}`;
}
