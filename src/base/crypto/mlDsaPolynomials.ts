/**
 * Polynomials of ML-DSA (FIPS 204) in a WebAssembly module: 256 numbers of 32 bits each, in its
 * memory. Their arithmetic takes a tenth of the time that plain JavaScript needs, which has no
 * products of 64 bits. The module is created with the first use.
 *
 * A product with a known factor is the low half of it, less the modulus times a quotient that is
 * estimated with a second factor (Shoup): it is below twice the modulus, whatever the other number
 * is. Nothing else is reduced: all sums of a transform are below 2^32.
 */

import type { WasmFunction } from '../wasm/wasmModule.ts';
import { encodeModule, I32, I64, NO_RESULT, signed, unsigned } from '../wasm/wasmModule.ts';
import * as op from '../wasm/wasmOpcodes.ts';

export const Q = 8_380_417;
export const N = 256;
export const COLUMNS = 5;
const ROOT = 1_753n;

const NUMBER_BYTES = 4;
const POLYNOMIAL_BYTES = N * NUMBER_BYTES;
const ALIGNED_4 = 2;
/** A root and its second factor. */
const ROOT_BYTES = 2 * NUMBER_BYTES;
/** Butterflies that are written out in a row. */
const UNROLLED = 4;
const HALF = 32;

const ROOTS = 0;
const CHALLENGE = ROOTS + N * ROOT_BYTES;
const RESPONSES = CHALLENGE + POLYNOMIAL_BYTES;
const ELEMENTS = RESPONSES + COLUMNS * POLYNOMIAL_BYTES;
const KEY = ELEMENTS + COLUMNS * POLYNOMIAL_BYTES;
const COMMITMENT = KEY + POLYNOMIAL_BYTES;
const MEMORY_BYTES = COMMITMENT + POLYNOMIAL_BYTES;

const { LOCAL_GET, LOCAL_SET, LOCAL_TEE } = op;

/** A polynomial in the memory of the module. */
type Place = { readonly at: number; readonly numbers: Uint32Array };

type Polynomials = {
  readonly challenge: Place;
  /** One for each column. */
  readonly responses: readonly Place[];
  /** A row of the matrix. */
  readonly elements: readonly Place[];
  /** A row of the key. */
  readonly key: Place;
  readonly commitment: Place;
  /** The number-theoretic transform, in place. Numbers are below the modulus before. */
  readonly transform: (at: number) => void;
  /** The elements times the responses, less the challenge times the key; then transformed back. */
  readonly commit: () => void;
};

type Exports = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly transform: (at: number) => void;
  readonly multiply: () => void;
  readonly transformBack: (at: number) => void;
};

let created: Polynomials | undefined;

export function usePolynomials(): Polynomials {
  created ??= createPolynomials();
  return created;
}

function createPolynomials(): Polynomials {
  const wasm = encodeModule(
    [writeTransform(), writeTransformBack(), writeMultiply()],
    MEMORY_BYTES,
  );
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), {});
  const { memory, transform, multiply, transformBack } = exports as Exports;
  new Uint32Array(memory.buffer, ROOTS, 2 * N).set(listRoots());
  const place = (at: number): Place => ({ at, numbers: new Uint32Array(memory.buffer, at, N) });
  const row = (at: number): Place[] =>
    Array.from({ length: COLUMNS }, (_, column) => place(at + column * POLYNOMIAL_BYTES));
  return {
    challenge: place(CHALLENGE),
    responses: row(RESPONSES),
    elements: row(ELEMENTS),
    key: place(KEY),
    commitment: place(COMMITMENT),
    transform,
    commit: () => {
      multiply();
      transformBack(COMMITMENT);
    },
  };
}

/** With the factor that estimates the quotient of a product. */
function withRatio(factor: bigint): [number, number] {
  return [Number(factor), Number((factor << BigInt(HALF)) / BigInt(Q))];
}

/** Powers of the root, in the order of their use. */
function listRoots(): number[] {
  const powers = [1n];
  for (let index = 1; index < N; index++) {
    powers.push(((powers[index - 1] as bigint) * ROOT) % BigInt(Q));
  }
  return powers.flatMap((_, index) => {
    const reversed = [...index.toString(2).padStart(8, '0')].reverse().join('');
    return withRatio(powers[Number.parseInt(reversed, 2)] as bigint);
  });
}

