// Numbers of the curves as bytes, and byte strings cut into items of equal size.

import { bytesToHex, hexToBytes } from '../../base/bytes/bytes.ts';

export function bytesToNumberBe(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes)}`);
}

export function bytesToNumberLe(bytes: Uint8Array): bigint {
  return bytesToNumberBe(bytes.toReversed());
}

export function numberToBytesBe(value: bigint, length: number): Uint8Array {
  return hexToBytes(value.toString(16).padStart(2 * length, '0'));
}

/** Null if the length is not a multiple of the item's. */
export function splitItems(data: Uint8Array, itemBytes: number): Uint8Array[] | null {
  if (data.length % itemBytes !== 0) return null;
  const items: Uint8Array[] = [];
  for (let start = 0; start < data.length; start += itemBytes) {
    items.push(data.subarray(start, start + itemBytes));
  }
  return items;
}
