/**
 * Arithmetic modulo 2^255 - 19 in a WebAssembly module: a multiplication takes a tenth of the time
 * that BigInt needs. An element is ten signed limbs of 26 and 25 bits in turn, in a memory. With
 * limbs of at most 2^26.7 and 2^25.7 as factors, sums of products stay below 2^63, and the limbs of
 * a product are at most 2^25.1 and 2^24.1: products, and sums and differences of two of them, may
 * be multiplied again. This is the representation of the `ref10` code of ed25519's authors.
 */

import { encodeModule, I64, NO_RESULT, signed, type WasmFunction } from '../wasm/wasmModule.ts';
import {
  BR,
  CALL,
  END,
  I32_ADD,
  I32_CONST,
  I32_SUB,
  I64_CONST,
  IF,
  LOCAL_GET,
  LOCAL_SET,
  LOCAL_TEE,
  LOOP,
} from '../wasm/wasmOpcodes.ts';

/** The modulus. */
export const FIELD = 2n ** 255n - 19n;

/** The smallest non-negative representative of the element. */
export function modField(value: bigint): bigint {
  const rest = value % FIELD;
  return rest < 0n ? rest + FIELD : rest;
}

const LIMBS = 10;
const LIMB_BYTES = 4;
export const ELEMENT_BYTES = LIMBS * LIMB_BYTES;

/** A carry out of the highest limb is multiplied by this and added to the lowest. */
const WRAP = 19;

const I32_LOAD = 0x28;
const I64_LOAD32_S = 0x34;
const I32_STORE = 0x36;
const I64_STORE32 = 0x3e;
const I64_ADD = 0x7c;
const I64_SUB = 0x7d;
const I64_MUL = 0x7e;
const I64_SHL = 0x86;
const I64_SHR_S = 0x87;
const ALIGNED_4 = 2;

/** The parameters of the functions below. */
const TARGET = 0;
const LEFT = 1;
const RIGHT = 2;
const PARAMS = 3;

function bitsOf(limb: number): number {
  return limb % 2 === 0 ? 26 : 25;
}

/** Writes the sums of products that make the limbs of a product; every sum has a local. */
class ProductWriter {
  readonly code: number[] = [];
  readonly #scaled = new Map<string, number>();
  #locals = PARAMS;

  get locals(): number {
    return this.#locals - PARAMS;
  }

  load(pointer: number): number[] {
    return Array.from({ length: LIMBS }, (_, limb) => {
      const local = this.#locals++;
      this.code.push(LOCAL_GET, pointer, I64_LOAD32_S, ALIGNED_4, limb * LIMB_BYTES);
      this.code.push(LOCAL_SET, local);
      return local;
    });
  }

  /** A local times a constant; each such product is computed once. */
  scale(local: number, factor: number): number {
    if (factor === 1) return local;
    const key = `${local} ${factor}`;
    const known = this.#scaled.get(key);
    if (known !== undefined) return known;
    const scaled = this.#locals++;
    this.code.push(LOCAL_GET, local, I64_CONST, ...signed(factor), I64_MUL, LOCAL_SET, scaled);
    this.#scaled.set(key, scaled);
    return scaled;
  }

  sum(products: readonly (readonly [left: number, right: number])[]): number {
    const local = this.#locals++;
    products.forEach(([left, right], i) => {
      this.code.push(LOCAL_GET, left, LOCAL_GET, right, I64_MUL);
      if (i > 0) this.code.push(I64_ADD);
    });
    this.code.push(LOCAL_SET, local);
    return local;
  }

