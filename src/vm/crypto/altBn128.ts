// The curve alt_bn128 (BN254) in the encoding of NEAR's host functions: little endian, the real
// part of Fq2 first, and zeros for the point at infinity.

import { mulAddUnsafe } from '@noble/curves/abstract/curve.js';
import { bn254 } from '@noble/curves/bn254.js';
import { HostError } from '../hostError.ts';
import { bytesToNumberLe, numberToBytesLe, splitItems } from './numbers.ts';

const G1 = bn254.G1.Point;
const G2 = bn254.G2.Point;
const { Fp, Fp12, Fr } = bn254.fields;
type G1Point = InstanceType<typeof G1>;
type G2Point = InstanceType<typeof G2>;

const FIELD_BYTES = 32;
const G1_BYTES = 2 * FIELD_BYTES;
const G2_BYTES = 4 * FIELD_BYTES;

export const MULTIEXP_ITEM_BYTES = G1_BYTES + FIELD_BYTES;
export const SUM_ITEM_BYTES = 1 + G1_BYTES;
export const PAIRING_ITEM_BYTES = G1_BYTES + G2_BYTES;

/** The coefficient of y² = x³ + 3. */
const G1_B = 3n;

export function splitElements(data: Uint8Array, itemBytes: number): Uint8Array[] {
  const items = splitItems(data, itemBytes);
  if (items !== null) return items;
  const fault = `cannot be precisely split into chunks of size ${itemBytes}`;
  throw HostError.of('AltBn128InvalidInput', { msg: `slice of size ${data.length} ${fault}` });
}

export function multiplyAndSum(elements: readonly Uint8Array[]): Uint8Array {
  const points: G1Point[] = [];
  const scalars: bigint[] = [];
  for (const element of elements) {
    points.push(decodeG1(element.subarray(0, G1_BYTES)));
    scalars.push(decodeScalar(element.subarray(G1_BYTES)));
  }
  return encodeG1(mulAddUnsafe(G1, points, scalars));
}

export function sum(elements: readonly Uint8Array[]): Uint8Array {
  let total = G1.ZERO;
  for (const element of elements) {
    const isNegative = decodeBool(element.subarray(0, 1));
    const point = decodeG1(element.subarray(1));
    total = isNegative ? total.subtract(point) : total.add(point);
  }
  return encodeG1(total);
}

/** Whether the product of the pairings is one. */
export function checkPairings(elements: readonly Uint8Array[]): boolean {
  const pairs = elements.map((element) => ({
    g1: decodeG1(element.subarray(0, G1_BYTES)),
    g2: decodeG2(element.subarray(G1_BYTES)),
  }));
  const factors = pairs.filter(({ g1, g2 }) => !g1.is0() && !g2.is0());
  return Fp12.eql(bn254.pairingBatch(factors), Fp12.ONE);
}

function encodeG1(point: G1Point): Uint8Array {
  const bytes = new Uint8Array(G1_BYTES);
  const { x, y } = point.toAffine();
  bytes.set(numberToBytesLe(x, FIELD_BYTES), 0);
  bytes.set(numberToBytesLe(y, FIELD_BYTES), FIELD_BYTES);
  return bytes;
}

/** All points of the curve are in the group. */
function decodeG1(bytes: Uint8Array): G1Point {
  const x = decodeField(bytes.subarray(0, FIELD_BYTES));
  const y = decodeField(bytes.subarray(FIELD_BYTES));
  if (x === 0n && y === 0n) return G1.ZERO;
  const right = Fp.add(Fp.mul(Fp.sqr(x), x), G1_B);
  if (!Fp.eql(Fp.sqr(y), right)) throw invalid('g1', bytes);
  return G1.fromAffine({ x, y });
}

function decodeG2(bytes: Uint8Array): G2Point {
  const [x0, x1, y0, y1] = [0, 1, 2, 3].map((index) =>
    decodeField(bytes.subarray(index * FIELD_BYTES, (index + 1) * FIELD_BYTES)),
  ) as [bigint, bigint, bigint, bigint];
  // Only zeros make the point at infinity.
  const point = G2.fromAffine({ x: { c0: x0, c1: x1 }, y: { c0: y0, c1: y1 } });
  try {
    point.assertValidity();
  } catch {
    throw invalid('g2', bytes);
  }
  return point;
}

function decodeField(bytes: Uint8Array): bigint {
  const value = bytesToNumberLe(bytes);
  if (value >= Fp.ORDER) throw invalid('fq', bytes);
  return value;
}

function decodeScalar(bytes: Uint8Array): bigint {
  const value = bytesToNumberLe(bytes);
  if (value >= Fr.ORDER) throw invalid('fr', bytes);
  return value;
}

function decodeBool(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0 && bytes[0] !== 1) throw invalid('bool', bytes);
  return bytes[0] === 1;
}

function invalid(what: 'fq' | 'fr' | 'g1' | 'g2' | 'bool', bytes: Uint8Array): HostError {
  const digits = Array.from(bytes, (byte) => byte.toString(16).toUpperCase());
  return HostError.of('AltBn128InvalidInput', { msg: `invalid ${what}: [${digits.join(', ')}]` });
}
