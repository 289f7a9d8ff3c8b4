/**
 * JSON for programs: the values of `JSON.parse`, except that integers beyond 2^53 are exact. Also
 * runs in browsers, so it imports nothing of Node.
 */

import { PerigeeError } from '../errors.ts';
import { JsonReader } from './jsonReader.ts';
import type { JsonError, JsonValue } from './jsonValue.ts';

/** A number too long to be surely safe; digits inside quotes seldom match, and harmlessly. */
const LONG_NUMBER = /(?:^|[^\w."])\d{16}/;

/**
 * An integer of 64 bits that is not safe becomes a bigint. Most texts have none and are parsed at
 * native speed. Throws a PerigeeError of code `json`.
 */
export function parseJson(text: string): JsonValue {
  if (!LONG_NUMBER.test(text)) {
    try {
      return JSON.parse(text) as JsonValue;
    } catch {
      // The exact reader fails on the same text and says where.
    }
  }
  return new JsonReader(text, { hasPlainFloats: true, decode: null }).readWhole();
}

/** Of values that are formatted: `JSON.parse` reads any depth, which would overflow the stack. */
const DEPTH_MAX = 500;

/**
 * As `JSON.stringify`, with bigints as integers. Undefined for what JSON cannot hold. Throws a
 * PerigeeError of code `json` for a value that is nested too deeply.
 */
export function formatPlainJson(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth > DEPTH_MAX) {
    throw new PerigeeError<JsonError>({ code: 'json' }, `more than ${DEPTH_MAX} levels of JSON`);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => formatPlainJson(item, depth + 1) ?? 'null').join(',')}]`;
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return formatPlainJson(value.toJSON(), depth + 1);
  }
  const members = Object.entries(value).flatMap(([key, member]) => {
    const text = formatPlainJson(member, depth + 1);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${members.join(',')}}`;
}
