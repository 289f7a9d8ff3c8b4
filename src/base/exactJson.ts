/**
 * JSON without loss: integers of 64 bits stay exact, floats keep apart from integers, and every
 * refusal has the text of serde_json with the path in front. The reader
 * takes one value and tells where it ended; at most 127 levels may be nested.
 */

import { bytesToUtf8, compareBytes, utf8ToBytes } from './bytes.ts';
import { formatFloat, JsonFloat } from './jsonNumber.ts';
import { type JsonRead, JsonReader, type JsonValue } from './jsonReader.ts';

export type { JsonError, JsonObject, JsonRead, JsonValue } from './jsonReader.ts';

/** A number too long to be surely safe; digits inside quotes seldom match, and harmlessly. */
const LONG_NUMBER = /(?:^|[^\w."])\d{16}/;

/** Reads one value from the start of the bytes and ignores what follows. */
export function readExactJson(bytes: Uint8Array): JsonRead {
  return new JsonReader(bytes, false).readFirst();
}

export function parseExactJson(text: string): JsonValue {
  return new JsonReader(utf8ToBytes(text), false).readWhole();
}

/** Like `parseExactJson` with every float a plain number, and native speed for most texts. */
export function parseJson(text: string): JsonValue {
  if (!LONG_NUMBER.test(text)) {
    try {
      return JSON.parse(text) as JsonValue;
    } catch {
      // The exact reader fails on the same text and says where.
    }
  }
  return parseJsonBytes(utf8ToBytes(text));
}

/** Like `parseJson`, for texts that have long numbers anyway. */
export function parseJsonBytes(bytes: Uint8Array): JsonValue {
  return new JsonReader(bytes, true).readWhole();
}

/** Escapes as serde_json does; a lone surrogate, unknown to Rust, becomes U+FFFD. */
export function formatJsonString(text: string): string {
  const json = JSON.stringify(text);
  if (!json.includes('\\ud')) return json;
  return JSON.stringify(bytesToUtf8(utf8ToBytes(text)));
}

/** Compact JSON with the keys of every object in the order of their UTF-8 bytes. */
export function formatJsonValue(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return formatJsonString(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? value.toString() : formatFloat(value);
  }
  if (value instanceof JsonFloat) return formatFloat(value.value);
  if (Array.isArray(value)) return `[${value.map(formatJsonValue).join(',')}]`;
  const keys = Object.keys(value).sort((a, b) => compareBytes(utf8ToBytes(a), utf8ToBytes(b)));
  const members = keys.map((key) => `${formatJsonString(key)}:${formatJsonValue(value[key]!)}`);
  return `{${members.join(',')}}`;
}
