// Every single change to a JSON document: each leaf becomes another value of its type, and each
// list loses or repeats its last item.

import type { JsonObject, JsonValue } from '../../src/base/json/exactJson.ts';

export interface Change {
  /** The path, such as `shards.1.chunk.author`. */
  readonly path: string;
  apply(document: JsonValue): JsonValue;
}

type Step = string | number;

export function listChanges(document: JsonValue): Change[] {
  return [...walk(document, [])].map(([steps, name, change]) => ({
    path: [...steps, name].join('.'),
    apply: (whole) => replaceAt(whole, steps, change),
  }));
}

type Edit = (value: JsonValue) => JsonValue;

function* walk(
  value: JsonValue,
  steps: readonly Step[],
): Generator<[readonly Step[], string, Edit]> {
  if (Array.isArray(value)) {
    if (value.length > 0) {
      yield [steps, '(shorter)', (list) => (list as JsonValue[]).slice(0, -1)];
      yield [steps, '(longer)', (list) => [...(list as JsonValue[]), value.at(-1) as JsonValue]];
    }
    for (const [i, item] of value.entries()) yield* walk(item, [...steps, i]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* walk(item, [...steps, key]);
  } else {
    yield [steps, '(other)', changeLeaf];
  }
}

function changeLeaf(value: JsonValue): JsonValue {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value !== 'string') return 1;
  if (/^\d+$/.test(value)) return String(BigInt(value) + 1n);
  // A character near the end: checksums, padding and the ends of names stay.
  const at = Math.max(0, value.length - 6);
  const other = value[at] === 'a' ? 'b' : 'a';
  return value === '' ? 'aaaa' : value.slice(0, at) + other + value.slice(at + 1);
}

function replaceAt(value: JsonValue, [step, ...rest]: readonly Step[], edit: Edit): JsonValue {
  if (step === undefined) return edit(value);
  if (Array.isArray(value)) {
    return value.map((item, i) => (i === step ? replaceAt(item, rest, edit) : item));
  }
  const object = value as JsonObject;
  const entries = Object.entries(object).map(([key, item]): [string, JsonValue] => {
    return [key, key === step ? replaceAt(item, rest, edit) : item];
  });
  return Object.fromEntries(entries) as JsonObject;
}