const number = (value: number): number[] => [op.I32_CONST, ...signed(value)];
const long = (value: number): number[] => [op.I64_CONST, ...signed(value)];
const load = (address: number, offset: number): number[] => [
  ...[LOCAL_GET, address, op.I32_LOAD, ALIGNED_4, ...unsigned(offset)],
];
const store = (offset: number): number[] => [op.I32_STORE, ALIGNED_4, ...unsigned(offset)];
const advance = (local: number, by: number): number[] => [
  ...[LOCAL_GET, local, ...number(by), op.I32_ADD, LOCAL_TEE, local],
];
/** While the local, which `code` leaves on the stack, is below the other one. */
const loop = (code: readonly number[], end: number): number[] => [
  ...[op.LOOP, NO_RESULT, ...code, LOCAL_GET, end, op.I32_LT_U, op.BR_IF, 0, op.END],
];

/** The locals of a transform: the polynomial, then these. */
const [START, AT, GROUP_END, END, ROOT_AT, FACTOR, RATIO, LEFT, OTHER] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
];
const TRANSFORM_LOCALS = { type: I32, count: 8 };

/** A number times the factor, below twice the modulus. */
function product(local: number): number[] {
  return [
    ...[LOCAL_GET, local, LOCAL_GET, FACTOR, op.I32_MUL],
    ...[LOCAL_GET, local, op.I64_EXTEND_I32_U, LOCAL_GET, RATIO, op.I64_EXTEND_I32_U, op.I64_MUL],
    ...[...long(HALF), op.I64_SHR_U, op.I32_WRAP_I64, ...number(Q), op.I32_MUL, op.I32_SUB],
  ];
}

/** A step of a transform, in which numbers of this distance are paired. */
function writeLayer(length: number, step: number, pair: (offset: number) => number[]): number[] {
  const count = Math.min(length, UNROLLED);
  const pairs = Array.from({ length: count }, (_, index) => pair(index * NUMBER_BYTES)).flat();
  const further = [...pairs, ...advance(AT, count * NUMBER_BYTES)];
  const inner =
    count === length
      ? [...further, op.DROP]
      : [
          ...[LOCAL_GET, AT, ...number(length * NUMBER_BYTES), op.I32_ADD, LOCAL_SET, GROUP_END],
          ...loop(further, GROUP_END),
        ];
  return [
    ...[LOCAL_GET, START, LOCAL_SET, AT],
    ...loop(
      [
        ...[...advance(ROOT_AT, step), op.DROP, ...load(ROOT_AT, 0), LOCAL_SET, FACTOR],
        ...[...load(ROOT_AT, NUMBER_BYTES), LOCAL_SET, RATIO],
        ...[...inner, ...advance(AT, length * NUMBER_BYTES)],
      ],
      END,
    ),
  ];
}

function beginTransform(firstRoot: number): number[] {
  return [
    ...[LOCAL_GET, START, ...number(POLYNOMIAL_BYTES), op.I32_ADD, LOCAL_SET, END],
    ...[...number(firstRoot), LOCAL_SET, ROOT_AT],
  ];
}

/** Each of the eight layers adds at most twice the modulus. */
function writeTransform(): WasmFunction {
  const code = beginTransform(ROOTS);
  for (let length = N / 2; length >= 1; length /= 2) {
    const distance = length * NUMBER_BYTES;
    const layer = writeLayer(length, ROOT_BYTES, (offset) => [
      ...[...load(AT, offset + distance), LOCAL_SET, OTHER, ...product(OTHER), LOCAL_SET, OTHER],
      ...[LOCAL_GET, AT, ...load(AT, offset), LOCAL_TEE, LEFT],
      ...[LOCAL_GET, OTHER, op.I32_ADD, ...store(offset)],
      ...[LOCAL_GET, AT, LOCAL_GET, LEFT, LOCAL_GET, OTHER, op.I32_SUB],
      ...[...number(2 * Q), op.I32_ADD, ...store(offset + distance)],
    ]);
    for (const byte of layer) code.push(byte);
  }
  return { name: 'transform', params: 1, locals: TRANSFORM_LOCALS, code };
}

