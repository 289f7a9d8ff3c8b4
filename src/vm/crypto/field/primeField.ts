// The field modulo a prime that is 3 modulo 4, which makes roots easy. Numbers in memory are in
// Montgomery form; bytes are those of the plain number.

import { numberToBytesBe as toBytes } from '../numbers.ts';
import type { Field } from './field.ts';
import { writeFieldCode } from './fieldCode.ts';
import { writeInversion } from './inversionCode.ts';
import type { Operation, WasmProgram } from './wasmProgram.ts';
import { WORD_BITS, WORD_BYTES } from './wordCode.ts';

const WORD_CONTENT_BYTES = WORD_BITS / 8;
const WINDOW_BITS = 5;

export class PrimeField implements Field {
  readonly program: WasmProgram;
  readonly modulus: bigint;
  readonly size: number;
  /** Bytes of a number outside. */
  readonly byteLength: number;
  readonly zero: number;
  readonly one: number;
  readonly add: Operation;
  readonly subtract: Operation;
  readonly multiply: Operation;
  readonly square: Operation;
  readonly invert: Operation;
  /** The power of (modulus - 3) / 4: an inverse of a square root, if there is one. */
  readonly inverseRoot: Operation;
  readonly #modulusBytes: Uint8Array;
  readonly #halfBytes: Uint8Array;
  /** The Montgomery factor and its square. */
  readonly #factor: bigint;
  readonly #toMontgomery: number;
  readonly #fromMontgomery: number;
  readonly #plain: number;
  readonly #temporary: { readonly root: number; readonly square: number };

  constructor(program: WasmProgram, modulus: bigint) {
    const bits = modulus.toString(2).length;
    const words = Math.ceil(bits / WORD_BITS);
    this.program = program;
    this.modulus = modulus;
    this.size = words * WORD_BYTES;
    this.byteLength = Math.ceil(bits / 8);
    this.#factor = 2n ** BigInt(words * WORD_BITS);
    const code = writeFieldCode(modulus, words);
    this.add = program.defineCode({ params: 3, ...code.add });
    this.subtract = program.defineCode({ params: 3, ...code.subtract });
    this.multiply = program.defineCode({ params: 3, ...code.multiply });
    this.square = program.defineCode({ params: 3, ...code.square });
    this.#modulusBytes = toBytes(modulus, this.byteLength);
    this.#halfBytes = toBytes((modulus + 1n) / 2n, this.byteLength);
    this.zero = this.constant(0n);
    this.one = this.constant(1n);
    this.#toMontgomery = this.constant(this.#factor);
    this.#fromMontgomery = this.allocate();
    this.#place(this.#fromMontgomery, Uint8Array.of(1));
    this.#plain = this.allocate();
    this.#temporary = { root: this.allocate(), square: this.allocate() };
    this.inverseRoot = this.#definePower((modulus - 3n) / 4n);
    const invertPlain = program.defineCode({ params: 2, ...writeInversion(modulus, words) });
    const inverse = this.allocate();
    // The inverse lacks the factor twice, and loses it once more in the product.
    const cube = this.constant(this.#factor ** 2n);
    this.invert = program.define(2, (target, source) => {
      invertPlain(inverse, source);
      this.multiply(target, inverse, cube);
    });
  }

  allocate(): number {
    return this.program.allocate(this.size);
  }

  constant(value: bigint): number {
    const address = this.allocate();
    const number = (value * this.#factor) % this.modulus;
    this.#place(address, toBytes(number, this.byteLength).reverse());
    return address;
  }

  copy(target: number, source: number): void {
    this.program.memory.copyWithin(target, source, source + this.size);
  }

  equals(a: number, b: number): boolean {
    const { memory } = this.program;
    for (let index = 0; index < this.size; index++) {
      if (memory[a + index] !== memory[b + index]) return false;
    }
    return true;
  }

  /** Takes the big-endian number `bytes`; false if it is not below the modulus. */
  read(target: number, bytes: Uint8Array): boolean {
    if (!isBelow(bytes, this.#modulusBytes)) return false;
    this.#place(target, bytes.toReversed());
    this.multiply(target, target, this.#toMontgomery);
    return true;
  }

  /** The number in big-endian bytes. */
  write(source: number): Uint8Array {
    this.multiply(this.#plain, source, this.#fromMontgomery);
    const { memory } = this.program;
    const bytes = new Uint8Array(this.byteLength);
    for (let index = 0; index < bytes.length; index++) {
      bytes[bytes.length - 1 - index] = memory[this.#plain + placeOf(index)]!;
    }
    return bytes;
  }

  /** Without a root, the target becomes that of the negation. */
  squareRoot(target: number, source: number): boolean {
    const { root, square } = this.#temporary;
    this.inverseRoot(root, source);
    this.multiply(root, root, source);
    this.square(square, root);
    const isRoot = this.equals(square, source);
    this.copy(target, root);
    return isRoot;
  }

  isOdd(element: number): boolean {
    this.multiply(this.#plain, element, this.#fromMontgomery);
    return (this.program.memory[this.#plain]! & 1) === 1;
  }

  isLarger(element: number): boolean {
    return !isBelow(this.write(element), this.#halfBytes);
  }

  #place(address: number, littleEndian: Uint8Array): void {
    const { memory } = this.program;
    memory.fill(0, address, address + this.size);
    for (let index = 0; index < littleEndian.length; index++) {
      memory[address + placeOf(index)] = littleEndian[index]!;
    }
  }

  /** A sliding window over the bits of the exponent. */
  #definePower(exponent: bigint): Operation {
    const bits = exponent.toString(2);
    const oddPowers = Array.from({ length: 2 ** (WINDOW_BITS - 1) }, () => this.allocate());
    const result = this.allocate();
    return this.program.define(2, (target, source) => {
      this.square(result, source);
      this.add(oddPowers[0]!, source, this.zero);
      for (const [index, power] of oddPowers.entries()) {
        if (index > 0) this.multiply(power, oddPowers[index - 1]!, result);
      }
      this.add(result, this.one, this.zero);
      for (let start = 0; start < bits.length; ) {
        const window = bits.slice(start, start + WINDOW_BITS).replace(/0+$/, '');
        const digits = window.length === 0 || bits[start] === '0' ? '0' : window;
        for (const _ of digits) this.square(result, result);
        const value = Number.parseInt(digits, 2);
        if (value > 0) this.multiply(result, result, oddPowers[(value - 1) / 2]!);
        start += digits.length;
      }
      this.add(target, result, this.zero);
    });
  }
}

/** Where a byte of a number is, counted from the least significant one. */
function placeOf(index: number): number {
  const word = Math.floor(index / WORD_CONTENT_BYTES);
  return word * WORD_BYTES + (index % WORD_CONTENT_BYTES);
}

/** Compares big-endian numbers of the same length. */
function isBelow(a: Uint8Array, b: Uint8Array): boolean {
  for (let index = 0; index < b.length; index++) {
    if (a[index] !== b[index]) return a[index]! < b[index]!;
  }
  return false;
}
