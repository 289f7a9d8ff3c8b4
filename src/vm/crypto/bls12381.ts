// The two groups of BLS12-381 in the encoding of NEAR's host functions (NEP-488).
// Coordinates are big endian, Fp2 has c1 first, and the top three bits of a point are flags.

import { mulAddUnsafe } from '@noble/curves/abstract/curve.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { concatBytes } from '../../base/bytes/bytes.ts';
import { bytesToNumberBe, bytesToNumberLe, numberToBytesBe } from './numbers.ts';

const G1 = bls12_381.G1.Point;
const G2 = bls12_381.G2.Point;
const { Fp, Fp2, Fp12, Fr } = bls12_381.fields;
type Fp2Value = { readonly c0: bigint; readonly c1: bigint };
type G1Point = InstanceType<typeof G1>;
type G2Point = InstanceType<typeof G2>;

const FP_BYTES = 48;
export const SCALAR_BYTES = 32;

/** Flags in the first byte of an encoded point. */
const COMPRESSED = 0x80;
const INFINITY = 0x40;
const LARGER_Y = 0x20;
const FLAGS = COMPRESSED | INFINITY | LARGER_Y;

// The library declares these as the inner maps; what it exports also clears the cofactor.
const mapToG1 = bls12_381.G1.mapToCurve as unknown as (element: bigint) => G1Point;
const mapToG2 = bls12_381.G2.mapToCurve as unknown as (element: [bigint, bigint]) => G2Point;

/** What differs between the groups over Fp and over Fp2. */
export type Bls12381Group<P> = {
  /** Bytes of a coordinate; a compressed point is as long. */
  readonly fieldBytes: number;
  readonly zero: P;
  add(a: P, b: P): P;
  negate(point: P): P;
  isInGroup(point: P): boolean;
  /**
   * Whether it is one of the points (0, ±2) of the first curve. They are in no group, and before a
   * fix the reference took them for points outside the curve.
   */
  isRefusedBeforeFix(point: P): boolean;
  multiplyAndSum(points: readonly P[], scalars: readonly bigint[]): P;
  /** Null for coordinates that are not field elements or not on the curve. */
  fromCoordinates(x: Uint8Array, y: Uint8Array): P | null;
  /** Null if no point has this x. */
  fromX(x: Uint8Array, takeLargerY: boolean): P | null;
  /** The map of RFC 9380 with the cofactor cleared; null if the bytes are not a field element. */
  mapToGroup(element: Uint8Array): P | null;
  /** Null for the point at infinity. */
  toCoordinates(point: P): Uint8Array | null;
};

/** The bytes of a point in full. */
export function pointBytes<P>(group: Bls12381Group<P>): number {
  return 2 * group.fieldBytes;
}

export const g1: Bls12381Group<G1Point> = {
  fieldBytes: FP_BYTES,
  zero: G1.ZERO,
  add: (a, b) => a.add(b),
  negate: (point) => point.negate(),
  isInGroup: (point) => point.isTorsionFree(),
  isRefusedBeforeFix: (point) => point.X === 0n && !point.is0(),
  multiplyAndSum: (points, scalars) => mulAddUnsafe(G1, [...points], [...scalars]),
  fromCoordinates: (xBytes, yBytes) => {
    const x = decodeFp(xBytes);
    const y = decodeFp(yBytes);
    if (x === null || y === null || !Fp.eql(Fp.sqr(y), g1CurveSide(x))) return null;
    return G1.fromAffine({ x, y });
  },
  fromX: (bytes, takeLargerY) => {
    const x = decodeFp(bytes);
    const y = x === null ? null : squareRoot(Fp, g1CurveSide(x));
    if (x === null || y === null) return null;
    return G1.fromAffine({ x, y: isLargerFp(y) === takeLargerY ? y : Fp.neg(y) });
  },
  mapToGroup: (bytes) => {
    const element = decodeFp(bytes);
    return element === null ? null : mapToG1(element);
  },
  toCoordinates: (point) => {
    if (point.is0()) return null;
    const { x, y } = point.toAffine();
    return concatBytes(encodeFp(x), encodeFp(y));
  },
};

