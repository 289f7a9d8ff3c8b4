// The curve alt_bn128 (BN254) in the encoding of NEAR's host functions: little endian, the real
// part of Fq2 first, and zeros for the point at infinity.

import { HostError } from '../hostError.ts';
import { type AltBn128, FR_ORDER, useAltBn128 } from './altBn128Curve.ts';
import type { Curve } from './field/curve.ts';
import type { Pair } from './field/pairing.ts';
import { bytesToNumberLe, splitItems } from './numbers.ts';

const FIELD_BYTES = 32;
const G1_BYTES = 2 * FIELD_BYTES;
const G2_BYTES = 4 * FIELD_BYTES;

export const MULTIEXP_ITEM_BYTES = G1_BYTES + FIELD_BYTES;
export const SUM_ITEM_BYTES = 1 + G1_BYTES;
export const PAIRING_ITEM_BYTES = G1_BYTES + G2_BYTES;

export function splitElements(data: Uint8Array, itemBytes: number): Uint8Array[] {
  const items = splitItems(data, itemBytes);
  if (items !== null) return items;
  const fault = `cannot be precisely split into chunks of size ${itemBytes}`;
  throw HostError.of('AltBn128InvalidInput', { msg: `slice of size ${data.length} ${fault}` });
}

export function multiplyAndSum(elements: readonly Uint8Array[]): Uint8Array {
  const bn = useAltBn128();
  const { curve, slots } = bn.g1;
  const [total, ...points] = slots as [number, ...number[]];
  curve.copy(total, curve.zero);
  for (let start = 0; start < elements.length; start += points.length) {
    const batch = elements.slice(start, start + points.length);
    const scalars = batch.map((element, index) => {
      decodeG1(bn, points[index]!, element.subarray(0, G1_BYTES));
      return checkScalar(element.subarray(G1_BYTES));
    });
    curve.addProducts(total, points.slice(0, batch.length), scalars);
  }
  return encodeG1(bn, total);
}

export function sum(elements: readonly Uint8Array[]): Uint8Array {
  const bn = useAltBn128();
  const { curve, slots } = bn.g1;
  const [total, point] = slots as [number, number];
  curve.copy(total, curve.zero);
  for (const [index, element] of elements.entries()) {
    const isNegative = decodeBool(element.subarray(0, 1));
    decodeG1(bn, point, element.subarray(1));
    if (isNegative) curve.negate(point, point);
    if (index === 0) curve.copy(total, point);
    else curve.add(total, total, point);
  }
  return encodeG1(bn, total);
}

/** Whether the product of the pairings is one. */
export function checkPairings(elements: readonly Uint8Array[]): boolean {
  const bn = useAltBn128();
  const { g1, g2, pairing } = bn;
  const isFactor = ({ first, second }: Pair) => !g1.curve.isZero(first) && !g2.curve.isZero(second);
  pairing.start();
  for (let start = 0; start < elements.length; start += g1.slots.length) {
    const batch = elements.slice(start, start + g1.slots.length);
    const pairs = batch.map((element, index) => {
      const pair = { first: g1.slots[index]!, second: g2.slots[index]! };
      decodeG1(bn, pair.first, element.subarray(0, G1_BYTES));
      decodeG2(bn, pair.second, element.subarray(G1_BYTES));
      return pair;
    });
    pairing.multiplyBy(pairs.filter(isFactor));
  }
  return pairing.isOne();
}

function encodeG1({ fq, g1 }: AltBn128, point: number): Uint8Array {
  const bytes = new Uint8Array(G1_BYTES);
  if (g1.curve.isZero(point)) return bytes;
  g1.curve.normalize(point);
  bytes.set(fq.write(point).reverse(), 0);
  bytes.set(fq.write(point + fq.size).reverse(), FIELD_BYTES);
  return bytes;
}

/** All points of the curve are in the group. */
function decodeG1(bn: AltBn128, target: number, bytes: Uint8Array): void {
  if (!decodePoint(bn, bn.g1.curve, target, bytes)) throw invalid('g1', bytes);
}

function decodeG2(bn: AltBn128, target: number, bytes: Uint8Array): void {
  const { curve, isInGroup } = bn.g2;
  if (!decodePoint(bn, curve, target, bytes) || !isInGroup(target)) throw invalid('g2', bytes);
}

/** False if it is not a point of the curve. */
function decodePoint(bn: AltBn128, curve: Curve, target: number, bytes: Uint8Array): boolean {
  const { fq } = bn;
  for (let index = 0; index * FIELD_BYTES < bytes.length; index++) {
    const number = bytes.subarray(index * FIELD_BYTES, (index + 1) * FIELD_BYTES);
    if (!fq.read(target + index * fq.size, number.toReversed())) throw invalid('fq', number);
  }
  const { field } = curve;
  if (bytes.every((byte) => byte === 0)) {
    curve.copy(target, curve.zero);
    return true;
  }
  field.copy(target + 2 * field.size, field.one);
  return curve.isOnCurve(target);
}

function checkScalar(bytes: Uint8Array): Uint8Array {
  if (bytesToNumberLe(bytes) >= FR_ORDER) throw invalid('fr', bytes);
  return bytes;
}

function decodeBool(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0 && bytes[0] !== 1) throw invalid('bool', bytes);
  return bytes[0] === 1;
}

function invalid(what: 'fq' | 'fr' | 'g1' | 'g2' | 'bool', bytes: Uint8Array): HostError {
  const digits = Array.from(bytes, (byte) => byte.toString(16).toUpperCase());
  return HostError.of('AltBn128InvalidInput', { msg: `invalid ${what}: [${digits.join(', ')}]` });
}
