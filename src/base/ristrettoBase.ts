/**
 * Encoded multiples of the base point of ristretto255. A table of all digits at all places makes a
 * multiple one addition a byte of the scalar, without doublings; and halved scalars let one
 * inversion serve the encodings of several multiples, without any square root (the method of
 * curve25519-dalek's `double_and_compress_batch`).
 *
 * Nothing here takes constant time: it serves the random values of a chain whose keys are on the
 * same machine, and whose blocks tell no time that an observer could measure.
 */

import { ed25519 } from '@noble/curves/ed25519.js';
import { assert } from './assert.ts';

const { Point } = ed25519;
const FIELD = Point.Fp.ORDER;
const ORDER = Point.Fn.ORDER;
const { d: D } = Point.CURVE();
const TWO_D = 2n * D;
const SQRT_MINUS_ONE = Point.Fp.sqrt(FIELD - 1n);
/** 1 / sqrt(a - d), the root that the encoding of ristretto255 fixes. */
const INVSQRT_A_MINUS_D =
  54469307008909316920995813868745141605393597292927456921205312896311721017578n;

/** A digit is a byte less what it carries on to the next one; it lies between -HALF and HALF. */
const BASE = 256;
const HALF = 128;
/** The bytes of a scalar or of an encoding. The last byte of a scalar is small. */
const PLACES = 32;

/** Extended coordinates, x = X/Z, y = Y/Z, xy = T/Z; each any representative, even negative. */
type Extended = { X: bigint; Y: bigint; Z: bigint; T: bigint };

/** An affine point in the form in which it is added: y + x, y - x, 2dxy. */
type Addend = { readonly sum: bigint; readonly difference: bigint; readonly product: bigint };

/** At `place * HALF + digit - 1` stands the point `digit * 256^place * base`. */
let table: readonly Addend[] | null = null;

/** The encodings of `scalar * base`, for scalars below the group order. */
export function encodeBaseMultiples(scalars: readonly bigint[]): Uint8Array[] {
  const doubled = scalars.map((scalar) => double(multiplyBase(halve(scalar))));
  // Only the multiple by zero has a zero here; it stays zero and is encoded as zero.
  const inverses = Point.Fp.invertBatch(doubled.map(({ eg, fh }) => mod(eg * fh)));
  return doubled.map((point, i) => encode(point, inverses[i]!));
}

function halve(scalar: bigint): bigint {
  return (scalar & 1n) === 0n ? scalar >> 1n : (scalar + ORDER) >> 1n;
}

function multiplyBase(scalar: bigint): Extended {
  table ??= createTable();
  const point = createZero();
  const bytes = numberToBytes(scalar);
  let carry = 0;
  for (let place = 0; place < PLACES; place++) {
    const byte = bytes[place]! + carry;
    carry = byte > HALF ? 1 : 0;
    const digit = byte - carry * BASE;
    if (digit !== 0) addDigit(point, table[place * HALF + Math.abs(digit) - 1]!, digit < 0);
  }
  assert(carry === 0, 'a scalar is below the group order');
  return point;
}

function createZero(): Extended {
  return { X: 0n, Y: 1n, Z: 1n, T: 0n };
}

function addDigit(point: Extended, addend: Addend, isNegative: boolean): void {
  const { X, Y, Z, T } = point;
  const { sum, difference, product } = addend;
  const A = (Y - X) * (isNegative ? sum : difference);
  const B = (Y + X) * (isNegative ? difference : sum);
  const C = (T * (isNegative ? -product : product)) % FIELD;
  const E = (B - A) % FIELD;
  const F = Z + Z - C;
  const G = Z + Z + C;
  const H = (B + A) % FIELD;
  point.X = (E * F) % FIELD;
  point.Y = (G * H) % FIELD;
  point.Z = (F * G) % FIELD;
  point.T = (E * H) % FIELD;
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
  const s = mod((((third - y) * magic) % FIELD) * ((y * tInverse) % FIELD));
  return numberToBytes((s & 1n) === 0n ? s : FIELD - s);
}

/** The sign of the encoding: whether the least representative is odd. */
function isOdd(value: bigint): boolean {
  return (mod(value) & 1n) === 1n;
}

function mod(value: bigint): bigint {
  const rest = value % FIELD;
  return rest < 0n ? rest + FIELD : rest;
}

function numberToBytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(PLACES);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < PLACES; i += 8) {
    view.setBigUint64(i, value >> BigInt(8 * i), true);
  }
  return bytes;
}

function createTable(): Addend[] {
  const points: Extended[] = [];
  let unit = Point.BASE;
  for (let place = 0; place < PLACES; place++) {
    const { x, y } = unit.toAffine();
    const addend = toAddend(x, y);
    const multiple = createZero();
    for (let digit = 1; digit <= HALF; digit++) {
      addDigit(multiple, addend, false);
      points.push({ ...multiple });
    }
    unit = unit.multiplyUnsafe(BigInt(BASE));
  }
  const inverses = Point.Fp.invertBatch(points.map(({ Z }) => Z));
  return points.map(({ X, Y }, i) => toAddend(X * inverses[i]!, Y * inverses[i]!));
}

function toAddend(x: bigint, y: bigint): Addend {
  return { sum: mod(y + x), difference: mod(y - x), product: mod(TWO_D * mod(x * y)) };
}
