// All differences between two JSON values, in order, for readable reports. The order of an object's
// members does not matter.

import { formatJsonValue, type JsonObject, type JsonValue } from '../base/json/exactJson.ts';
import { isJsonObject } from '../codec/codec.ts';

export interface JsonDifference {
  /** Such as `header.chunks[1].gas_used`. */
  readonly path: string;
  /** The JSON of the values; null if absent. */
  readonly left: string | null;
  readonly right: string | null;
}

interface DifferenceReport {
  /** The prefix of every path. */
  readonly path?: string;
  /** The text of a longer value is truncated. */
  readonly textMax: number;
  /** Gets paths without numbers, such as `chunks[].gas_used`. */
  readonly isIgnored?: (path: string) => boolean;
}

/** Lazily: compares no further than the caller iterates. */
export function* jsonDifferences(
  left: JsonValue | undefined,
  right: JsonValue | undefined,
  report: DifferenceReport,
): Generator<JsonDifference, void> {
  const { path = '', textMax, isIgnored } = report;
  if (isIgnored?.(path.replace(/\[\d+\]/g, '[]'))) return;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (let i = 0; i < Math.max(left.length, right.length); i++) {
      yield* jsonDifferences(left[i], right[i], { ...report, path: `${path}[${i}]` });
    }
  } else if (isObject(left) && isObject(right)) {
    for (const key of [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()) {
      const member = path === '' ? key : `${path}.${key}`;
      yield* jsonDifferences(own(left, key), own(right, key), { ...report, path: member });
    }
  } else {
    const [a, b] = [format(left), format(right)];
    if (a !== b) yield { path, left: shorten(a, textMax), right: shorten(b, textMax) };
  }
}

/** With the type of JSON. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value);
}

/** A member may have the name of something that every object inherits. */
function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function format(value: JsonValue | undefined): string | null {
  return value === undefined ? null : formatJsonValue(value);
}

function shorten(text: string | null, max: number): string | null {
  return text !== null && text.length > max ? `${text.slice(0, max)}…` : text;
}
