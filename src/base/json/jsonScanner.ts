/**
 * Reads JSON from UTF-8 bytes piece by piece, for callers that know which value comes next: no
 * objects or strings are made that nobody keeps. It takes a subset of what `JSON.parse` takes and
 * gives the same values, except that integers of any length are exact. It throws a PerigeeError of
 * code `json` that does not say what is wrong: the caller reads the text again with exactJson.ts.
 */

import { bytesKey, bytesToUtf8, equalBytes, isUtf8 } from '../bytes/bytes.ts';
import { PerigeeError } from '../errors.ts';
import type { JsonValue } from './jsonValue.ts';
import { parseJson } from './plainJson.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const DIGIT_0 = 0x30;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const ASCII_MAX = 0x7e;

/** Integers with at most this many digits are safe. */
const SAFE_DIGITS = 15;
/** Of 2^128, the longest that any type takes. */
const DIGITS_MAX = 39;

/** With the flag `u` a surrogate matches only where it is not part of a pair. */
const LONE_SURROGATE = /\p{Surrogate}/u;

interface Repeatable {
  readonly text: Uint8Array;
  readonly scan: unknown;
  readonly value: unknown;
}
/** The last bytes of a value, among which something should be unique. */
const HASHED_BYTES = 128;

function hashBytes(bytes: Uint8Array): number {
  let hash = 0;
  for (let i = 0; i < bytes.length; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
  return hash;
}

/** The keys of a kind of object, with the order in which the last ones had them. */
export class KeySet {
  readonly names: readonly string[];
  /** Each with its quotes and colon. */
  readonly bytes: readonly Uint8Array[];
  /** At `i + 1` the key that came after key `i`; at 0 the first one. */
  readonly next: Int16Array;

  constructor(names: readonly string[]) {
    this.names = names;
    this.bytes = names.map((name) => new TextEncoder().encode(`"${name}":`));
    this.next = new Int16Array(names.length + 1).map((_, i) => i % names.length);
  }
}

export class JsonScanner {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** The bounds of the last string without escapes, and a number that depends on its bytes. */
  #textStart = 0;
  #textEnd = 0;
  #textHash = 0;
  /** By a number that depends on the end of their text. */
  readonly #repeatable = new Map<number, Repeatable>();

  constructor(bytes: Uint8Array) {
    if (!isUtf8(bytes)) this.fail();
    this.#bytes = bytes;
  }

  fail(): never {
    throw new PerigeeError({ code: 'json' }, 'this JSON must be read in another way');
  }

  /** Throws unless nothing but white space is left. */
  end(): void {
    this.#skipSpace();
    if (this.#at < this.#bytes.length) this.fail();
  }

  /** Enters an object, or passes over an empty one. */
  openObject(): boolean {
    return this.#open(OPEN_BRACE, CLOSE_BRACE);
  }

  /** Whether there is another key; otherwise the object is left behind. */
  hasMoreKeys(): boolean {
    return this.#hasMore(CLOSE_BRACE);
  }

  openArray(): boolean {
    return this.#open(OPEN_BRACKET, CLOSE_BRACKET);
  }

  hasMoreItems(): boolean {
    return this.#hasMore(CLOSE_BRACKET);
  }

  /** Passes over the key that comes next; -1 if it is not of the set. `last` is the one before. */
  key(set: KeySet, last: number): number {
    const expected = set.next[last + 1] as number;
    const key = set.bytes[expected] as Uint8Array;
    const bytes = this.#bytes;
    const at = this.#at;
    for (let i = 0; i < key.length; i++) {
      if (bytes[at + i] !== key[i]) return this.#findKey(set, last);
    }
    this.#at = at + key.length;
    return expected;
  }

  #findKey(set: KeySet, last: number): number {
    const found = set.names.indexOf(this.keyText());
    if (found !== -1) set.next[last + 1] = found;
    return found;
  }

  /** Any key. */
  keyText(): string {
    const text = this.text();
    this.#skipSpace();
    if (this.#bytes[this.#at] !== COLON) this.fail();
    this.#at++;
    return text;
  }

  /** The first byte of the value that comes next. */
  #peek(): number {
    this.#skipSpace();
    return this.#bytes[this.#at] ?? 0;
  }

  isString(): boolean {
    return this.#peek() === QUOTE;
  }

  isNull(): boolean {
    return this.#peek() === LETTER_N;
  }

  isTrue(): boolean {
    return this.#peek() === LETTER_T;
  }

  /** `true`, `false` or `null`. */
  word(word: string): void {
    this.#skipSpace();
    for (let i = 0; i < word.length; i++) {
      if (this.#bytes[this.#at + i] !== word.charCodeAt(i)) this.fail();
    }
    this.#at += word.length;
  }

  text(): string {
    return this.#plainText() ? this.#sliceText() : this.#escapedText();
  }

  /** A string as `parse` reads it. A table remembers the ones that come again and again. */
  known<T>(table: TextTable<T>, parse: (text: string) => T): T {
    if (!this.#plainText()) return parse(this.#escapedText());
    const found = table.find(this.#bytes, this.#textStart, this.#textEnd, this.#textHash);
    if (found !== undefined) return found;
    const value = parse(this.#sliceText());
    if (this.#textEnd - this.#textStart <= TEXT_BYTES_MAX) {
      table.add(this.#bytes.subarray(this.#textStart, this.#textEnd), this.#textHash, value);
    }
    return value;
  }

  /** A number if it is surely safe. */
  integer(): number | bigint {
    this.#skipSpace();
    const value = this.#digits();
    const next = this.#bytes[this.#at];
    const isEnd = next === COMMA || next === CLOSE_BRACE || next === CLOSE_BRACKET;
    if (!isEnd && next !== undefined && next > SPACE) this.fail();
    return value;
  }

  /** An integer in quotes. */
  quotedInteger(): number | bigint {
    this.#skipSpace();
    if (this.#bytes[this.#at++] !== QUOTE) this.fail();
    const value = this.#digits();
    if (this.#bytes[this.#at++] !== QUOTE) this.fail();
    return value;
  }

  #digits(): number | bigint {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let value = 0;
    for (; ; at++) {
      const digit = bytes[at]! - DIGIT_0;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
    const count = at - start;
    if (count === 0 || count > DIGITS_MAX || (count > 1 && bytes[start] === DIGIT_0)) this.fail();
    this.#at = at;
    return count <= SAFE_DIGITS ? value : BigInt(bytesKey(bytes.subarray(start, at)));
  }

  /** A value that the text may contain more than once; the second time it is the same one. */
  repeated<T>(scan: (scanner: JsonScanner) => T): T {
    this.#skipSpace();
    const start = this.#at;
    this.skip();
    const text = this.#bytes.subarray(start, this.#at);
    const hash = hashBytes(text.subarray(-HASHED_BYTES));
    const known = this.#repeatable.get(hash);
    if (known?.scan === scan && equalBytes(known.text, text)) return known.value as T;
    this.#at = start;
    const value = scan(this);
    this.#repeatable.set(hash, { text, scan, value });
    return value;
  }

  /** Any value, as `parseJson` gives it. */
  value(): JsonValue {
    const start = this.#at;
    this.skip();
    return parseJson(bytesToUtf8(this.#bytes.subarray(start, this.#at)));
  }

  /** The text under the first key of the set, in the object that comes next and is not left. */
  findText(set: KeySet): string {
    const start = this.#at;
    let found = -1;
    let key = -1;
    if (!this.openObject()) this.fail();
    do {
      key = this.key(set, key);
      if (key === 0) found = this.#at;
      this.skip();
    } while (this.hasMoreKeys());
    if (found === -1) this.fail();
    this.#at = found;
    const text = this.text();
    this.#at = start;
    return text;
  }

  /** Passes over a value without verifying that it is valid. */
  skip(): void {
    this.#skipSpace();
    const bytes = this.#bytes;
    let at = this.#at;
    let depth = 0;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) this.fail();
      if (byte === QUOTE) at = this.#stringEnd(at);
      else {
        if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
        else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
        at++;
      }
      if (depth > 0) continue;
      const next = bytes[at];
      const isEnd = next === COMMA || next === CLOSE_BRACE || next === CLOSE_BRACKET;
      if (isEnd || next === undefined || depth < 0) break;
    }
    this.#at = at;
  }

  /** Behind the string that begins here. */
  #stringEnd(start: number): number {
    const bytes = this.#bytes;
    let at = start + 1;
    for (; bytes[at] !== QUOTE; at++) {
      if (bytes[at] === BACKSLASH) at++;
      if (at >= bytes.length) this.fail();
    }
    return at + 1;
  }

  #open(open: number, close: number): boolean {
    this.#skipSpace();
    if (this.#bytes[this.#at] !== open) this.fail();
    this.#at++;
    this.#skipSpace();
    if (this.#bytes[this.#at] !== close) return true;
    this.#at++;
    return false;
  }

  #hasMore(close: number): boolean {
    this.#skipSpace();
    const byte = this.#bytes[this.#at++];
    if (byte === close) return false;
    if (byte !== COMMA) this.fail();
    this.#skipSpace();
    return true;
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    while (bytes[this.#at]! <= SPACE) {
      const byte = bytes[this.#at];
      if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) this.fail();
      this.#at++;
    }
  }

  /** Passes over a string of ASCII without escapes; false for any other, which it leaves. */
  #plainText(): boolean {
    this.#skipSpace();
    const bytes = this.#bytes;
    let at = this.#at;
    if (bytes[at] !== QUOTE) this.fail();
    this.#textStart = ++at;
    let hash = 0;
    for (; ; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTE) break;
      if (!(byte >= SPACE && byte <= ASCII_MAX) || byte === BACKSLASH) return false;
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    this.#textEnd = at;
    this.#textHash = hash;
    this.#at = at + 1;
    return true;
  }

  #sliceText(): string {
    return bytesKey(this.#bytes.subarray(this.#textStart, this.#textEnd));
  }

  #escapedText(): string {
    const start = this.#at;
    this.#at = this.#stringEnd(start);
    try {
      const text = JSON.parse(bytesToUtf8(this.#bytes.subarray(start, this.#at))) as string;
      if (!LONE_SURROGATE.test(text)) return text;
    } catch {
      // The exact reader says what is wrong with it.
    }
    this.fail();
  }
}

/** Longer texts are not remembered. */
const TEXT_BYTES_MAX = 63;
const SLOT_BYTES = 64;
const SLOTS = 4096;
const NO_TEXTS = new Uint8Array();

/**
 * What some of the last texts stand for. The texts are side by side, each behind its length,
 * because most of the time goes into fetching them from memory. Most programs never scan: a table
 * takes memory with its first text.
 */
export class TextTable<T> {
  #texts = NO_TEXTS;
  #values: (T | undefined)[] = [];

  find(bytes: Uint8Array, start: number, end: number, hash: number): T | undefined {
    const slot = slotOf(hash);
    const texts = this.#texts;
    const at = slot * SLOT_BYTES + 1 - start;
    if (texts[slot * SLOT_BYTES] !== end - start) return undefined;
    for (let i = start; i < end; i++) if (texts[at + i] !== bytes[i]) return undefined;
    return this.#values[slot];
  }

  add(text: Uint8Array, hash: number, value: T): void {
    if (this.#texts === NO_TEXTS) {
      this.#texts = new Uint8Array(SLOTS * SLOT_BYTES);
      this.#values = Array(SLOTS).fill(undefined);
    }
    const slot = slotOf(hash);
    this.#texts[slot * SLOT_BYTES] = text.length;
    this.#texts.set(text, slot * SLOT_BYTES + 1);
    this.#values[slot] = value;
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}
