/**
 * JSON without loss: integers of 64 bits stay exact, floats keep apart from integers, and every
 * refusal has the text of serde_json with the path in front. The reader
 * takes one value and reports where it ended; at most 127 levels may be nested.
 */

import { bytesKey, bytesToUtf8, isAscii, isUtf8, keyToBytes, utf8ToBytes } from '../bytes/bytes.ts';
import { sortUtf8 } from '../bytes/utf8Order.ts';
import { PerigeeError } from '../errors.ts';
import { formatFloat, JsonFloat } from './jsonNumber.ts';
import { DEPTH_MAX, JsonReader } from './jsonReader.ts';
import type { JsonError, JsonObject, JsonRead, JsonValue } from './jsonValue.ts';

export type { JsonError, JsonObject, JsonRead, JsonValue } from './jsonValue.ts';

/** Invalid sequences can only be where there is more than ASCII. */
const NON_ASCII = /[\x80-\xff]/;

interface ReadOptions {
  /** How many values it may consist of, itself included. */
  readonly valuesMax?: number | undefined;
  /** A key at the top level, whose value is also wanted as text: only if all bytes are ASCII. */
  readonly located?: string;
}

/** Reads one value from the start of the bytes and ignores what follows. */
export function readExactJson(bytes: Uint8Array, options: ReadOptions = {}): JsonRead {
  return createReader(bytes, false, options).readFirst();
}

export function parseExactJson(text: string): JsonValue {
  return createReader(utf8ToBytes(text), false).readWhole();
}

/** Like `parseJson`, for texts that have long numbers anyway. */
export function parseJsonBytes(bytes: Uint8Array): JsonValue {
  return createReader(bytes, true).readWhole();
}

function createReader(
  bytes: Uint8Array,
  hasPlainFloats: boolean,
  { valuesMax, located }: ReadOptions = {},
): JsonReader {
  const isPlain = isAscii(bytes);
  return new JsonReader(bytesKey(bytes), {
    hasPlainFloats,
    valuesMax,
    located: isPlain ? located : undefined,
    decode: isPlain ? null : decodePiece,
  });
}

/** Returns undefined if the bytes are not UTF-8. */
function decodePiece(latin1: string): string | undefined {
  if (!NON_ASCII.test(latin1)) return latin1;
  const bytes = keyToBytes(latin1);
  return isUtf8(bytes) ? bytesToUtf8(bytes) : undefined;
}

/** Escapes as serde_json does; a lone surrogate, unknown to Rust, becomes U+FFFD. */
export function formatJsonString(text: string): string {
  const json = JSON.stringify(text);
  if (!json.includes('\\ud')) return json;
  return JSON.stringify(bytesToUtf8(utf8ToBytes(text)));
}

/** Compact JSON with the keys of every object in the order of their UTF-8 bytes. */
export function formatJsonValue(value: JsonValue): string {
  return formatScalar(value) ?? formatJsonWithin(value, Number.POSITIVE_INFINITY) ?? '';
}

const INDENT = '  ';
/** As many levels as can be read; with more, the indents would be most of the text. */
const INDENT_LENGTH_MAX = DEPTH_MAX * INDENT.length;

/**
 * The same over several lines, for files that people edit. Throws a PerigeeError of code `json` for
 * a value that is nested too deeply.
 */
export function formatPrettyJson(value: JsonValue, indent = ''): string {
  const scalar = formatScalar(value);
  if (scalar !== null) return scalar;
  if (indent.length >= INDENT_LENGTH_MAX) {
    throw new PerigeeError<JsonError>({ code: 'json' }, `more than ${DEPTH_MAX} levels of JSON`);
  }
  const inner = `${indent}${INDENT}`;
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map((item) => formatPrettyJson(item, inner))]
    : ['{', '}', formatMembers(value as JsonObject, inner)];
  if (items.length === 0) return `${open}${close}`;
  const lines = items.map((item) => `${inner}${item}`).join(',\n');
  return `${open}\n${lines}\n${indent}${close}`;
}

function formatMembers(value: JsonObject, indent: string): string[] {
  return sortUtf8(Object.keys(value)).map((key) => {
    return `${formatJsonString(key)}: ${formatPrettyJson(value[key] as JsonValue, indent)}`;
  });
}

/** The same if the text has at most that many characters, otherwise null, without more work. */
export function formatJsonWithin(value: JsonValue, lengthMax: number): string | null {
  const parts: string[] = [];
  return new JsonWriter(parts, lengthMax).write(value) ? parts.join('') : null;
}

/** The shortest member of an object, `"":0`, with a comma or a bracket. */
const MEMBER_LENGTH_MIN = 5;
/** The shortest item of an array with a comma or a bracket. */
const ITEM_LENGTH_MIN = 2;

class JsonWriter {
  readonly #parts: string[];
  #room: number;

  constructor(parts: string[], lengthMax: number) {
    this.#parts = parts;
    this.#room = lengthMax;
  }

  /** False if there is no room for it. */
  write(value: JsonValue): boolean {
    if (typeof value === 'string' && value.length > this.#room) return false;
    const scalar = formatScalar(value);
    if (scalar !== null) return this.#add(scalar);
    return Array.isArray(value) ? this.#writeArray(value) : this.#writeObject(value as JsonObject);
  }

  #writeArray(items: readonly JsonValue[]): boolean {
    if (items.length * ITEM_LENGTH_MIN > this.#room) return false;
    if (!this.#add('[')) return false;
    for (let i = 0; i < items.length; i++) {
      if (i > 0 && !this.#add(',')) return false;
      if (!this.write(items[i] as JsonValue)) return false;
    }
    return this.#add(']');
  }

  #writeObject(object: JsonObject): boolean {
    const keys = Object.keys(object);
    // Before they are sorted.
    if (keys.length * MEMBER_LENGTH_MIN > this.#room) return false;
    if (!this.#add('{')) return false;
    let separator = '';
    for (const key of sortUtf8(keys)) {
      if (!this.#add(`${separator}${formatJsonString(key)}:`)) return false;
      if (!this.write(object[key] as JsonValue)) return false;
      separator = ',';
    }
    return this.#add('}');
  }

  #add(text: string): boolean {
    this.#room -= text.length;
    if (this.#room < 0) return false;
    this.#parts.push(text);
    return true;
  }
}

/** Null for arrays and objects. */
function formatScalar(value: JsonValue): string | null {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return formatJsonString(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? value.toString() : formatFloat(value);
  }
  return value instanceof JsonFloat ? formatFloat(value.value) : null;
}
