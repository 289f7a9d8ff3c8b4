// Wasm code for inverses modulo an odd number, by the divsteps of Bernstein and Yang (2019), the
// variant that begins with half a step. Values are rows of signed digits of 28 bits; as many steps
// as a digit has bits are done on the lowest digits alone, then applied to the rows.

import { NO_RESULT } from '../../../base/wasm/wasmModule.ts';
import * as op from '../../../base/wasm/wasmOpcodes.ts';
import {
  constant,
  DIGIT_BITS,
  DIGIT_MASK,
  DIGIT_SHIFT,
  type FieldCode,
  inverseDigit,
  WORD_BYTES,
} from './wordCode.ts';

const TARGET = 0;
const SOURCE = 1;
const PARAMS = 2;
const ALIGNED_8 = 3;
const SIGN_SHIFT = constant(63n);

const { LOCAL_GET, LOCAL_SET, LOCAL_TEE } = op;
const { I64_ADD, I64_AND, I64_MUL, I64_OR, I64_SHL, I64_SHR_S, I64_SHR_U, I64_SUB, I64_XOR } = op;

class InversionWriter {
  readonly code: number[] = [];
  readonly #modulus: bigint;
  readonly #digits: number;
  #locals = PARAMS;
  /** The two numbers whose divisor is looked for, and what multiple of the source they are. */
  readonly #f: readonly number[];
  readonly #g: readonly number[];
  readonly #d: readonly number[];
  readonly #e: readonly number[];
  /** The steps as a matrix: the next f is uf + vg, the next g is qf + rg. */
  readonly #u = this.#local();
  readonly #v = this.#local();
  readonly #q = this.#local();
  readonly #r = this.#local();
  readonly #zeta = this.#local();
  readonly #mask = this.#local();
  readonly #isOdd = this.#local();
  readonly #left = this.#local();
  readonly #right = this.#local();

