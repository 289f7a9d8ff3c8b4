/**
 * Encoded multiples of the base point of ristretto255. Halved scalars let one inversion serve the
 * encodings of several multiples, without any square root (the method of curve25519-dalek's
 * `double_and_compress_batch`).
 */

import { ed25519 } from '@noble/curves/ed25519.js';
import { assert } from '../assert.ts';
import { type Extended, invertInField, multiplyBase } from './edwardsMultiples.ts';
import { FIELD, modField } from './field25519.ts';
import { numberToBytes, ORDER } from './scalar25519.ts';

const { Point } = ed25519;
const { d: D } = Point.CURVE();
const SQRT_MINUS_ONE = Point.Fp.sqrt(FIELD - 1n);
/** 1 / sqrt(a - d), the root that the encoding of ristretto255 fixes. */
const INVSQRT_A_MINUS_D =
  54469307008909316920995813868745141605393597292927456921205312896311721017578n;

/** The encodings of `scalar * base`, for scalars below the group order. */
export function encodeBaseMultiples(scalars: readonly bigint[]): Uint8Array[] {
  const doubled = scalars.map((scalar) => double(multiplyBase(halve(scalar))));
  const inverses = invertAll(doubled.map(({ eg, fh }) => modField(eg * fh)));
  return doubled.map((point, i) => encode(point, inverses[i]!));
}

function halve(scalar: bigint): bigint {
  assert(scalar < ORDER, 'a scalar is below the group order');
  return (scalar & 1n) === 0n ? scalar >> 1n : (scalar + ORDER) >> 1n;
}

/** One inversion for all. Only the multiple by zero has a zero here; it stays zero. */
function invertAll(values: readonly bigint[]): bigint[] {
  const products: bigint[] = [];
  let product = 1n;
  for (const value of values) {
    products.push(product);
    if (value !== 0n) product = (product * value) % FIELD;
  }
  let inverse = invertInField(product);
  return values
    .map((value, i): [bigint, bigint] => [value, products[i]!])
    .reverse()
    .map(([value, before]) => {
      if (value === 0n) return 0n;
      const inverted = (inverse * before) % FIELD;
      inverse = (inverse * value) % FIELD;
      return inverted;
    })
    .reverse();
}

/** Twice a point, as the four factors of its extended coordinates and two of their products. */
type Doubled = ReturnType<typeof double>;

function double({ X, Y, Z, T }: Extended) {
  const zz = Z * Z;
  const dtt = ((T * T) % FIELD) * D;
  const e = (2n * X * Y) % FIELD;
  const f = (zz + dtt) % FIELD;
  const g = (Y * Y + X * X) % FIELD;
  const h = (zz - dtt) % FIELD;
  return { e, f, g, h, eg: (e * g) % FIELD, fh: (f * h) % FIELD };
}

function encode({ e, f, g, h, eg, fh }: Doubled, inverse: bigint): Uint8Array {
  const zInverse = (eg * inverse) % FIELD;
  const tInverse = (fh * inverse) % FIELD;
  const isRotated = isOdd(eg * zInverse);
  const first = isRotated ? g : e;
  const second = isRotated ? -e : g;
  const third = isRotated ? f * SQRT_MINUS_ONE : h;
  const magic = isRotated ? SQRT_MINUS_ONE : INVSQRT_A_MINUS_D;
  const y = isOdd(((third * first) % FIELD) * zInverse) ? -second : second;
  const s = modField((((third - y) * magic) % FIELD) * ((y * tInverse) % FIELD));
  return numberToBytes((s & 1n) === 0n ? s : FIELD - s);
}

/** The sign of the encoding: whether the least representative is odd. */
function isOdd(value: bigint): boolean {
  return (modField(value) & 1n) === 1n;
}