export const g2: Bls12381Group<G2Point> = {
  fieldBytes: 2 * FP_BYTES,
  zero: G2.ZERO,
  add: (a, b) => a.add(b),
  negate: (point) => point.negate(),
  isInGroup: (point) => point.isTorsionFree(),
  isRefusedBeforeFix: () => false,
  multiplyAndSum: (points, scalars) => mulAddUnsafe(G2, [...points], [...scalars]),
  fromCoordinates: (xBytes, yBytes) => {
    const x = decodeFp2(xBytes);
    const y = decodeFp2(yBytes);
    if (x === null || y === null || !Fp2.eql(Fp2.sqr(y), g2CurveSide(x))) return null;
    return G2.fromAffine({ x, y });
  },
  fromX: (bytes, takeLargerY) => {
    const x = decodeFp2(bytes);
    const y = x === null ? null : squareRoot(Fp2, g2CurveSide(x));
    if (x === null || y === null) return null;
    return G2.fromAffine({ x, y: isLargerFp2(y) === takeLargerY ? y : Fp2.neg(y) });
  },
  mapToGroup: (bytes) => {
    const element = decodeFp2(bytes);
    return element === null ? null : mapToG2([element.c0, element.c1]);
  },
  toCoordinates: (point) => {
    if (point.is0()) return null;
    const { x, y } = point.toAffine();
    return concatBytes(encodeFp2(x), encodeFp2(y));
  },
};

/** A point of the curve, not necessarily of the group; null if the bytes are none. */
export function decodePoint<P>(group: Bls12381Group<P>, bytes: Uint8Array): P | null {
  const flags = (bytes[0] as number) & FLAGS;
  if (flags === INFINITY) return isZeroAfterFlags(bytes, INFINITY) ? group.zero : null;
  if (flags !== 0) return null;
  const { fieldBytes } = group;
  return group.fromCoordinates(bytes.subarray(0, fieldBytes), bytes.subarray(fieldBytes));
}

export function decompressPoint<P>(group: Bls12381Group<P>, bytes: Uint8Array): P | null {
  const flags = (bytes[0] as number) & FLAGS;
  if ((flags & COMPRESSED) === 0) return null;
  if ((flags & INFINITY) !== 0) {
    return isZeroAfterFlags(bytes, COMPRESSED | INFINITY) ? group.zero : null;
  }
  const x = bytes.slice();
  (x[0] as number) &= ~FLAGS;
  return group.fromX(x, (flags & LARGER_Y) !== 0);
}

export function encodePoint<P>(group: Bls12381Group<P>, point: P): Uint8Array {
  const coordinates = group.toCoordinates(point);
  if (coordinates !== null) return coordinates;
  const infinity = new Uint8Array(pointBytes(group));
  infinity[0] = INFINITY;
  return infinity;
}

/** Any 256-bit number; the points it multiplies have the order of the scalar field. */
export function decodeScalar(bytes: Uint8Array): bigint {
  return bytesToNumberLe(bytes) % Fr.ORDER;
}

export type Pair = { readonly g1: G1Point; readonly g2: G2Point };

/** Whether the product of the pairings of group members is one. */
export function isPairingProductOne(pairs: readonly Pair[]): boolean {
  const factors = pairs.filter((pair) => !pair.g1.is0() && !pair.g2.is0());
  return Fp12.eql(bls12_381.pairingBatch(factors), Fp12.ONE);
}

/** x³ + 4 */
function g1CurveSide(x: bigint): bigint {
  return Fp.add(Fp.mul(Fp.sqr(x), x), 4n);
}

/** x³ + 4(u + 1) */
function g2CurveSide(x: Fp2Value): Fp2Value {
  return Fp2.add(Fp2.mul(Fp2.sqr(x), x), { c0: 4n, c1: 4n });
}

function isLargerFp(value: bigint): boolean {
  return value > (Fp.ORDER - 1n) / 2n;
}

function isLargerFp2({ c0, c1 }: Fp2Value): boolean {
  return isLargerFp(c1 === 0n ? c0 : c1);
}

function squareRoot<T>(field: { sqrt(value: T): T }, value: T): T | null {
  try {
    return field.sqrt(value);
  } catch {
    return null;
  }
}

function decodeFp(bytes: Uint8Array): bigint | null {
  const value = bytesToNumberBe(bytes);
  return value < Fp.ORDER ? value : null;
}

function decodeFp2(bytes: Uint8Array): Fp2Value | null {
  const c1 = decodeFp(bytes.subarray(0, FP_BYTES));
  const c0 = decodeFp(bytes.subarray(FP_BYTES));
  return c0 === null || c1 === null ? null : { c0, c1 };
}

function encodeFp(value: bigint): Uint8Array {
  return numberToBytesBe(value, FP_BYTES);
}

function encodeFp2({ c0, c1 }: Fp2Value): Uint8Array {
  return concatBytes(encodeFp(c1), encodeFp(c0));
}

function isZeroAfterFlags(bytes: Uint8Array, flags: number): boolean {
  return bytes[0] === flags && bytes.subarray(1).every((byte) => byte === 0);
}
