// Host functions for the curve BLS12-381 (NEP-488). Invalid data is the result 1; only a wrong
// length is an error of the call.

import { joinBytes } from '../../base/bytes/bytes.ts';
import { useBls12381 } from '../crypto/bls12381.ts';
import { type Bls12381Group, FP_BYTES } from '../crypto/bls12381Group.ts';
import type { Pair } from '../crypto/field/pairing.ts';
import { splitItems } from '../crypto/numbers.ts';
import { ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import type { Host } from './host.ts';
import { type HostFunction, type HostFunctions, hostFunction, i64 } from './hostFunction.ts';

const DONE = 0n;
const INVALID = 1n;
const NOT_ONE = 2n;

const PAIRING_NAME = 'bls12381_pairing_check';
const SCALAR_BYTES = 32;
const FP2_BYTES = 2 * FP_BYTES;
const G1_BYTES = 2 * FP_BYTES;
const G2_BYTES = 2 * FP2_BYTES;
const PAIRING_ITEM_BYTES = G1_BYTES + G2_BYTES;

export const bls12381Functions: HostFunctions = {
  bls12381_p1_sum: pointFunction({
    nameInErrors: 'bls12381_p1_sum',
    base: ext.bls12381_p1_sum_base,
    element: ext.bls12381_p1_sum_element,
    itemBytes: 1 + G1_BYTES,
    compute: (items, host) => sum(useBls12381().g1, items, host),
  }),

  bls12381_p2_sum: pointFunction({
    nameInErrors: 'bls12381_p2_sum',
    base: ext.bls12381_p2_sum_base,
    element: ext.bls12381_p2_sum_element,
    itemBytes: 1 + G2_BYTES,
    compute: (items, host) => sum(useBls12381().g2, items, host),
  }),

  bls12381_g1_multiexp: pointFunction({
    nameInErrors: 'bls12381_p1_multiexp',
    base: ext.bls12381_g1_multiexp_base,
    element: ext.bls12381_g1_multiexp_element,
    itemBytes: G1_BYTES + SCALAR_BYTES,
    compute: (items) => multiplyAndSum(useBls12381().g1, items),
  }),

  bls12381_g2_multiexp: pointFunction({
    nameInErrors: 'bls12381_p2_multiexp',
    base: ext.bls12381_g2_multiexp_base,
    element: ext.bls12381_g2_multiexp_element,
    itemBytes: G2_BYTES + SCALAR_BYTES,
    compute: (items) => multiplyAndSum(useBls12381().g2, items),
  }),

  bls12381_map_fp_to_g1: pointFunction({
    nameInErrors: 'bls12381_map_fp_to_g1',
    base: ext.bls12381_map_fp_to_g1_base,
    element: ext.bls12381_map_fp_to_g1_element,
    itemBytes: FP_BYTES,
    compute: (items) => mapEach(useBls12381().g1, items),
  }),

  bls12381_map_fp2_to_g2: pointFunction({
    nameInErrors: 'bls12381_map_fp2_to_g2',
    base: ext.bls12381_map_fp2_to_g2_base,
    element: ext.bls12381_map_fp2_to_g2_element,
    itemBytes: FP2_BYTES,
    compute: (items) => mapEach(useBls12381().g2, items),
  }),

  bls12381_p1_decompress: pointFunction({
    nameInErrors: 'bls12381_p1_decompress',
    base: ext.bls12381_p1_decompress_base,
    element: ext.bls12381_p1_decompress_element,
    itemBytes: FP_BYTES,
    compute: (items, host) => decompressEach(useBls12381().g1, items, host),
  }),

  bls12381_p2_decompress: pointFunction({
    nameInErrors: 'bls12381_p2_decompress',
    base: ext.bls12381_p2_decompress_base,
    element: ext.bls12381_p2_decompress_element,
    itemBytes: FP2_BYTES,
    compute: (items, host) => decompressEach(useBls12381().g2, items, host),
  }),

  bls12381_pairing_check: hostFunction([i64, i64], [i64], (host, length, ptr) => {
    host.gas.pay(ext.bls12381_pairing_base);
    const data = host.readBytes(length, ptr);
    host.gas.payPer(ext.bls12381_pairing_element, Math.floor(data.length / PAIRING_ITEM_BYTES));
    return checkPairing(requireItems(PAIRING_NAME, data, PAIRING_ITEM_BYTES));
  }),
};

type PointFunction = {
  readonly nameInErrors: string;
  readonly base: number;
  readonly element: number;
  readonly itemBytes: number;
  /** The encoded result, or null for invalid data. */
  readonly compute: (items: readonly Uint8Array[], host: Host) => Uint8Array | null;
};

function pointFunction(options: PointFunction): HostFunction {
  const { nameInErrors, base, element, itemBytes, compute } = options;
  return hostFunction([i64, i64, i64], [i64], (host, length, ptr, registerId) => {
    host.gas.pay(base);
    // Counted from the argument: for input from a register that is 2^64 - 1, which no call can pay
    // for.
    host.gas.payPer(element, Number(length / BigInt(itemBytes)));
    const data = host.readBytes(length, ptr);
    const result = compute(requireItems(nameInErrors, data, itemBytes), host);
    if (result === null) return INVALID;
    host.registers.write(registerId, result);
    return DONE;
  });
}

function requireItems(name: string, data: Uint8Array, itemBytes: number): Uint8Array[] {
  const items = splitItems(data, itemBytes);
  if (items !== null) return items;
  const fault = `${data.length} is not divisible by ${itemBytes}`;
  throw HostError.of('BLS12381InvalidInput', {
    msg: `Incorrect input length for ${name}: ${fault}`,
  });
}

/** The points need not be in the group. */
function sum(group: Bls12381Group, items: readonly Uint8Array[], host: Host): Uint8Array | null {
  const { curve, slots } = group;
  const [total, point] = slots as [number, number];
  curve.copy(total, curve.zero);
  for (const [index, item] of items.entries()) {
    const sign = item[0]!;
    if (!group.decode(point, item.subarray(1)) || !accept(host, group, point)) return null;
    if (sign > 1) return null;
    if (sign === 1) curve.negate(point, point);
    if (index === 0) curve.copy(total, point);
    else curve.add(total, total, point);
  }
  return group.encode(total);
}

/**
 * Whether the protocol takes the point for one of the curve. The points (0, ±2) of the first curve
 * are in no group, and before a fix the reference took them for points outside the curve.
 */
function accept(host: Host, group: Bls12381Group, point: number): boolean {
  const { g1 } = useBls12381();
  if (host.protocol.vm.bls12381NotInGroupFix || group !== g1) return true;
  const { field } = g1.curve;
  return !field.equals(point, field.zero) || g1.curve.isZero(point);
}

function multiplyAndSum(group: Bls12381Group, items: readonly Uint8Array[]): Uint8Array | null {
  const { curve, slots } = group;
  const [total, ...points] = slots as [number, ...number[]];
  const pointBytes = items.length > 0 ? items[0]!.length - SCALAR_BYTES : 0;
  curve.copy(total, curve.zero);
  for (let start = 0; start < items.length; start += points.length) {
    const batch = items.slice(start, start + points.length);
    const used = points.slice(0, batch.length);
    for (const [index, item] of batch.entries()) {
      if (!decodeMember(group, used[index]!, item.subarray(0, pointBytes))) return null;
    }
    const scalars = batch.map((item) => item.subarray(pointBytes));
    curve.addProducts(total, used, scalars);
  }
  return group.encode(total);
}

function mapEach(group: Bls12381Group, items: readonly Uint8Array[]): Uint8Array | null {
  return convertEach(group, items, (point, item) => group.map(point, item));
}

function decompressEach(
  group: Bls12381Group,
  items: readonly Uint8Array[],
  host: Host,
): Uint8Array | null {
  return convertEach(
    group,
    items,
    (point, item) => group.decompress(point, item) && accept(host, group, point),
  );
}

function convertEach(
  group: Bls12381Group,
  items: readonly Uint8Array[],
  convert: (target: number, item: Uint8Array) => boolean,
): Uint8Array | null {
  const [point] = group.slots as [number];
  const results: Uint8Array[] = [];
  for (const item of items) {
    if (!convert(point, item)) return null;
    results.push(group.encode(point));
  }
  return joinBytes(results);
}

function checkPairing(items: readonly Uint8Array[]): bigint {
  const { g1, g2, pairing } = useBls12381();
  pairing.start();
  for (let start = 0; start < items.length; start += g1.slots.length) {
    const batch = items.slice(start, start + g1.slots.length);
    const pairs = batch.map((_, index) => ({ first: g1.slots[index]!, second: g2.slots[index]! }));
    for (const [index, item] of batch.entries()) {
      const { first, second } = pairs[index]!;
      if (!decodeMember(g1, first, item.subarray(0, G1_BYTES))) return INVALID;
      if (!decodeMember(g2, second, item.subarray(G1_BYTES))) return INVALID;
    }
    const isFactor = ({ first, second }: Pair) =>
      !g1.curve.isZero(first) && !g2.curve.isZero(second);
    pairing.multiplyBy(pairs.filter(isFactor));
  }
  return pairing.isOne() ? DONE : NOT_ONE;
}

function decodeMember(group: Bls12381Group, target: number, bytes: Uint8Array): boolean {
  return group.decode(target, bytes) && group.isInGroup(target);
}
