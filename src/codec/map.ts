// Maps on the wire: a count and the entries sorted by the bytes of their encoded keys' values, as
// the reference's ordered maps are. In code a map is a list of entries that is already in that
// order.

import { compareBytes, utf8ToBytes } from '../base/bytes.ts';
import { formatJsonString } from '../base/exactJson.ts';
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

export function compareText(a: string, b: string): number {
  return compareBytes(utf8ToBytes(a), utf8ToBytes(b));
}

export function sortedMap<K, V>(key: MapKey<K>, value: Codec<V>): Codec<Entries<K, V>> {
  const entries = vec(pair(key.codec, value));
  const sort = (items: Entries<K, V>) => [...items].sort(([a], [b]) => key.compare(a, b));
  return {
    write: (writer, items) => entries.write(writer, sort(items)),
    read: (reader) => entries.read(reader),
    json: (items) => {
      const texts = items.map(([k, v]) => [key.format(k), value.json(v)] as const);
      texts.sort(([a], [b]) => compareText(a, b));
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
