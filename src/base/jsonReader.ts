/**
 * The reader behind exactJson.ts. It follows serde_json step by step, for the sake of the texts and
 * columns of its errors, and puts the path of the value in front of them.
 */

import { bytesKey, bytesToUtf8, isAscii, isUtf8, keyToBytes } from './bytes.ts';
import { PerigeeError } from './errors.ts';
import { JsonFloat, partsToNumber } from './jsonNumber.ts';

export type JsonObject = { [key: string]: JsonValue };
export type JsonValue =
  | null
  | boolean
  /** A safe integer; from `parseJson` also any float. */
  | number
  /** An integer of 64 bits that is not safe. */
  | bigint
  | JsonFloat
  | string
  | JsonValue[]
  | JsonObject;

export type JsonError = { readonly code: 'json' };

export type JsonRead = {
  readonly value: JsonValue;
  /** The offset of the first byte after the value. */
  readonly end: number;
  /** Whether the value is an object that has a key twice at its top level; the last one counts. */
  readonly hasDuplicateKeys: boolean;
};

const DEPTH_MAX = 127;
const WRITABLE = { enumerable: true, configurable: true, writable: true };
/** The longest integers that are surely safe. */
const SAFE_DIGITS = 15;
/** A quote, a backslash or a control character: all that is not in these ranges. */
const STRING_STOP = /[^ !#-[\]-\xff]/g;

/**
 * Works on the latin1 text of the bytes, so that offsets count bytes and bad UTF-8 is noticed
 * where a string ends. Columns count from one: `fail` points at the last character taken,
 * `failNext` at the one that comes next.
 */
export class JsonReader {
  readonly #text: string;
  readonly #isAscii: boolean;
  readonly #hasPlainFloats: boolean;
  /** Keys and indexes that lead to the current value; null stands for a key not yet read. */
  readonly #path: (string | number | null)[] = [];
  #at = 0;
  #hasDuplicateKeys = false;

  constructor(bytes: Uint8Array, hasPlainFloats: boolean) {
    this.#text = bytesKey(bytes);
    this.#isAscii = isAscii(bytes);
    this.#hasPlainFloats = hasPlainFloats;
  }

  readFirst(): JsonRead {
    const value = this.#readValue();
    return { value, end: this.#at, hasDuplicateKeys: this.#hasDuplicateKeys };
  }

  readWhole(): JsonValue {
    const value = this.#readValue();
    if (this.#skipSpace() !== '') this.#failNext('trailing characters');
    return value;
  }

  #readValue(): JsonValue {
    const next = this.#skipSpace();
    if (next === '') this.#failNext('EOF while parsing a value');
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
    let isFirst = true;
    const depth = this.#path.push(null);
    for (let next = this.#skipSpace(); next !== '}'; next = this.#skipSpace()) {
      if (next === '') this.#failNext('EOF while parsing an object');
      if (!isFirst) {
        if (next !== ',') this.#failNext('expected `,` or `}`');
        this.#at++;
        next = this.#skipSpace();
        if (next === '}') this.#failNext('trailing comma');
        if (next === '') this.#failNext('EOF while parsing a value');
      }
      if (next !== '"') this.#failNext('key must be a string');
      isFirst = false;
      const key = this.#readString();
      if (depth === 1 && Object.hasOwn(object, key)) this.#hasDuplicateKeys = true;
      this.#readColon();
      this.#path[depth - 1] = key;
      setKey(object, key, this.#readValue());
      this.#path[depth - 1] = null;
    }
    this.#path.pop();
    this.#at++;
    return object;
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
    let text = '';
    let isValid = true;
    for (let start = this.#at + 1; ; start = this.#at) {
      STRING_STOP.lastIndex = start;
      const hasStop = STRING_STOP.test(this.#text);
      this.#at = hasStop ? STRING_STOP.lastIndex : this.#text.length;
      if (!hasStop) this.#fail('EOF while parsing a string');
      const latin1 = this.#text.slice(start, this.#at - 1);
      const piece = this.#isAscii ? latin1 : decodePiece(latin1);
      isValid &&= piece !== undefined;
      text += piece ?? '';
      const last = this.#text[this.#at - 1];
      if (last === '"') break;
      if (last !== '\\') {
        this.#fail('control character (\\u0000-\\u001F) found while parsing a string');
      }
      text += this.#readEscape();
    }
    if (!isValid) this.#fail('invalid unicode code point');
    return text;
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
    while (isDigit(this.#peek())) {
      exponent = Math.min(exponent * 10 + Number(this.#text[this.#at++]), 2 ** 31);
      if (exponent === 2 ** 31 && sign !== '-' && !isZero) this.#fail('number out of range');
    }
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

  /** The next character that is no white space, or '' at the end. */
  #skipSpace(): string {
    while (' \n\t\r'.includes(this.#text[this.#at] ?? '-')) this.#at++;
    return this.#peek();
  }

  #skipDigits(): void {
    while (isDigit(this.#peek())) this.#at++;
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
    const lines = this.#text.slice(0, this.#at).split('\n');
    const where = `at line ${lines.length} column ${lines.at(-1)!.length}`;
    const prefix = this.#path.some((step) => step !== null) ? `${formatPath(this.#path)}: ` : '';
    throw new PerigeeError<JsonError>({ code: 'json' }, `${prefix}${text} ${where}`);
  }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** Assigning `__proto__` would change the prototype instead of making a key. */
function setKey(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, ...WRITABLE });
}

/** Returns undefined when the bytes are no UTF-8. */
function decodePiece(latin1: string): string | undefined {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  const bytes = keyToBytes(latin1);
  return isUtf8(bytes) ? bytesToUtf8(bytes) : undefined;
}

function formatPath(path: readonly (string | number | null)[]): string {
  const steps = path.map((step, index) => {
    if (typeof step === 'number') return `[${step}]`;
    return (index === 0 ? '' : '.') + (step ?? '?');
  });
  return steps.join('');
}
