// JSON: arguments are parsed into a tree, results are written as text. The depth is bounded.

import { panic } from './near';

const DEPTH_MAX: i32 = 32;

/** The kinds of values. */
const NULL: i32 = 0;
const BOOL: i32 = 1;
const NUMBER: i32 = 2;
const TEXT: i32 = 3;
const LIST: i32 = 4;
const RECORD: i32 = 5;

export class Json {
  kind: i32;
  /** The text of a string, or the source of a number or of `true`. */
  text: string = '';
  items: Json[] = [];
  names: string[] = [];
  /** The source, as it was given. */
  source: string = '';

  constructor(kind: i32) {
    this.kind = kind;
  }

  /** A field of a record; null if it is missing or null. */
  get(name: string): Json | null {
    const index = this.names.indexOf(name);
    if (index < 0) return null;
    const value = this.items[index];
    return value.kind == NULL ? null : value;
  }

  require(name: string): Json {
    const value = this.get(name);
    if (value === null) fail(`missing field \`${name}\``);
    return value!;
  }

  /** The items of a list; none if it is missing. */
  getList(name: string): Json[] {
    const value = this.get(name);
    if (value === null) return [];
    if (value.kind != LIST) fail(`${name} is not a list`);
    return value.items;
  }

  /** A record, as it was given; null if it is missing. */
  getRecord(name: string): Json | null {
    const value = this.get(name);
    if (value !== null && value.kind != RECORD) fail(`${name} is not an object`);
    return value;
  }

  requireRecord(name: string): Json {
    const value = this.getRecord(name);
    if (value === null) fail(`missing field \`${name}\``);
    return value!;
  }

  isText(): bool {
    return this.kind == TEXT;
  }

  requireText(name: string): string {
    const value = this.require(name);
    if (value.kind != TEXT) fail(`${name} is not a string`);
    return value.text;
  }

  getText(name: string): string | null {
    const value = this.get(name);
    if (value === null) return null;
    if (value.kind != TEXT) fail(`${name} is not a string`);
    return value.text;
  }

  getBool(name: string): bool {
    const value = this.get(name);
    if (value === null) return false;
    if (value.kind != BOOL) fail(`${name} is not a boolean`);
    return value.text == 'true';
  }

  /** A number, also as a string of digits. */
  getNumber(name: string, otherwise: u32): u32 {
    const value = this.get(name);
    if (value === null) return otherwise;
    if (value.kind != NUMBER && value.kind != TEXT) fail(`${name} is not a number`);
    const digits = value.text;
    if (digits.length == 0 || digits.length > 9) fail(`${name} is out of range`);
    let number: u32 = 0;
    for (let index = 0; index < digits.length; index++) {
      const digit = digits.charCodeAt(index) - 48;
      if (digit < 0 || digit > 9) fail(`${name} is not a whole number`);
      number = number * 10 + digit;
    }
    return number;
  }
}

export function fail(reason: string): void {
  panic(`Failed to deserialize input from JSON: ${reason}`);
}

export function quote(text: string): string {
  let result = '"';
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code == 0x22 || code == 0x5c) result += '\\' + text.charAt(index);
    else if (code == 0x0a) result += '\\n';
    else if (code == 0x0d) result += '\\r';
    else if (code == 0x09) result += '\\t';
    else if (code < 0x20) result += '\\u00' + (code < 0x10 ? '0' : '1') + hexDigit(code & 15);
    else result += text.charAt(index);
  }
  return result + '"';
}

function hexDigit(value: i32): string {
  return '0123456789abcdef'.charAt(value);
}

export function quoteOrNull(text: string | null): string {
  return text === null ? 'null' : quote(text);
}

/** The optional member at the end of an event: nothing without a memo. */
export function memoMember(memo: string | null): string {
  return memo === null ? '' : `,"memo":${quote(memo)}`;
}

/** The arguments of a call; no input is the same as no arguments. */
export function parse(text: string): Json {
  if (text.length == 0) return new Json(RECORD);
  const reader = new Reader(text);
  const value = reader.read(0);
  reader.end();
  if (value.kind != RECORD) fail('expected an object');
  return value;
}

class Reader {
  text: string;
  at: i32 = 0;