  /** Brings the sums down to limbs. Two chains of carries run side by side. */
  store(sums: readonly number[]): void {
    const carry = this.#locals++;
    for (const from of [0, 4, 1, 5, 2, 6, 3, 7, 4, 8, 9, 0]) {
      const bits = bitsOf(from);
      const at = sums[from]!;
      const next = sums[(from + 1) % LIMBS]!;
      this.code.push(LOCAL_GET, at, I64_CONST, ...signed(1 << (bits - 1)), I64_ADD);
      this.code.push(I64_CONST, ...signed(bits), I64_SHR_S, LOCAL_TEE, carry);
      if (from === LIMBS - 1) this.code.push(I64_CONST, WRAP, I64_MUL);
      this.code.push(LOCAL_GET, next, I64_ADD, LOCAL_SET, next);
      this.code.push(LOCAL_GET, at, LOCAL_GET, carry, I64_CONST, ...signed(bits), I64_SHL);
      this.code.push(I64_SUB, LOCAL_SET, at);
    }
    sums.forEach((sum, limb) => {
      this.code.push(LOCAL_GET, TARGET, LOCAL_GET, sum, I64_STORE32, ALIGNED_4, limb * LIMB_BYTES);
    });
  }
}

/** Two limbs of 25 bits each lack one bit together of the place where their product stands. */
function weightOf(i: number, j: number): number {
  return (i % 2 === 1 && j % 2 === 1 ? 2 : 1) * (i + j >= LIMBS ? WRAP : 1);
}

/** target = left * right; the target may be one of them. */
function writeMultiply(): WasmFunction {
  const writer = new ProductWriter();
  const left = writer.load(LEFT);
  const right = writer.load(RIGHT);
  const factors = left.map((_, limb) =>
    left.map((local, i): [number, number] => {
      const j = (limb - i + LIMBS) % LIMBS;
      const weight = weightOf(i, j);
      const isDoubled = weight % 2 === 0;
      const wrapped = writer.scale(right[j]!, isDoubled ? weight / 2 : weight);
      return [writer.scale(local, isDoubled ? 2 : 1), wrapped];
    }),
  );
  writer.store(factors.map((products) => writer.sum(products)));
  const locals = { type: I64, count: writer.locals };
  return { name: 'multiply', params: PARAMS, locals, code: writer.code };
}

/** target = left * left; what is to the right is not looked at. */
function writeSquare(): WasmFunction {
  const writer = new ProductWriter();
  const left = writer.load(LEFT);
  const factors = left.map((_, limb) =>
    left.flatMap((local, i): [number, number][] => {
      const j = (limb - i + LIMBS) % LIMBS;
      if (i > j) return [];
      return [[writer.scale(local, i < j ? 2 : 1), writer.scale(left[j]!, weightOf(i, j))]];
    }),
  );
  writer.store(factors.map((products) => writer.sum(products)));
  const locals = { type: I64, count: writer.locals };
  return { name: 'square', params: PARAMS, locals, code: writer.code };
}

/** target = left + right or left - right, limb by limb. */
function writeLimbwise(name: string, operator: number): WasmFunction {
  const code = Array.from({ length: LIMBS }, (_, limb) => {
    const load = [I32_LOAD, ALIGNED_4, limb * LIMB_BYTES];
    const operands = [LOCAL_GET, LEFT, ...load, LOCAL_GET, RIGHT, ...load];
    return [LOCAL_GET, TARGET, ...operands, operator, I32_STORE, ALIGNED_4, limb * LIMB_BYTES];
  });
  return { name, params: PARAMS, code: code.flat() };
}

/** target = left^(2^times), for times above zero. */
function writeSquareTimes(): WasmFunction {
  const times = RIGHT;
  const next = [TARGET, TARGET, TARGET].flatMap((local) => [LOCAL_GET, local]);
  const code = [
    ...[TARGET, LEFT, LEFT].flatMap((local) => [LOCAL_GET, local]),
    ...[CALL, SQUARE, LOOP, NO_RESULT],
    ...[LOCAL_GET, times, I32_CONST, 1, I32_SUB, LOCAL_TEE, times],
    ...[IF, NO_RESULT, ...next, CALL, SQUARE, BR, 1, END, END],
  ];
  return { name: 'squareTimes', params: PARAMS, code };
}

const MULTIPLY = 0;
const SQUARE = 1;
const ADD = 2;
const SUBTRACT = 3;