  constructor(modulus: bigint, words: number) {
    this.#modulus = modulus;
    this.#digits = 2 * words;
    const row = () => Array.from({ length: this.#digits }, () => this.#local());
    this.#f = row();
    this.#g = row();
    this.#d = row();
    this.#e = row();
  }

  write(): FieldCode {
    const rounds = this.#local();
    this.#begin(rounds);
    this.code.push(op.LOOP, NO_RESULT);
    this.#writeSteps();
    this.#applySteps(this.#f, this.#g, false);
    this.#applySteps(this.#d, this.#e, true);
    this.code.push(LOCAL_GET, rounds, ...constant(1n), I64_SUB, LOCAL_TEE, rounds);
    this.code.push(...constant(0n), op.I64_NE, op.BR_IF, 0, op.END);
    this.#finish();
    return { locals: this.#locals - PARAMS, code: this.code };
  }

  #begin(rounds: number): void {
    for (let digit = 0; digit < this.#digits; digit++) {
      this.#set(this.#f[digit]!, this.#digit(digit));
      this.#set(this.#e[digit]!, digit === 0 ? 1n : 0n);
      const half = digit % 2 === 0 ? [] : [...DIGIT_SHIFT, I64_SHR_U];
      const offset = (digit >> 1) * WORD_BYTES;
      this.code.push(LOCAL_GET, SOURCE, op.I64_LOAD, ALIGNED_8, offset, ...half, ...DIGIT_MASK);
      this.code.push(I64_AND, LOCAL_SET, this.#g[digit]!);
    }
    this.#set(this.#zeta, -1n);
    this.#set(rounds, BigInt(roundsFor(this.#modulus.toString(2).length)));
  }

  /** On the lowest digits, of which one bit less is right after each step. */
  #writeSteps(): void {
    const [f, g] = [this.#left, this.#right];
    this.#set(this.#u, 1n);
    this.#set(this.#v, 0n);
    this.#set(this.#q, 0n);
    this.#set(this.#r, 1n);
    this.code.push(LOCAL_GET, this.#f[0]!, LOCAL_SET, f, LOCAL_GET, this.#g[0]!, LOCAL_SET, g);
    for (let step = 0; step < DIGIT_BITS; step++) {
      this.code.push(LOCAL_GET, this.#zeta, ...SIGN_SHIFT, I64_SHR_S, LOCAL_SET, this.#mask);
      this.code.push(...constant(0n), LOCAL_GET, g, ...constant(1n), I64_AND, I64_SUB);
      this.code.push(LOCAL_SET, this.#isOdd);
      this.#addMasked(g, this.#negatedIf(f), this.#isOdd);
      this.#addMasked(this.#q, this.#negatedIf(this.#u), this.#isOdd);
      this.#addMasked(this.#r, this.#negatedIf(this.#v), this.#isOdd);
      this.code.push(LOCAL_GET, this.#mask, LOCAL_GET, this.#isOdd, I64_AND);
      this.code.push(LOCAL_TEE, this.#mask, LOCAL_GET, this.#zeta, I64_XOR);
      this.code.push(...constant(1n), I64_SUB, LOCAL_SET, this.#zeta);
      this.#addMasked(f, [LOCAL_GET, g], this.#mask);
      this.#addMasked(this.#u, [LOCAL_GET, this.#q], this.#mask);
      this.#addMasked(this.#v, [LOCAL_GET, this.#r], this.#mask);
      this.code.push(LOCAL_GET, g, ...constant(1n), I64_SHR_S, LOCAL_SET, g);
      for (const local of [this.#u, this.#v]) {
        this.code.push(LOCAL_GET, local, ...constant(1n), I64_SHL, LOCAL_SET, local);
      }
    }
  }

  /** Applies the matrix to two rows and divides by 2^28, modulo the modulus if it is wanted. */
  #applySteps(first: readonly number[], second: readonly number[], isModular: boolean): void {
    const multiples = isModular ? [this.#mask, this.#isOdd] : [];
    const rows = [
      { sum: this.#left, factors: [this.#u, this.#v], target: first, multiple: multiples[0] },
      { sum: this.#right, factors: [this.#q, this.#r], target: second, multiple: multiples[1] },
    ];
    if (isModular) this.#chooseMultiples(first, second);
    for (let digit = 0; digit < this.#digits; digit++) {
      for (const { sum, factors, multiple } of rows) {
        if (digit > 0) this.code.push(LOCAL_GET, sum);
        this.code.push(...product(factors[0]!, first[digit]!));
        this.code.push(...product(factors[1]!, second[digit]!), I64_ADD);
        if (digit > 0) this.code.push(I64_ADD);
        if (multiple !== undefined) {
          this.code.push(LOCAL_GET, multiple, ...constant(this.#digit(digit)), I64_MUL, I64_ADD);
        }
        this.code.push(LOCAL_SET, sum);
      }
      for (const { sum, target } of rows) {
        if (digit > 0) {
          this.code.push(LOCAL_GET, sum, ...DIGIT_MASK, I64_AND, LOCAL_SET, target[digit - 1]!);
        }
        this.code.push(LOCAL_GET, sum, ...DIGIT_SHIFT, I64_SHR_S, LOCAL_SET, sum);
      }
    }
    for (const { sum, target } of rows) this.code.push(LOCAL_GET, sum, LOCAL_SET, target.at(-1)!);
  }

  /** What makes the lowest digit zero, and keeps values above minus twice the modulus. */
  #chooseMultiples(first: readonly number[], second: readonly number[]): void {
    const inverse = inverseDigit(this.#modulus);
    const sign = (row: readonly number[]) => [LOCAL_GET, row.at(-1)!, ...SIGN_SHIFT, I64_SHR_S];
    const choose = (multiple: number, a: number, b: number) => {
      this.code.push(LOCAL_GET, a, ...sign(first), I64_AND);
      this.code.push(LOCAL_GET, b, ...sign(second), I64_AND, I64_ADD, LOCAL_TEE, multiple);
      this.code.push(...product(a, first[0]!), ...product(b, second[0]!), I64_ADD);
      this.code.push(...constant(inverse), I64_MUL, LOCAL_GET, multiple, I64_ADD);
      this.code.push(...DIGIT_MASK, I64_AND, I64_SUB, LOCAL_SET, multiple);
    };
    choose(this.#mask, this.#u, this.#v);
    choose(this.#isOdd, this.#q, this.#r);
  }

  /** The multiple that makes one is d, or its negation where f is minus one. */
  #finish(): void {
    const sign = this.#right;
    this.code.push(LOCAL_GET, this.#f.at(-1)!, ...SIGN_SHIFT, I64_SHR_S, LOCAL_SET, sign);
    const negated = (value: number[]) => [
      ...[...value, LOCAL_GET, sign, I64_XOR, LOCAL_GET, sign, I64_SUB],
    ];
    this.#addModulusIfNegative(negated);
    this.#addModulusIfNegative((value) => value);
    for (let word = 0; word < this.#digits / 2; word++) {
      this.code.push(LOCAL_GET, TARGET, LOCAL_GET, this.#d[2 * word]!);
      this.code.push(LOCAL_GET, this.#d[2 * word + 1]!, ...DIGIT_SHIFT, I64_SHL, I64_OR);
      this.code.push(op.I64_STORE, ALIGNED_8, word * WORD_BYTES);
    }
  }

  /** Of d; then `change` is applied to each digit. */
  #addModulusIfNegative(change: (value: number[]) => number[]): void {
    const highest = this.#d.at(-1)!;
    const sum = this.#left;
    this.code.push(LOCAL_GET, highest, ...SIGN_SHIFT, I64_SHR_S, LOCAL_SET, this.#mask);
    this.#set(sum, 0n);
    for (const [index, digit] of this.#d.entries()) {
      const modulus = [...constant(this.#digit(index)), LOCAL_GET, this.#mask, I64_AND];
      this.code.push(...change([LOCAL_GET, digit, ...modulus, I64_ADD]));
      this.code.push(LOCAL_GET, sum, I64_ADD, LOCAL_SET, sum);
      const isHighest = digit === highest;
      this.code.push(LOCAL_GET, sum, ...(isHighest ? [] : [...DIGIT_MASK, I64_AND]));
      this.code.push(LOCAL_SET, digit);
      this.code.push(LOCAL_GET, sum, ...DIGIT_SHIFT, I64_SHR_S, LOCAL_SET, sum);
    }
  }

  #negatedIf(local: number): number[] {
    return [LOCAL_GET, local, LOCAL_GET, this.#mask, I64_XOR, LOCAL_GET, this.#mask, I64_SUB];
  }

  #addMasked(local: number, value: readonly number[], mask: number): void {
    this.code.push(...value, LOCAL_GET, mask, I64_AND, LOCAL_GET, local, I64_ADD);
    this.code.push(LOCAL_SET, local);
  }

  #set(local: number, value: bigint): void {
    this.code.push(...constant(value), LOCAL_SET, local);
  }

  #digit(index: number): bigint {
    return BigInt.asUintN(DIGIT_BITS, this.#modulus >> BigInt(DIGIT_BITS * index));
  }

  #local(): number {
    return this.#locals++;
  }
}

/** The plain inverse, of any number below the modulus; zero stays zero. */
export function writeInversion(modulus: bigint, words: number): FieldCode {
  return new InversionWriter(modulus, words).write();
}

/** The number of steps that is proven to be enough, in rounds. */
function roundsFor(bits: number): number {
  const steps = Math.floor((45_907 * bits + 26_313) / 19_929) + 1;
  return Math.ceil(steps / DIGIT_BITS);
}

function product(a: number, b: number): number[] {
  return [LOCAL_GET, a, LOCAL_GET, b, I64_MUL];
}
