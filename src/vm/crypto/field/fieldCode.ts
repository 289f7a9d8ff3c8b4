// Wasm code for arithmetic modulo a prime. A number is a row of words of 56 bits in its Montgomery
// form, always below the modulus. Products are computed from halves of words, 28 bits: sums of all
// the products that make a digit stay below 2^63, so that nothing has to be carried in between.
// The digits of the modulus have signs for this: near sums of a few powers of two most are zero.

import { assert } from '../../../base/assert.ts';
import {
  I64_ADD,
  I64_AND,
  I64_LOAD,
  I64_MUL,
  I64_OR,
  I64_SHL,
  I64_SHR_S,
  I64_SHR_U,
  I64_STORE,
  I64_SUB,
  LOCAL_GET,
  LOCAL_SET,
  LOCAL_TEE,
} from '../../../base/wasm/wasmOpcodes.ts';
import {
  constant,
  DIGIT_BITS,
  DIGIT_MASK,
  DIGIT_SHIFT,
  type FieldCode,
  inverseDigit,
  WORD_BITS,
  WORD_BYTES,
} from './wordCode.ts';

const ALIGNED_8 = 3;

/** Parameters. */
const TARGET = 0;
const LEFT = 1;
const RIGHT = 2;
const PARAMS = 3;

const WORD_MASK = constant(2n ** BigInt(WORD_BITS) - 1n);
const WORD_SHIFT = constant(BigInt(WORD_BITS));

/** Writes one function: all of them have three parameters, of which a square ignores the last. */
class FieldCodeWriter {
  readonly #modulus: bigint;
  readonly #words: number;
  readonly #modulusDigits: readonly bigint[];
  readonly #code: number[] = [];
  #locals = PARAMS;
  readonly #carry = this.#local();

  constructor(modulus: bigint, words: number) {
    this.#modulus = modulus;
    this.#words = words;
    this.#modulusDigits = signedDigits(modulus, 2 * words);
  }

