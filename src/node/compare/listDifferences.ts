// All places in which two answers differ, as paths with both values.

import { formatJsonValue, type JsonValue } from '../../base/exactJson.ts';

export interface Difference {
  /** Such as `result.chunks[1].gas_used`. */
  readonly path: string;
  /** The JSON of the values; null where there is nothing. */
  readonly left: string | null;
  readonly right: string | null;
}

export const DIFFERENCES_MAX = 50;
const TEXT_MAX = 300;

/** `isIgnored` gets paths without numbers, such as `result.chunks[].gas_used`. */
export function listDifferences(
  left: JsonValue,
  right: JsonValue,
  isIgnored: (path: string) => boolean,
): Difference[] {
  const found: Difference[] = [];
  compareAt('', left, right);
  return found;

  function compareAt(path: string, a: JsonValue | undefined, b: JsonValue | undefined): void {
    if (found.length >= DIFFERENCES_MAX || isIgnored(path.replace(/\[\d+\]/g, '[]'))) return;
    if (Array.isArray(a) && Array.isArray(b)) {
      for (let i = 0; i < Math.max(a.length, b.length); i++) compareAt(`${path}[${i}]`, a[i], b[i]);
    } else if (isObject(a) && isObject(b)) {
      const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
      for (const key of keys) {
        const member = path === '' ? key : `${path}.${key}`;
        compareAt(member, ownValue(a, key), ownValue(b, key));
      }
    } else if (describe(a) !== describe(b)) {
      found.push({ path, left: shorten(describe(a)), right: shorten(describe(b)) });
    }
  }
}

type JsonMap = { readonly [key: string]: JsonValue };

function isObject(value: JsonValue | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ownValue(map: JsonMap, key: string): JsonValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function describe(value: JsonValue | undefined): string | null {
  return value === undefined ? null : formatJsonValue(value);
}

function shorten(text: string | null): string | null {
  return text !== null && text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
