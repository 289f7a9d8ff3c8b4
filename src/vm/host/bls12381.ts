// Host functions for the curve BLS12-381 (NEP-488). Invalid data is the result 1; only a wrong
// length is an error of the call.

import { concatBytes } from '../../base/bytes/bytes.ts';
import {
  type Bls12381Group,
  decodePoint,
  decodeScalar,
  decompressPoint,
  encodePoint,
  g1,
  g2,
  isPairingProductOne,
  type Pair,
  pointBytes,
  SCALAR_BYTES,
} from '../crypto/bls12381.ts';
import { splitItems } from '../crypto/numbers.ts';
import { ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import type { Host } from './host.ts';
import { type HostFunction, type HostFunctions, hostFunction, i64 } from './hostFunction.ts';

const DONE = 0n;
const INVALID = 1n;
const NOT_ONE = 2n;

const PAIRING_NAME = 'bls12381_pairing_check';
const G1_BYTES = pointBytes(g1);
const PAIRING_ITEM_BYTES = pointBytes(g1) + pointBytes(g2);

export const bls12381Functions: HostFunctions = {
  bls12381_p1_sum: pointFunction({
    nameInErrors: 'bls12381_p1_sum',
    base: ext.bls12381_p1_sum_base,
    element: ext.bls12381_p1_sum_element,
    itemBytes: 1 + pointBytes(g1),
    compute: (items, host) => sum(g1, items, host),
  }),

  bls12381_p2_sum: pointFunction({
    nameInErrors: 'bls12381_p2_sum',
    base: ext.bls12381_p2_sum_base,
    element: ext.bls12381_p2_sum_element,
    itemBytes: 1 + pointBytes(g2),
    compute: (items, host) => sum(g2, items, host),
  }),

  bls12381_g1_multiexp: pointFunction({
    nameInErrors: 'bls12381_p1_multiexp',
    base: ext.bls12381_g1_multiexp_base,
    element: ext.bls12381_g1_multiexp_element,
    itemBytes: pointBytes(g1) + SCALAR_BYTES,
    compute: (items) => multiplyAndSum(g1, items),
  }),

  bls12381_g2_multiexp: pointFunction({
    nameInErrors: 'bls12381_p2_multiexp',
    base: ext.bls12381_g2_multiexp_base,
    element: ext.bls12381_g2_multiexp_element,
    itemBytes: pointBytes(g2) + SCALAR_BYTES,
    compute: (items) => multiplyAndSum(g2, items),
  }),

  bls12381_map_fp_to_g1: pointFunction({
    nameInErrors: 'bls12381_map_fp_to_g1',
    base: ext.bls12381_map_fp_to_g1_base,
    element: ext.bls12381_map_fp_to_g1_element,
    itemBytes: g1.fieldBytes,
    compute: (items) => convertEach(g1, items, g1.mapToGroup),
  }),

  bls12381_map_fp2_to_g2: pointFunction({
    nameInErrors: 'bls12381_map_fp2_to_g2',
    base: ext.bls12381_map_fp2_to_g2_base,
    element: ext.bls12381_map_fp2_to_g2_element,
    itemBytes: g2.fieldBytes,
    compute: (items) => convertEach(g2, items, g2.mapToGroup),
  }),

  bls12381_p1_decompress: pointFunction({
    nameInErrors: 'bls12381_p1_decompress',
    base: ext.bls12381_p1_decompress_base,
    element: ext.bls12381_p1_decompress_element,
    itemBytes: g1.fieldBytes,
    compute: (items, host) =>
      convertEach(g1, items, (item) => accept(host, g1, decompressPoint(g1, item))),
  }),

  bls12381_p2_decompress: pointFunction({
    nameInErrors: 'bls12381_p2_decompress',
    base: ext.bls12381_p2_decompress_base,
    element: ext.bls12381_p2_decompress_element,
    itemBytes: g2.fieldBytes,
    compute: (items, host) =>
      convertEach(g2, items, (item) => accept(host, g2, decompressPoint(g2, item))),
  }),

  bls12381_pairing_check: hostFunction([i64, i64], [i64], (host, length, ptr) => {
    host.gas.pay(ext.bls12381_pairing_base);
    const data = host.readBytes(length, ptr);
    host.gas.payPer(ext.bls12381_pairing_element, Math.floor(data.length / PAIRING_ITEM_BYTES));
    const pairs: Pair[] = [];
    for (const item of requireItems(PAIRING_NAME, data, PAIRING_ITEM_BYTES)) {
      const p1 = decodeMember(g1, item.subarray(0, G1_BYTES));
      const p2 = p1 === null ? null : decodeMember(g2, item.subarray(G1_BYTES));
      if (p1 === null || p2 === null) return INVALID;
      pairs.push({ g1: p1, g2: p2 });
    }
    return isPairingProductOne(pairs) ? DONE : NOT_ONE;
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
function sum<P>(
  group: Bls12381Group<P>,
  items: readonly Uint8Array[],
  host: Host,
): Uint8Array | null {
  let total = group.zero;
  for (const item of items) {
    const sign = item[0] as number;
    const point = accept(host, group, decodePoint(group, item.subarray(1)));
    if (point === null || sign > 1) return null;
    total = group.add(total, sign === 1 ? group.negate(point) : point);
  }
  return encodePoint(group, total);
}

/** The point if the protocol takes it for one of the curve. */
function accept<P>(host: Host, group: Bls12381Group<P>, point: P | null): P | null {
  if (point === null || host.protocol.vm.bls12381NotInGroupFix) return point;
  return group.isRefusedBeforeFix(point) ? null : point;
}

function multiplyAndSum<P>(
  group: Bls12381Group<P>,
  items: readonly Uint8Array[],
): Uint8Array | null {
  const points: P[] = [];
  const scalars: bigint[] = [];
  for (const item of items) {
    const point = decodeMember(group, item.subarray(0, pointBytes(group)));
    if (point === null) return null;
    points.push(point);
    scalars.push(decodeScalar(item.subarray(pointBytes(group))));
  }
  return encodePoint(group, group.multiplyAndSum(points, scalars));
}

function convertEach<P>(
  group: Bls12381Group<P>,
  items: readonly Uint8Array[],
  convert: (item: Uint8Array) => P | null,
): Uint8Array | null {
  const results: Uint8Array[] = [];
  for (const item of items) {
    const point = convert(item);
    if (point === null) return null;
    results.push(encodePoint(group, point));
  }
  return concatBytes(...results);
}

function decodeMember<P>(group: Bls12381Group<P>, bytes: Uint8Array): P | null {
  const point = decodePoint(group, bytes);
  return point !== null && group.isInGroup(point) ? point : null;
}