/** The functions that every module of this field begins with, in the order of their numbers. */
function writeFieldFunctions(): WasmFunction[] {
  return [
    writeMultiply(),
    writeSquare(),
    writeLimbwise('add', I32_ADD),
    writeLimbwise('subtract', I32_SUB),
    writeSquareTimes(),
  ];
}

/** The code of an operation; each operand is code that gives an offset. */
type WriteOperation = (target: number[], left: number[], right: number[]) => number[];

function writeCall(index: number): WriteOperation {
  return (target, left, right) => [...target, ...left, ...right, CALL, index];
}

export const writeProduct = writeCall(MULTIPLY);
export const writeSum = writeCall(ADD);
export const writeDifference = writeCall(SUBTRACT);

/** All parameters are offsets of elements in the memory; the first is that of the result. */
type FieldOperation = (target: number, left: number, right: number) => void;

export type FieldExports = {
  readonly memory: WebAssembly.Memory;
  readonly multiply: FieldOperation;
  readonly add: FieldOperation;
  readonly subtract: FieldOperation;
  readonly squareTimes: (target: number, left: number, times: number) => void;
};

/** Elements in the memory of a module; `further` functions follow those of the field. */
export class FieldMemory<Exports extends FieldExports> {
  readonly exports: Exports;
  readonly view: DataView;
  readonly bytes: Uint8Array;

  constructor(memoryBytes: number, further: readonly WasmFunction[] = []) {
    const bytes = encodeModule([...writeFieldFunctions(), ...further], memoryBytes);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
    this.exports = instance.exports as Exports;
    this.view = new DataView(this.exports.memory.buffer);
    this.bytes = new Uint8Array(this.exports.memory.buffer);
  }

  /** A number that is not negative and below 2^255. */
  write(at: number, value: bigint): void {
    let rest = value;
    for (let limb = 0; limb < LIMBS; limb++) {
      const bits = bitsOf(limb);
      this.view.setInt32(at + limb * LIMB_BYTES, Number(BigInt.asUintN(bits, rest)), true);
      rest >>= BigInt(bits);
    }
  }

  /** Some representative, which may be negative. Two limbs are a safe integer together. */
  read(at: number): bigint {
    let value = 0n;
    for (let limb = LIMBS - 2; limb >= 0; limb -= 2) {
      const low = this.view.getInt32(at + limb * LIMB_BYTES, true);
      const high = this.view.getInt32(at + (limb + 1) * LIMB_BYTES, true);
      value = (value << PAIR_BITS) + BigInt(low + high * LOW_LIMB);
    }
    return value;
  }

  /**
   * target = 1 / source, and zero for zero: the power 2^255 - 21. Three elements at `scratch` are
   * overwritten; all five places differ.
   */
  invert(target: number, source: number, scratch: number): void {
    const { multiply, squareTimes } = this.exports;
    const [eleven, power, next] = [0, 1, 2].map((i) => scratch + i * ELEMENT_BYTES) as Triple;
    squareTimes(eleven, source, 1);
    squareTimes(power, eleven, 2);
    multiply(power, power, source);
    multiply(eleven, eleven, power);
    squareTimes(next, eleven, 1);
    multiply(power, power, next); // 2^5 - 1
    squareTimes(next, power, 5);
    multiply(power, next, power); // 2^10 - 1
    squareTimes(next, power, 10);
    multiply(next, next, power); // 2^20 - 1
    squareTimes(target, next, 20);
    multiply(next, target, next); // 2^40 - 1
    squareTimes(next, next, 10);
    multiply(power, next, power); // 2^50 - 1
    squareTimes(next, power, 50);
    multiply(next, next, power); // 2^100 - 1
    squareTimes(target, next, 100);
    multiply(next, target, next); // 2^200 - 1
    squareTimes(next, next, 50);
    multiply(power, next, power); // 2^250 - 1
    squareTimes(power, power, 5);
    multiply(target, power, eleven);
  }
}

type Triple = [number, number, number];

const PAIR_BITS = BigInt(bitsOf(0) + bitsOf(1));
const LOW_LIMB = 2 ** bitsOf(0);
