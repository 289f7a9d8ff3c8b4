// Maps and sets on the wire: a count and the entries, sorted as the reference's ordered maps and
// sets are. In code each is a list in that order, every key once. Encoded bytes may have the
// entries in any order and repeat a key: the last entry wins.

import { compareUtf8 } from '../base/bytes/utf8Order.ts';
import { formatJsonString } from '../base/json/exactJson.ts';
import { type Codec, invalidType } from './codec.ts';
import { pair, vec } from './primitives.ts';

export type Entries<K, V> = readonly (readonly [K, V])[];

type Compare<T> = (a: T, b: T) => number;

/** How a map's key is ordered and how it is spelled as a JSON key. */
export interface MapKey<K> {
  readonly codec: Codec<K>;
  compare(a: K, b: K): number;
  format(key: K): string;
  parse(text: string): K;
}

export function sortedMap<K, V>(key: MapKey<K>, value: Codec<V>): Codec<Entries<K, V>> {
  type Entry = readonly [K, V];
  const entries = inOrder(vec(pair(key.codec, value)), ([a]: Entry, [b]: Entry) =>
    key.compare(a, b),
  );
  return {
    ...entries,
    json: (items) => {
      const texts = items.map(([k, v]) => [key.format(k), value.json(v)] as const);
      texts.sort(([a], [b]) => compareUtf8(a, b));
      return `{${texts.map(([k, v]) => `${formatJsonString(k)}:${v}`).join(',')}}`;
    },
    parse: (json) => {
      if (typeof json !== 'object' || json === null || Array.isArray(json)) {
        throw invalidType(json, 'a map');
      }
      return entries.sort(Object.entries(json).map(([k, v]) => [key.parse(k), value.parse(v)]));
    },
    schema: (scope) => ({ type: 'object', additionalProperties: value.schema(scope) }),
  };
}

export function sortedSet<T>(item: Codec<T>, compare: Compare<T>): Codec<readonly T[]> {
  const items = inOrder(vec(item), compare);
  return { ...items, parse: (json) => items.sort(items.parse(json)) };
}

/** The codec of a list with its items sorted, the last of equal ones kept. */
function inOrder<T>(list: Codec<readonly T[]>, compare: Compare<T>) {
  const isNext = (items: readonly T[], at: number) =>
    at === 0 || compare(items[at - 1]!, items[at]!) < 0;
  const sort = (items: readonly T[]): readonly T[] => {
    if (items.every((_, at) => isNext(items, at))) return items;
    // Sorting is stable, so the last of equal keys is the one before a greater key.
    const sorted = [...items].sort(compare);
    return sorted.filter((_, at) => at + 1 === sorted.length || isNext(sorted, at + 1));
  };
  const codec: Codec<readonly T[]> = {
    ...list,
    write: (writer, items) => list.write(writer, sort(items)),
    read: (reader) => sort(list.read(reader)),
  };
  return { ...codec, sort };
}
