// Maps on the wire: a count and the entries, sorted by key as the reference's ordered maps are. In
// code a map is a list of entries in that order, each key once. Encoded bytes may have the entries
// in any order and repeat a key: the last entry wins.

import { compareUtf8 } from '../base/bytes/utf8Order.ts';
import { formatJsonString } from '../base/json/exactJson.ts';
import { type Codec, invalidType } from './codec.ts';
import { pair, vec } from './primitives.ts';

export type Entries<K, V> = readonly (readonly [K, V])[];

/** How a map's key is ordered and how it is spelled as a JSON key. */
export interface MapKey<K> {
  readonly codec: Codec<K>;
  compare(a: K, b: K): number;
  format(key: K): string;
  parse(text: string): K;
}

export function sortedMap<K, V>(key: MapKey<K>, value: Codec<V>): Codec<Entries<K, V>> {
  const entries = vec(pair(key.codec, value));
  const sort = (items: Entries<K, V>) => [...items].sort(([a], [b]) => key.compare(a, b));
  const isNext = (items: Entries<K, V>, at: number) =>
    at === 0 || key.compare(items[at - 1]![0], items[at]![0]) < 0;
  return {
    write: (writer, items) => entries.write(writer, sort(items)),
    read: (reader) => {
      const items = entries.read(reader);
      if (items.every((_, at) => isNext(items, at))) return items;
      // Sorting is stable, so the last of equal keys is the one before a greater key.
      const sorted = sort(items);
      return sorted.filter((_, at) => at + 1 === sorted.length || isNext(sorted, at + 1));
    },
    json: (items) => {
      const texts = items.map(([k, v]) => [key.format(k), value.json(v)] as const);
      texts.sort(([a], [b]) => compareUtf8(a, b));
      return `{${texts.map(([k, v]) => `${formatJsonString(k)}:${v}`).join(',')}}`;
    },
    parse: (json) => {
      if (typeof json !== 'object' || json === null || Array.isArray(json)) {
        throw invalidType(json, 'a map');
      }
      return sort(Object.entries(json).map(([k, v]) => [key.parse(k), value.parse(v)] as const));
    },
  };
}
