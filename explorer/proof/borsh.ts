// Writing the few Borsh types that light-client proofs hash.

import { joinBytes, utf8ToBytes } from '../format/bytes.ts';

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joinBytes(parts);
}

/** An unsigned little-endian integer of this many bytes. */
export function unsigned(value: bigint | number | string, bytes: number): Uint8Array {
  let rest = BigInt(value);
  return Uint8Array.from({ length: bytes }, () => {
    const byte = Number(rest & 0xffn);
    rest >>= 8n;
    return byte;
  });
}

export const u8 = (value: number) => unsigned(value, 1);
export const u32 = (value: number) => unsigned(value, 4);
export const u64 = (value: bigint | number | string) => unsigned(value, 8);
export const u128 = (value: bigint | number | string) => unsigned(value, 16);

export function bytes(value: Uint8Array): Uint8Array {
  return concat(u32(value.length), value);
}

export function text(value: string): Uint8Array {
  return bytes(utf8ToBytes(value));
}

export function list(items: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concat(u32(items.length), ...items);
}
