// Reads a symbol of the newer scheme and collects the text that it stands for.

import { decodePunycode } from './punycode.ts';

const DEPTH_MAX = 200;
const TEXT_CHARS_MAX = 4_096;
/** What is read again through back references counts, even if nothing is printed. */
const STEPS_MAX = 20_000;
const LETTERS = 26;

const DECIMAL = /0|[1-9]\d*/y;
const BASE_62 = /([0-9a-zA-Z]*)_/y;
const HEX = /([0-9a-f]*)_/y;
const DIGITS_62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Also thrown for a symbol that would be too long. */
export class MalformedSymbol extends Error {}

export class SymbolPrinter {
  text = '';
  readonly #symbol: string;
  #offset = 0;
  #depth = 0;
  #steps = 0;
  #isSilent = false;
  /** How many lifetimes the binders around this place have introduced. */
  #lifetimes = 0;

  constructor(symbol: string) {
    this.#symbol = symbol;
  }

  isAtEnd(): boolean {
    return this.#offset === this.#symbol.length;
  }

  peek(): string {
    return this.#symbol[this.#offset] ?? '';
  }

  next(): string {
    const character = this.peek();
    if (character === '') this.fail();
    this.#offset++;
    return character;
  }

  eat(character: string): boolean {
    if (this.peek() !== character) return false;
    this.#offset++;
    return true;
  }

  fail(): never {
    throw new MalformedSymbol();
  }

  print(text: string): void {
    if (this.#isSilent) return;
    this.text += text;
    if (this.text.length > TEXT_CHARS_MAX) this.fail();
  }

  /** Reads without printing. */
  silently(read: () => void): void {
    const wasSilent = this.#isSilent;
    this.#isSilent = true;
    read();
    this.#isSilent = wasSilent;
  }

  /** Every nested path, type and constant. */
  nested(read: () => void): void {
    if (++this.#depth > DEPTH_MAX || ++this.#steps > STEPS_MAX) this.fail();
    read();
    this.#depth--;
  }

  /** Items up to `E`; returns their number. */
  list(separator: string, item: () => void): number {
    let count = 0;
    for (; !this.eat('E'); count++) {
      if (count > 0) this.print(separator);
      item();
    }
    return count;
  }

  /** Reads at the place that a back reference points to; the `B` has been read. */
  backReference(read: () => void): void {
    const start = this.#offset - 1;
    const target = this.base62();
    if (target >= start) this.fail();
    // What was printed there need not be read again.
    if (this.#isSilent) return;
    const after = this.#offset;
    this.#offset = target;
    this.nested(read);
    this.#offset = after;
  }

  #match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.#symbol);
    if (match === null) this.fail();
    this.#offset = pattern.lastIndex;
    return match;
  }

  /** Exact up to 2^53; only numbers that tell crates apart are larger, and these are not shown. */
  base62(): number {
    const digits = this.#match(BASE_62)[1] as string;
    if (digits === '') return 0;
    let value = 0;
    for (const digit of digits) value = value * DIGITS_62.length + DIGITS_62.indexOf(digit);
    return value + 1;
  }

  /** 0 without the tag, so that the first number with it is 1. */
  optionalBase62(tag: string): number {
    return this.eat(tag) ? this.base62() + 1 : 0;
  }

  hex(): string {
    return this.#match(HEX)[1] as string;
  }

  identifier(): string {
    const isPunycode = this.eat('u');
    const length = Number(this.#match(DECIMAL)[0]);
    this.eat('_');
    const end = this.#offset + length;
    if (end > this.#symbol.length) this.fail();
    const text = this.#symbol.slice(this.#offset, end);
    this.#offset = end;
    return isPunycode ? (decodePunycode(text) ?? this.fail()) : text;
  }

  /** By its distance from the innermost binder; 0 stands for an erased one. */
  printLifetime(distance: number): void {
    if (distance === 0) {
      this.print("'_");
      return;
    }
    const index = this.#lifetimes - distance;
    if (index < 0 && !this.#isSilent) this.fail();
    const letter = index < LETTERS ? String.fromCharCode(97 + index) : `_${index}`;
    this.print(`'${letter}`);
  }

  /** Introduces lifetimes, if there are any, for what is read. */
  inBinder(read: () => void): void {
    const bound = this.optionalBase62('G');
    if (bound > STEPS_MAX) this.fail();
    if (bound > 0) this.print('for<');
    for (let index = 0; index < bound; index++) {
      if (index > 0) this.print(', ');
      this.#lifetimes++;
      this.printLifetime(1);
    }
    if (bound > 0) this.print('> ');
    read();
    this.#lifetimes -= bound;
  }
}
