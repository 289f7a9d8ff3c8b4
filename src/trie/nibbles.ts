/**
 * Nibbles and their hex-prefix encoding. A key is walked nibble by nibble in
 * place; the path of a node is held with one nibble in each byte, as it is cut and joined.
 */

import { assert } from '../base/assert.ts';

/** One nibble (0 to 15) in each byte. */
export type Nibbles = Uint8Array;

export const NO_NIBBLES: Nibbles = new Uint8Array(0);

const LEAF_FLAG = 0x20;
const ODD_FLAG = 0x10;

/** The nibble at `index`; the high half of a byte comes first. */
export function nibbleAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index >> 1]!;
  return (index & 1) === 0 ? byte >> 4 : byte & 0x0f;
}

/** The nibbles of `key` from the nibble `start` on. */
export function keyToNibbles(key: Uint8Array, start = 0): Nibbles {
  const nibbles = new Uint8Array(2 * key.length - start);
  for (let i = 0; i < nibbles.length; i++) nibbles[i] = nibbleAt(key, start + i);
  return nibbles;
}

export function nibblesToKey(nibbles: ArrayLike<number>): Uint8Array {
  assert(nibbles.length % 2 === 0, 'a key has whole bytes');
  const key = new Uint8Array(nibbles.length / 2);
  for (let i = 0; i < key.length; i++) key[i] = (nibbles[2 * i]! << 4) | nibbles[2 * i + 1]!;
  return key;
}

/** How many nibbles `path` has in common with `key` from the nibble `start` on. */
export function countSharedNibbles(path: Nibbles, key: Uint8Array, start: number): number {
  const limit = Math.min(path.length, 2 * key.length - start);
  let shared = 0;
  while (shared < limit && path[shared] === nibbleAt(key, start + shared)) shared++;
  return shared;
}

/** The number of bytes in the hex-prefix form of `count` nibbles. */
export function hexPrefixLength(nibbleCount: number): number {
  return (nibbleCount >> 1) + 1;
}

/** Writes the hex-prefix form at `offset` of `target`. */
export function writeHexPrefix(
  target: Uint8Array,
  offset: number,
  path: Nibbles,
  isLeaf: boolean,
): void {
  const isOdd = path.length % 2 === 1;
  let next = 0;
  let first = isLeaf ? LEAF_FLAG : 0;
  if (isOdd) first |= ODD_FLAG | path[next++]!;
  target[offset++] = first;
  while (next < path.length) target[offset++] = (path[next++]! << 4) | path[next++]!;
}

/** The nibble at which the path begins in a hex-prefix form whose first byte is `first`. */
export function hexPrefixStart(first: number): 1 | 2 {
  return (first & ODD_FLAG) === 0 ? 2 : 1;
}

/** Whether `first` may begin a hex-prefix form of that kind. */
export function isHexPrefix(first: number, isLeaf: boolean): boolean {
  const unused = (first & ODD_FLAG) === 0 ? 0xcf : 0xc0;
  return (first & unused) === 0 && ((first & LEAF_FLAG) !== 0) === isLeaf;
}
