// Reads keys of a contract's storage as near-sdk writes them: `STATE`, and collections whose
// entries have a prefix followed by a key or by an index. It is a guess, and labelled as one.

import { bytesToHex, bytesToUtf8 } from './bytes.ts';
import { decodeValue } from './values.ts';

const STATE = 'STATE';
const PREFIX_LENGTH_MAX = 64;
const INDEX_MAX = 10_000_000;
/** What is neither a letter nor a sign. */
const PRINTABLE = /^[\x20-\x7e]+$/;

export interface StorageKey {
  readonly kind: 'state' | 'entry' | 'element' | 'other';
  /** The prefix of a collection, or the whole key. */
  readonly name: string;
  /** Of a collection that has several, such as `keys` and `values`. */
  readonly part?: string;
  /** The key or the index of an entry; empty for a key without one. */
  readonly entry: string;
}

export function parseStorageKey(bytes: Uint8Array): StorageKey {
  const text = bytesToUtf8(bytes);
  if (text === STATE) return { kind: 'state', name: STATE, entry: '' };
  return findEntry(bytes) ?? findElement(bytes) ?? other(bytes, text);
}

function other(bytes: Uint8Array, text: string | null): StorageKey {
  const name = text !== null && PRINTABLE.test(text) ? text : decodeValue(bytes).text;
  return { kind: 'other', name, entry: '' };
}

/** A Borsh string to the end of the key after a prefix. */
function findEntry(bytes: Uint8Array): StorageKey | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const last = Math.min(PREFIX_LENGTH_MAX, bytes.length - 5);
  for (let at = 1; at <= last; at++) {
    if (view.getUint32(at, true) !== bytes.length - at - 4) continue;
    const inner = bytesToUtf8(bytes.subarray(at + 4));
    if (inner === null || !PRINTABLE.test(inner)) continue;
    return { kind: 'entry', name: nameOf(bytes.subarray(0, at)), entry: JSON.stringify(inner) };
  }
  return null;
}

/** An index of 8 or 4 bytes after a prefix that is text, or one byte. */
function findElement(bytes: Uint8Array): StorageKey | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const length of [8, 4]) {
    const at = bytes.length - length;
    if (at < 1 || at > PREFIX_LENGTH_MAX) continue;
    const index = length === 8 ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true);
    const prefix = bytes.subarray(0, at);
    const isPrefix = at === 1 || PRINTABLE.test(bytesToUtf8(prefix) ?? '');
    if (index > INDEX_MAX || !isPrefix) continue;
    return { kind: 'element', name: nameOf(prefix), entry: `${index}` };
  }
  return null;
}

export function nameOf(prefix: Uint8Array): string {
  const text = bytesToUtf8(prefix);
  return text !== null && PRINTABLE.test(text) ? text : `0x${bytesToHex(prefix)}`;
}
