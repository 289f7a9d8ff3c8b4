/**
 * Repairs a row with one flipped bit by its checksum: no two single bits change a CRC in the same
 * way, so at most one of them makes it match again. Larger damage is mistaken for a single bit once
 * in some hundred thousand rows; rows that are named by their hash are checked further.
 */

import { isSealed } from './rowChecksum.ts';

/** Every bit is tried, so the work grows with the square of the length. */
const ROW_BYTES_MAX = 16 * 1024;

interface RepairedRow {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Key and value as they are stored; null if no single bit makes them whole. */
export function repairRow(key: Uint8Array, value: Uint8Array): RepairedRow | null {
  if (key.length + value.length > ROW_BYTES_MAX) return null;
  const repaired = { key: key.slice(), value: value.slice() };
  const fits = () => isSealed(repaired.key, repaired.value, value.length);
  const isRepaired = tryBits(repaired.key, fits) || tryBits(repaired.value, fits);
  return isRepaired ? repaired : null;
}

function tryBits(bytes: Uint8Array, fits: () => boolean): boolean {
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 1; bit < 256; bit *= 2) {
      bytes[at]! ^= bit;
      if (fits()) return true;
      bytes[at]! ^= bit;
    }
  }
  return false;
}