  get written(): FieldCode {
    return { locals: this.#locals - PARAMS, code: this.#code };
  }

  /** The value that `left` and `right` leave, which is above minus the modulus and below it. */
  combine(operator: typeof I64_ADD | typeof I64_SUB): void {
    this.#reduce((word) => [
      ...this.#load(LEFT, word),
      ...this.#load(RIGHT, word),
      operator,
      ...(operator === I64_ADD ? [...this.#modulusWord(word), I64_SUB] : []),
    ]);
  }

  multiply(): void {
    const left = this.#loadDigits(LEFT);
    const right = this.#loadDigits(RIGHT);
    this.#product((row, digit) => [left[row]!, right[digit]!]);
  }

  /** Each product of two different digits is computed once, and counts twice. */
  square(): void {
    const digits = this.#loadDigits(LEFT);
    const twice = digits.map((digit) => {
      const local = this.#local();
      this.#code.push(LOCAL_GET, digit, LOCAL_GET, digit, I64_ADD, LOCAL_SET, local);
      return local;
    });
    this.#product((row, digit) => {
      if (digit < row) return null;
      return [digits[row]!, digit === row ? digits[digit]! : twice[digit]!];
    });
  }

  /** Adds up rows of products, and after each row the multiple of the modulus that ends it in 0. */
  #product(factors: (row: number, digit: number) => readonly [number, number] | null): void {
    const count = 2 * this.#words;
    const sums = Array.from({ length: count }, () => this.#local());
    const multiple = this.#local();
    const inverse = BigInt.asUintN(DIGIT_BITS, -inverseDigit(this.#modulus));
    const sumOf = (row: number, digit: number): number[] => {
      const pair = factors(row, digit);
      const isFresh = row === 0 || digit === count - 1;
      const product = pair === null ? [] : [LOCAL_GET, pair[0], LOCAL_GET, pair[1], I64_MUL];
      if (isFresh) return pair === null ? constant(0n) : product;
      return [LOCAL_GET, sums[digit]!, ...(pair === null ? [] : [...product, I64_ADD])];
    };
    const modulusProduct = (digit: number) => {
      const factor = this.#modulusDigits[digit]!;
      return factor === 0n ? [] : [LOCAL_GET, multiple, ...constant(factor), I64_MUL, I64_ADD];
    };
    for (let row = 0; row < count; row++) {
      this.#code.push(...sumOf(row, 0), LOCAL_TEE, this.#carry);
      this.#code.push(...constant(inverse), I64_MUL, ...DIGIT_MASK, I64_AND, LOCAL_SET, multiple);
      this.#code.push(LOCAL_GET, this.#carry, ...modulusProduct(0), ...DIGIT_SHIFT, I64_SHR_S);
      this.#code.push(LOCAL_SET, this.#carry);
      for (let digit = 1; digit < count; digit++) {
        this.#code.push(...sumOf(row, digit), ...modulusProduct(digit));
        if (digit === 1) this.#code.push(LOCAL_GET, this.#carry, I64_ADD);
        this.#code.push(LOCAL_SET, sums[digit - 1]!);
      }
    }
    this.#carryDigits(sums);
    this.#reduce((word) => [
      ...[LOCAL_GET, sums[2 * word]!, LOCAL_GET, sums[2 * word + 1]!, ...DIGIT_SHIFT, I64_SHL],
      ...[I64_OR, ...this.#modulusWord(word), I64_SUB],
    ]);
  }

  /** The highest sum is not used so far: what is carried out of the others is that digit. */
  #carryDigits(sums: readonly number[]): void {
    const addCarry = [LOCAL_GET, this.#carry, I64_ADD, LOCAL_TEE, this.#carry];
    this.#code.push(...constant(0n), LOCAL_SET, this.#carry);
    for (const sum of sums.slice(0, -1)) {
      this.#code.push(LOCAL_GET, sum, ...addCarry, ...DIGIT_MASK, I64_AND, LOCAL_SET, sum);
      this.#code.push(LOCAL_GET, this.#carry, ...DIGIT_SHIFT, I64_SHR_S, LOCAL_SET, this.#carry);
    }
    this.#code.push(LOCAL_GET, this.#carry, LOCAL_SET, sums.at(-1)!);
  }

  /** Stores the words of a value, plus the modulus if it is negative. */
  #reduce(word: (index: number) => readonly number[]): void {
    const isNegative = this.#local();
    const words = Array.from({ length: this.#words }, () => this.#local());
    const addCarry = [LOCAL_GET, this.#carry, I64_ADD, LOCAL_TEE, this.#carry];
    const nextCarry = [LOCAL_GET, this.#carry, ...WORD_SHIFT, I64_SHR_S, LOCAL_SET, this.#carry];
    this.#code.push(...constant(0n), LOCAL_SET, this.#carry);
    words.forEach((local, index) => {
      this.#code.push(...word(index), ...addCarry, ...WORD_MASK, I64_AND, LOCAL_SET, local);
      this.#code.push(...nextCarry);
    });
    this.#code.push(LOCAL_GET, this.#carry, LOCAL_SET, isNegative);
    this.#code.push(...constant(0n), LOCAL_SET, this.#carry);
    words.forEach((local, index) => {
      this.#code.push(LOCAL_GET, TARGET, LOCAL_GET, local);
      this.#code.push(...this.#modulusWord(index), LOCAL_GET, isNegative, I64_AND, I64_ADD);
      this.#code.push(...addCarry, ...WORD_MASK, I64_AND);
      this.#code.push(I64_STORE, ALIGNED_8, index * WORD_BYTES, ...nextCarry);
    });
  }

  #loadDigits(pointer: number): number[] {
    return Array.from({ length: this.#words }, (_, word) => {
      const low = this.#local();
      const high = this.#local();
      this.#code.push(...this.#load(pointer, word), LOCAL_TEE, high, ...DIGIT_MASK, I64_AND);
      this.#code.push(LOCAL_SET, low);
      this.#code.push(LOCAL_GET, high, ...DIGIT_SHIFT, I64_SHR_U, LOCAL_SET, high);
      return [low, high];
    }).flat();
  }

  #load(pointer: number, word: number): number[] {
    return [LOCAL_GET, pointer, I64_LOAD, ALIGNED_8, word * WORD_BYTES];
  }

  #modulusWord(index: number): number[] {
    return constant(BigInt.asUintN(WORD_BITS, this.#modulus >> BigInt(WORD_BITS * index)));
  }

  #local(): number {
    return this.#locals++;
  }
}

/** The lowest first, each from -2^27 on and below 2^27. */
function signedDigits(value: bigint, count: number): bigint[] {
  const digits: bigint[] = [];
  let rest = value;
  for (let index = 0; index < count; index++) {
    const digit = BigInt.asIntN(DIGIT_BITS, rest);
    digits.push(digit);
    rest = (rest - digit) >> BigInt(DIGIT_BITS);
  }
  assert(rest === 0n, 'the highest word has room for a sign');
  return digits;
}

export function writeFieldCode(
  modulus: bigint,
  words: number,
): Readonly<Record<'add' | 'subtract' | 'multiply' | 'square', FieldCode>> {
  const write = (fill: (writer: FieldCodeWriter) => void): FieldCode => {
    const writer = new FieldCodeWriter(modulus, words);
    fill(writer);
    return writer.written;
  };
  return {
    add: write((writer) => writer.combine(I64_ADD)),
    subtract: write((writer) => writer.combine(I64_SUB)),
    multiply: write((writer) => writer.multiply()),
    square: write((writer) => writer.square()),
  };
}