  constructor(text: string) {
    this.text = text;
  }

  read(depth: i32): Json {
    if (depth > DEPTH_MAX) fail('too deep');
    this.skipSpace();
    const start = this.at;
    const value = this.readValue(depth);
    value.source = this.text.substring(start, this.at);
    this.skipSpace();
    return value;
  }

  end(): void {
    if (this.at < this.text.length) fail(`trailing characters at ${this.at}`);
  }

  private readValue(depth: i32): Json {
    const code = this.peek();
    if (code == 0x7b) return this.readRecord(depth);
    if (code == 0x5b) return this.readList(depth);
    if (code == 0x22) {
      const value = new Json(TEXT);
      value.text = this.readText();
      return value;
    }
    return this.readWord();
  }

  private readRecord(depth: i32): Json {
    const record = new Json(RECORD);
    this.at++;
    this.skipSpace();
    if (this.takes(0x7d)) return record;
    while (true) {
      this.skipSpace();
      if (this.peek() != 0x22) fail(`expected a name at ${this.at}`);
      record.names.push(this.readText());
      this.skipSpace();
      if (!this.takes(0x3a)) fail(`expected a colon at ${this.at}`);
      record.items.push(this.read(depth + 1));
      if (this.takes(0x7d)) return record;
      if (!this.takes(0x2c)) fail(`expected a comma at ${this.at}`);
    }
  }

  private readList(depth: i32): Json {
    const list = new Json(LIST);
    this.at++;
    this.skipSpace();
    if (this.takes(0x5d)) return list;
    while (true) {
      list.items.push(this.read(depth + 1));
      if (this.takes(0x5d)) return list;
      if (!this.takes(0x2c)) fail(`expected a comma at ${this.at}`);
    }
  }

  private readText(): string {
    this.at++;
    let result = '';
    let from = this.at;
    while (true) {
      const code = this.peek();
      if (code < 0x20) fail(`invalid string at ${this.at}`);
      if (code == 0x22) break;
      if (code != 0x5c) {
        this.at++;
        continue;
      }
      result += this.text.substring(from, this.at) + this.readEscape();
      from = this.at;
    }
    result += this.text.substring(from, this.at);
    this.at++;
    return result;
  }

  private readEscape(): string {
    this.at++;
    const code = this.peek();
    this.at++;
    if (code == 0x75) return this.readUnit();
    const index = '"\\/bfnrt'.indexOf(String.fromCharCode(code));
    if (index < 0) fail(`invalid escape at ${this.at}`);
    return '"\\/\b\f\n\r\t'.charAt(index);
  }

  private readUnit(): string {
    let unit = 0;
    for (let index = 0; index < 4; index++) {
      const digit = '0123456789abcdef'.indexOf(String.fromCharCode(this.peek() | 0x20));
      if (digit < 0) fail(`invalid escape at ${this.at}`);
      unit = unit * 16 + digit;
      this.at++;
    }
    return String.fromCharCode(unit);
  }

  private readWord(): Json {
    const start = this.at;
    while (this.at < this.text.length && isWord(this.text.charCodeAt(this.at))) this.at++;
    const word = this.text.substring(start, this.at);
    if (word == 'null') return new Json(NULL);
    const isBool = word == 'true' || word == 'false';
    const first = word.length == 0 ? 0 : word.charCodeAt(0);
    if (!isBool && first != 0x2d && (first < 48 || first > 57)) fail(`unexpected text at ${start}`);
    const value = new Json(isBool ? BOOL : NUMBER);
    value.text = word;
    return value;
  }

  /** The next character; -1 at the end. */
  private peek(): i32 {
    return this.at < this.text.length ? this.text.charCodeAt(this.at) : -1;
  }

  private takes(code: i32): bool {
    if (this.peek() != code) return false;
    this.at++;
    return true;
  }

  private skipSpace(): void {
    while (this.peek() == 0x20 || (this.peek() >= 0x09 && this.peek() <= 0x0d)) this.at++;
  }
}

/** Letters, digits and what numbers consist of. */
function isWord(code: i32): bool {
  const isDigit = code >= 48 && code <= 57;
  const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
  return isDigit || isLetter || code == 0x2d || code == 0x2b || code == 0x2e;
}