/** Of numbers below twice the modulus, which each of the eight layers may double. */
function writeTransformBack(): WasmFunction {
  const code = beginTransform(ROOTS + N * ROOT_BYTES);
  for (let length = 1; length < N; length *= 2) {
    const distance = length * NUMBER_BYTES;
    const bound = 2 * Q * length;
    const layer = writeLayer(length, -ROOT_BYTES, (offset) => [
      ...[...load(AT, offset), LOCAL_SET, LEFT, ...load(AT, offset + distance), LOCAL_SET, OTHER],
      ...[LOCAL_GET, AT, LOCAL_GET, LEFT, LOCAL_GET, OTHER, op.I32_ADD, ...store(offset)],
      ...[LOCAL_GET, OTHER, LOCAL_GET, LEFT, op.I32_SUB, ...number(bound), op.I32_ADD],
      ...[LOCAL_SET, OTHER, LOCAL_GET, AT, ...product(OTHER), ...store(offset + distance)],
    ]);
    for (const byte of layer) code.push(byte);
  }
  code.push(...writeScaling());
  return { name: 'transformBack', params: 1, locals: TRANSFORM_LOCALS, code };
}

/** Divides by 256, restores what `multiply` has divided by, and reduces to below the modulus. */
function writeScaling(): number[] {
  const modulus = BigInt(Q);
  const inverse = modulus - (modulus - 1n) / BigInt(N);
  const [factor, ratio] = withRatio((inverse << BigInt(HALF)) % modulus);
  const code = [
    ...[...load(AT, 0), LOCAL_SET, OTHER, ...product(OTHER), LOCAL_SET, OTHER],
    ...[LOCAL_GET, AT, LOCAL_GET, OTHER, LOCAL_GET, OTHER, ...number(Q), op.I32_SUB],
    ...[LOCAL_GET, OTHER, ...number(Q), op.I32_LT_U, op.SELECT, ...store(0)],
    ...advance(AT, NUMBER_BYTES),
  ];
  return [
    ...[...number(factor), LOCAL_SET, FACTOR, ...number(ratio | 0), LOCAL_SET, RATIO],
    ...[LOCAL_GET, START, LOCAL_SET, AT, ...loop(code, END)],
  ];
}

/**
 * Transformed numbers are below 17 times the modulus, so the products with elements of the matrix
 * add up to less than 85 times its square, and the one to subtract is below 289 times it. What is
 * added here centres that. Montgomery's reduction then divides by 2^32, to a number between minus
 * the modulus and the modulus, to which the modulus is added.
 */
const CENTRE = 102;

function writeMultiply(): WasmFunction {
  const [at, sum] = [0, 1];
  const address = [LOCAL_GET, at, op.I32_WRAP_I64];
  const value = (place: number) => [...address, op.I64_LOAD32_U, ALIGNED_4, ...unsigned(place)];
  const times = (a: number, b: number) => [...value(a), ...value(b), op.I64_MUL];
  const places = Array.from({ length: COLUMNS }, (_, column) => column * POLYNOMIAL_BYTES);
  const products = places.flatMap((place, column) => [
    ...times(ELEMENTS + place, RESPONSES + place),
    ...(column === 0 ? [] : [op.I64_ADD]),
  ]);
  const code = [
    ...[op.LOOP, NO_RESULT, ...address],
    ...[...products, ...times(CHALLENGE, KEY), op.I64_SUB],
    ...[...long(CENTRE * Q), ...long(Q), op.I64_MUL, op.I64_ADD, LOCAL_TEE, sum],
    ...[LOCAL_GET, sum, op.I32_WRAP_I64, ...number(inverseOfModulus()), op.I32_MUL],
    ...[op.I64_EXTEND_I32_S, ...long(Q), op.I64_MUL, op.I64_SUB, ...long(HALF), op.I64_SHR_S],
    ...[op.I32_WRAP_I64, ...number(Q), op.I32_ADD, ...store(COMMITMENT)],
    ...[LOCAL_GET, at, ...long(NUMBER_BYTES), op.I64_ADD, LOCAL_TEE, at],
    ...[...long(POLYNOMIAL_BYTES), op.I64_LT_U, op.BR_IF, 0, op.END],
  ];
  return { name: 'multiply', params: 0, locals: { type: I64, count: 2 }, code };
}

/** Modulo 2^32, where each step doubles the bits that are right. */
function inverseOfModulus(): number {
  let inverse = Q;
  for (let bits = 3; bits < HALF; bits *= 2)
    inverse = Math.imul(inverse, 2 - Math.imul(Q, inverse));
  return inverse;
}
