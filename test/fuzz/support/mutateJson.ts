// Changes a JSON document as a tree: members removed, repeated or exchanged, values replaced by
// others from the document or by unusual ones. The result is always JSON.

import type { Random } from '../../vm/support/random.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The position of a value, so that it can be replaced. */
interface Place {
  readonly parent: Json[] | { [key: string]: Json };
  readonly key: string;
}

const ODD: readonly Json[] = [null, true, 0, -1, 1.5, 2 ** 53, 1e300, '', '0', '\ud83d', [], {}];
const CHANGES_MAX = 4;

/** One to four changes to a copy of the document. */
export function mutateJson(text: string, random: Random): string {
  const root = { root: JSON.parse(text) as Json };
  const changes = 1 + random.below(CHANGES_MAX);
  for (let i = 0; i < changes; i++) changeOnce([...listPlaces(root)], random);
  return JSON.stringify(root.root ?? null);
}

function* listPlaces(parent: Place['parent']): Generator<Place> {
  for (const key of Object.keys(parent)) {
    yield { parent, key };
    const value = get({ parent, key });
    if (typeof value === 'object' && value !== null) yield* listPlaces(value);
  }
}

function changeOnce(places: readonly Place[], random: Random): void {
  if (places.length === 0) return;
  const place = random.pick(places);
  const other = random.pick(places);
  const value = get(place);
  switch (random.below(6)) {
    case 0:
      remove(place);
      break;
    case 1:
      set(place, random.pick(ODD));
      break;
    case 2:
      set(place, structuredClone(get(other)));
      break;
    case 3:
      if (Array.isArray(place.parent)) place.parent.push(structuredClone(value));
      break;
    case 4:
      set(place, changeLeaf(value, random));
      break;
    default:
      set(place, structuredClone(get(other)));
      set(other, value);
  }
}

function changeLeaf(value: Json, random: Random): Json {
  if (typeof value === 'number') return value + random.pick([1, -1, 256, 2 ** 32]);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  const at = random.below(value.length + 1);
  return value.slice(0, at) + random.pick(['', '1', 'z', value]) + value.slice(at + 1);
}

function get({ parent, key }: Place): Json {
  return (parent as { [key: string]: Json })[key] as Json;
}

function set({ parent, key }: Place, value: Json): void {
  (parent as { [key: string]: Json })[key] = value;
}

function remove({ parent, key }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}
