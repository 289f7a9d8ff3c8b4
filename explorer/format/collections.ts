// The collections of near-sdk among the stored keys of a contract. A map keeps its keys, its values
// and where they are under prefixes that differ in the last letter; what belongs together is shown
// under one name.

import { bytesToHex } from './bytes.ts';
import { nameOf, parseStorageKey, type StorageKey } from './storageKeys.ts';

/** `near_sdk::collections` counts with 8 bytes, `near_sdk::store` with 4. */
const INDEX_BYTES = [8, 4];
const HASH_BYTES = 32;
const PARTS: Readonly<Record<string, string>> = {
  i: 'indices',
  k: 'keys',
  v: 'values',
  e: 'elements',
  m: 'entries',
};

export interface Collection {
  /** Its prefix, as text or as hexadecimal after `0x`. */
  readonly name: string;
  /** Of the given keys. */
  readonly count: number;
}

export interface NamedKeys {
  /** In the order of the keys. */
  readonly keys: readonly StorageKey[];
  readonly collections: readonly Collection[];
}

export function nameKeys(stored: readonly Uint8Array[]): NamedKeys {
  const parsed = stored.map((bytes) => ({ bytes, key: parseStorageKey(bytes) }));
  const bases = findBases(stored);
  const keys = parsed.map(({ bytes, key }) => {
    const base = bases.find((one) => belongsTo(bytes, one));
    return base === undefined ? key : nameInner(bytes, base, key);
  });
  return { keys, collections: listCollections(keys) };
}

/** Prefixes of which two parts are there: keys and values, indices and elements, and so on. */
function findBases(stored: readonly Uint8Array[]): Uint8Array[] {
  const found = new Map<string, { readonly base: Uint8Array; letters: string }>();
  const note = (bytes: Uint8Array, length: number, letters: string) => {
    const at = bytes.length - length - 1;
    const letter = String.fromCharCode(bytes[at] ?? 0);
    if (at < 1 || !letters.includes(letter)) return;
    const base = bytes.subarray(0, at);
    const known = found.get(bytesToHex(base)) ?? { base, letters: '' };
    found.set(bytesToHex(base), { base, letters: known.letters + letter });
  };
  for (const bytes of stored) {
    // An index is small, so that its last byte is zero.
    for (const length of INDEX_BYTES) if (bytes.at(-1) === 0) note(bytes, length, 'kve');
    note(bytes, HASH_BYTES, 'm');
  }
  const hasIndices = (base: Uint8Array) =>
    stored.some((bytes) => belongsTo(bytes, base) && bytes[base.length] === 'i'.charCodeAt(0));
  return [...found.values()]
    .filter(({ base, letters }) => {
      const has = (letter: string) => letters.includes(letter);
      return (has('k') && has('v')) || (has('v') && has('m')) || (has('e') && hasIndices(base));
    })
    .map(({ base }) => base);
}

function belongsTo(bytes: Uint8Array, base: Uint8Array): boolean {
  const letter = String.fromCharCode(bytes[base.length] ?? 0);
  const isBelow = bytes.length > base.length + 1 && base.every((byte, at) => bytes[at] === byte);
  return isBelow && PARTS[letter] !== undefined;
}

/** The entry of a part: what follows the letter, as if the letter were the prefix. */
function nameInner(bytes: Uint8Array, base: Uint8Array, key: StorageKey): StorageKey {
  const letter = String.fromCharCode(bytes[base.length] ?? 0);
  const inner = parseStorageKey(bytes.subarray(base.length));
  const entry = inner.entry === '' ? bytesToHex(bytes.subarray(base.length + 1)) : inner.entry;
  return { ...key, name: nameOf(base), part: PARTS[letter] ?? '', entry };
}

function listCollections(keys: readonly StorageKey[]): Collection[] {
  const counts = new Map<string, number>();
  for (const { kind, name, entry } of keys) {
    if (kind !== 'state' && entry !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count }));
}
