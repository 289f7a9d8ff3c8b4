/**
 * The reader behind exactJson.ts and plainJson.ts. It follows serde_json step by step, for the sake
 * of the texts and columns of its errors, and puts the path of the value in front of them. It also
 * runs in browsers, so it imports nothing of Node.
 */

import { PerigeeError } from '../errors.ts';
import { JsonFloat, partsToNumber } from './jsonNumber.ts';
import type { JsonError, JsonObject, JsonRead, JsonValue } from './jsonValue.ts';
import { knownKey } from './knownKey.ts';

export const DEPTH_MAX = 127;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const WRITABLE = { enumerable: true, configurable: true, writable: true };
/** The longest integers that are surely safe. */
const SAFE_DIGITS = 15;
/** Larger ones make every number infinite or zero. */
const EXPONENT_MAX = 2 ** 31;
/** A quote, a backslash or a control character: all that is not in these ranges. */
const STRING_STOP = /[^ !#-[\]-\uffff]/g;
/** Runs that may be megabytes long. */
const SPACES = /[ \n\t\r]*/y;
const DIGITS = /[0-9]*/y;
const ZEROS = /0*/y;
/** With the flag `u` a surrogate matches only where it is not part of a pair. */
const LONE_SURROGATE = /\p{Surrogate}/u;

interface JsonReaderOptions {
  /** Whether floats are returned as plain numbers. */
  readonly hasPlainFloats: boolean;
  /** At most this many values are read, each array and object included. */
  readonly valuesMax?: number | undefined;
  /** A key at the top level, whose value is also wanted as text. */
  readonly located?: string | undefined;
  /**
   * Decodes the characters of a string if the text is the latin1 form of bytes: offsets then count
   * bytes, and invalid UTF-8, for which this returns undefined, is noticed where a string ends.
   * Null for a text whose characters are already decoded.
   */
  readonly decode: ((latin1: string) => string | undefined) | null;
}

/**
 * Columns count from one: `fail` points at the last character taken, `failNext` at the one that
 * comes next.
 */
export class JsonReader {
  readonly #text: string;
  readonly #decode: (raw: string) => string | undefined;
  readonly #hasPlainFloats: boolean;
  readonly #valuesMax: number;
  readonly #locatedKey: string | undefined;
  /** Keys and indexes that lead to the current value; null for a key not yet read. */
  readonly #path: (string | number | null)[] = [];
  #at = 0;
  #values = 0;
  #hasDuplicateKeys = false;
  #located: string | null = null;

  constructor(text: string, { hasPlainFloats, valuesMax, located, decode }: JsonReaderOptions) {
    this.#text = text;
    this.#decode = decode ?? identity;
    this.#hasPlainFloats = hasPlainFloats;
    this.#valuesMax = valuesMax ?? Number.POSITIVE_INFINITY;
    this.#locatedKey = located;
  }

  readFirst(): JsonRead {
    const value = this.#readValue();
    const hasDuplicateKeys = this.#hasDuplicateKeys;
    const located = this.#located;
    return { value, end: this.#at, hasDuplicateKeys, values: this.#values, located };
  }

  readWhole(): JsonValue {
    const value = this.#readValue();
    if (this.#skipSpace() !== '') this.#failNext('trailing characters');
    return value;
  }

  #readValue(): JsonValue {
    const next = this.#skipSpace();
    if (next === '') this.#failNext('EOF while parsing a value');
    if (++this.#values > this.#valuesMax) this.#failNext(`more than ${this.#valuesMax} values`);
    if (next === '"') return this.#readString();
    if (next === '{') return this.#readObject();
    if (next === '[') return this.#readArray();
    if (next === '-' || isDigit(next)) return this.#readNumber();
    if (next === 't') return this.#readWord('true', true);
    if (next === 'f') return this.#readWord('false', false);
    if (next === 'n') return this.#readWord('null', null);
    this.#failNext('expected value');
  }

  #readArray(): JsonValue[] {
    this.#enter();
    const items: JsonValue[] = [];
    for (let next = this.#skipSpace(); next !== ']'; next = this.#skipSpace()) {
      if (next === '') this.#failNext('EOF while parsing a list');
      if (items.length > 0) {
        if (next !== ',') this.#failNext('expected `,` or `]`');
        this.#at++;
        const after = this.#skipSpace();
        if (after === ']') this.#failNext('trailing comma');
        if (after === '') this.#failNext('EOF while parsing a value');
      }
      this.#path.push(items.length);
      items.push(this.#readValue());
      this.#path.pop();
    }
    this.#at++;
    return items;
  }

  #readObject(): JsonObject {
    this.#enter();
    const object: JsonObject = {};
    let members = 0;
    const depth = this.#path.push(null);
    for (let next = this.#skipSpace(); next !== '}'; next = this.#skipSpace()) {
      if (next === '') this.#failNext('EOF while parsing an object');
      if (members > 0) {
        if (next !== ',') this.#failNext('expected `,` or `}`');
        this.#at++;
        next = this.#skipSpace();
        if (next === '}') this.#failNext('trailing comma');
        if (next === '') this.#failNext('EOF while parsing a value');
      }
      if (next !== '"') this.#failNext('key must be a string');
      members++;
      const key = knownKey(this.#readString());
      this.#readColon();
      this.#path[depth - 1] = key;
      const isLocated = depth === 1 && key === this.#locatedKey;
      setKey(object, key, isLocated ? this.#readLocated() : this.#readValue());
      this.#path[depth - 1] = null;
    }
    this.#path.pop();
    this.#at++;
    if (depth === 1) this.#hasDuplicateKeys = members > Object.keys(object).length;
    return object;
  }

  #readLocated(): JsonValue {
    this.#skipSpace();
    const start = this.#at;
    const value = this.#readValue();
    this.#located = this.#text.slice(start, this.#at);
    return value;
  }

  /** A missing colon belongs to the object, not to the key. */
  #readColon(): void {
    const next = this.#skipSpace();
    if (next === ':') {
      this.#at++;
      return;
    }
    this.#path.pop();
    this.#failNext(next === '' ? 'EOF while parsing an object' : 'expected `:`');
  }

  #readString(): string {
    const start = this.#at + 1;
    STRING_STOP.lastIndex = start;
    if (STRING_STOP.test(this.#text)) {
      const text = this.#readStringUntil(start, STRING_STOP.lastIndex - 1);
      if (text !== undefined) return text;
    }
    return this.#readStringExactly(start);
  }

  /** As far as nothing in it needs a closer look: undefined if something may be wrong with it. */
  #readStringUntil(start: number, stop: number): string | undefined {
    const unit = this.#text.charCodeAt(stop);
    if (unit === BACKSLASH) return this.#readEscapedString(start);
    if (unit !== QUOTE) return undefined;
    const text = this.#decode(this.#text.slice(start, stop));
    if (text !== undefined) this.#at = stop + 1;
    return text;
  }

  /** Natively, as a text may be all escapes; undefined if anything is wrong with the string. */
  #readEscapedString(start: number): string | undefined {
    const end = findStringEnd(this.#text, start);
    if (end === -1) return undefined;
    const escaped = this.#text.slice(start, end);
    const content = this.#decode(escaped);
    if (content === undefined) return undefined;
    try {
      const text = JSON.parse(`"${content}"`) as string;
      if (LONE_SURROGATE.test(text)) return undefined;
      this.#at = end + 1;
      return text;
    } catch {
      return undefined;
    }
  }

  /** Piece by piece, with the error of the first fault. */
  #readStringExactly(from: number): string {
    const pieces: string[] = [];
    let isValid = true;
    for (let start = from; ; start = this.#at) {
      STRING_STOP.lastIndex = start;
      const hasStop = STRING_STOP.test(this.#text);
      this.#at = hasStop ? STRING_STOP.lastIndex : this.#text.length;
      if (!hasStop) this.#fail('EOF while parsing a string');
      const piece = this.#decode(this.#text.slice(start, this.#at - 1));
      isValid &&= piece !== undefined;
      pieces.push(piece ?? '');
      const last = this.#text[this.#at - 1];
      if (last === '"') break;
      if (last !== '\\') {
        this.#fail('control character (\\u0000-\\u001F) found while parsing a string');
      }
      pieces.push(this.#readEscape());
    }
    if (!isValid) this.#fail('invalid unicode code point');
    return pieces.length === 1 ? (pieces[0] as string) : pieces.join('');
  }

  /** Reads what follows a backslash. */
  #readEscape(): string {
    const code = this.#take('EOF while parsing a string');
    if (code !== 'u') {
      const index = '"\\/bfnrt'.indexOf(code);
      if (index === -1) this.#fail('invalid escape');
      return '"\\/\b\f\n\r\t'[index]!;
    }
    const high = this.#readHex();
    if (high >= 0xdc00 && high <= 0xdfff) this.#fail('lone leading surrogate in hex escape');
    if (high < 0xd800 || high > 0xdbff) return String.fromCharCode(high);
    for (const expected of '\\u') {
      if (this.#take('EOF while parsing a string') !== expected) {
        this.#fail('unexpected end of hex escape');
      }
    }
    const low = this.#readHex();
    if (low < 0xdc00 || low > 0xdfff) this.#fail('lone leading surrogate in hex escape');
    return String.fromCharCode(high, low);
  }

  #readHex(): number {
    const digits = this.#text.slice(this.#at, this.#at + 4);
    this.#at += digits.length;
    if (digits.length < 4) this.#fail('EOF while parsing a string');
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail('invalid escape');
    return Number.parseInt(digits, 16);
  }

  #readNumber(): number | bigint | JsonFloat {
    const isNegative = this.#text[this.#at] === '-';
    if (isNegative) this.#at++;
    const start = this.#at;
    const first = this.#take('EOF while parsing a value');
    if (!isDigit(first)) this.#fail('invalid number');
    if (first !== '0') this.#skipDigits();
    else if (isDigit(this.#peek())) this.#failNext('invalid number');
    const integer = this.#text.slice(start, this.#at);
    const fraction = this.#peek() === '.' ? this.#readFraction() : undefined;
    const hasExponent = this.#peek() === 'e' || this.#peek() === 'E';
    if (fraction === undefined && !hasExponent && integer.length <= SAFE_DIGITS) {
      const magnitude = Number(integer);
      if (!isNegative) return magnitude;
      if (magnitude !== 0) return -magnitude;
    }
    const isZero = /^0*$/.test(integer + (fraction ?? ''));
    const exponent = hasExponent ? this.#readExponent(isZero) : undefined;
    const number = partsToNumber({ isNegative, integer, fraction, exponent });
    if (number === undefined) this.#fail('number out of range');
    return this.#hasPlainFloats && number instanceof JsonFloat ? number.value : number;
  }

  #readFraction(): string {
    const start = ++this.#at;
    this.#skipDigits();
    if (this.#at === start) {
      this.#failNext(this.#peek() === '' ? 'EOF while parsing a value' : 'invalid number');
    }
    return this.#text.slice(start, this.#at);
  }

  #readExponent(isZero: boolean): number {
    this.#at++;
    const sign = this.#peek();
    if (sign === '+' || sign === '-') this.#at++;
    const first = this.#take('EOF while parsing a value');
    if (!isDigit(first)) this.#fail('invalid number');
    let exponent = Number(first);
    if (exponent === 0) this.#skip(ZEROS);
    while (isDigit(this.#peek()) && exponent < EXPONENT_MAX) {
      exponent = Math.min(exponent * 10 + Number(this.#text[this.#at++]), EXPONENT_MAX);
      if (exponent === EXPONENT_MAX && sign !== '-' && !isZero) this.#fail('number out of range');
    }
    this.#skipDigits();
    return sign === '-' ? -exponent : exponent;
  }

  #readWord<T>(word: string, value: T): T {
    this.#at++;
    for (const expected of word.slice(1)) {
      if (this.#take('EOF while parsing a value') !== expected) this.#fail('expected ident');
    }
    return value;
  }

  #enter(): void {
    if (this.#path.length >= DEPTH_MAX) this.#failNext('recursion limit exceeded');
    this.#at++;
  }

  /** The next character that is not white space, or '' at the end. */
  #skipSpace(): string {
    if (' \n\t\r'.includes(this.#text[this.#at] ?? '-')) this.#skip(SPACES);
    return this.#peek();
  }

  #skipDigits(): void {
    if (isDigit(this.#peek())) this.#skip(DIGITS);
  }

  #skip(run: RegExp): void {
    run.lastIndex = this.#at;
    run.test(this.#text);
    this.#at = run.lastIndex;
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  /** Takes one character, or fails with the text for the end of the input. */
  #take(atEnd: string): string {
    if (this.#at === this.#text.length) this.#fail(atEnd);
    return this.#text[this.#at++]!;
  }

  #failNext(text: string): never {
    this.#at = Math.min(this.#text.length, this.#at + 1);
    this.#fail(text);
  }

  #fail(text: string): never {
    let line = 1;
    let start = 0;
    for (let end = this.#findLineEnd(0); end !== -1; end = this.#findLineEnd(start)) {
      line++;
      start = end + 1;
    }
    const where = `at line ${line} column ${this.#at - start}`;
    const prefix = this.#path.some((step) => step !== null) ? `${formatPath(this.#path)}: ` : '';
    throw new PerigeeError<JsonError>({ code: 'json' }, `${prefix}${text} ${where}`);
  }

  /** The next line feed before the current place, or -1. */
  #findLineEnd(from: number): number {
    const end = this.#text.indexOf('\n', from);
    return end < this.#at ? end : -1;
  }
}

/** The offset of the quote that ends a string, or -1. */
function findStringEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at++;
  }
  return -1;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** Assigning `__proto__` would change the prototype instead of making a key. */
function setKey(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, ...WRITABLE });
}

function identity(text: string): string {
  return text;
}

function formatPath(path: readonly (string | number | null)[]): string {
  const steps = path.map((step, index) => {
    if (typeof step === 'number') return `[${step}]`;
    return (index === 0 ? '' : '.') + (step ?? '?');
  });
  return steps.join('');
}
