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
  const [expectedText, foundText] = [formatJsonValue(expected), formatJsonValue(found)];
  if (expectedText === foundText) return null;
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
  return { field, expected: cut(expectedText), found: cut(foundText) };
}

function compareAt(
  expected: JsonValue | undefined,
  found: JsonValue | undefined,
  field: string,
): Difference | null {
  if (expected === undefined || found === undefined) {
    const text = (value: JsonValue | undefined) =>
      value === undefined ? 'nothing' : cut(formatJsonValue(value));
    return { field, expected: text(expected), found: text(found) };
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

function cut(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
