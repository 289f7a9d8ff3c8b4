// Whether two values of the same codec are equal, compared without writing them as text.

import { equalBytes } from '../base/bytes/bytes.ts';
import type { JsonRecord } from './codec.ts';

export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    return a instanceof Uint8Array && b instanceof Uint8Array && equalBytes(a, b);
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const [one, other] = [a, b] as [JsonRecord, JsonRecord];
  return keys.every((key) => Object.hasOwn(other, key) && isSameValue(one[key], other[key]));
}
