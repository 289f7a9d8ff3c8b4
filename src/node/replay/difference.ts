// The first place in which two JSON values differ, for a report that a person can follow.

import { formatJsonValue, type JsonValue } from '../../base/exactJson.ts';

export interface Difference {
  /** The path to the place, such as `header.chunks[1].gas_used`. */
  readonly field: string;
  readonly expected: string;
  readonly found: string;
}

const TEXT_MAX = 2_000;

export function findDifference(
  expected: JsonValue,
  found: JsonValue,
  field = '',
): Difference | null {
  if (isEqual(expected, found)) return null;
  if (Array.isArray(expected) && Array.isArray(found)) {
    const length = Math.max(expected.length, found.length);
    return firstOf(length, (i) => compareAt(expected[i], found[i], `${field}[${i}]`));
  }
  if (isObject(expected) && isObject(found)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
    return firstOf(keys.length, (i) => {
      const key = keys[i] as string;
      return compareAt(expected[key], found[key], field === '' ? key : `${field}.${key}`);
    });
  }
  return { field, expected: describe(expected), found: describe(found) };
}

/** Says no more than yes or no, as it is asked for all that is right. */
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

function compareAt(
  expected: JsonValue | undefined,
  found: JsonValue | undefined,
  field: string,
): Difference | null {
  if (expected === undefined || found === undefined) {
    return { field, expected: describe(expected), found: describe(found) };
  }
  return findDifference(expected, found, field);
}

function firstOf(count: number, at: (i: number) => Difference | null): Difference | null {
  for (let i = 0; i < count; i++) {
    const difference = at(i);
    if (difference !== null) return difference;
  }
  return null;
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = formatJsonValue(value);
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
