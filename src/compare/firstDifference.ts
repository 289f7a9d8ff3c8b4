// The first difference between two JSON values, in a readable form.

import type { JsonValue } from '../base/json/exactJson.ts';
import { jsonDifferences } from './jsonDifferences.ts';

export interface Difference {
  /** The path to the difference, such as `header.chunks[1].gas_used`. */
  readonly field: string;
  readonly expected: string;
  readonly found: string;
}

const TEXT_MAX = 2_000;
const NOTHING = 'nothing';

export function findDifference(
  expected: JsonValue,
  found: JsonValue,
  field = '',
): Difference | null {
  if (isEqual(expected, found)) return null;
  const [first] = jsonDifferences(expected, found, { path: field, textMax: TEXT_MAX });
  // Two forms of the same number have the same text.
  if (first === undefined) return null;
  const { path, left, right } = first;
  return { field: path, expected: left ?? NOTHING, found: right ?? NOTHING };
}

/** Only returns yes or no, as it is called for everything that matches. */
function isEqual(a: JsonValue, b: JsonValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => isEqual(item, b[i] as JsonValue));
  }
  if (Object.keys(a).length !== Object.keys(b).length) return false;
  const members = new Map(Object.entries(b));
  return Object.entries(a).every(([key, value]) => {
    const other = members.get(key);
    return other !== undefined && isEqual(value, other);
  });
}
