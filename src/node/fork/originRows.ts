// The rows of another network that a fork has asked for, kept as files: any thread may add one, and
// a row that is there is never asked for again, so a fork goes on when the other node is gone.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, concatBytes } from '../../base/bytes.ts';
import { sha256 } from '../../base/hash.ts';
import { decode, encode } from '../../codec/codec.ts';
import { bytes, vec } from '../../codec/primitives.ts';
import { parseTrieKey } from '../../state/parseTrieKey.ts';
import { contractDataTrieKey, TRIE_COLUMN } from '../../state/trieKey.ts';
import { readWholeFile, writeWholeFile } from '../wholeFile.ts';
import { askRow, askRows, type KnownRow, type OriginPlace } from './askRow.ts';

/** A question for a row, or for the keys with a prefix. */
export interface OriginQuestion {
  readonly kind: 'row' | 'keys';
  readonly bytes: Uint8Array;
}

const ABSENT = Uint8Array.of(0);
const PRESENT = Uint8Array.of(1);
const KeyList = vec(bytes);

export class OriginRows {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined when nobody has asked yet. */
  row(key: Uint8Array): Uint8Array | null | undefined {
    const stored = this.#read('row', key);
    if (stored !== null) return stored[0] === ABSENT[0] ? null : stored.subarray(1);
    // All rows of a contract that was listed are there.
    const all = dataPrefix(key);
    return all !== null && this.#read('keys', all) !== null ? null : undefined;
  }

  keys(prefix: Uint8Array): readonly Uint8Array[] | undefined {
    const stored = this.#read('keys', prefix);
    return stored === null ? undefined : decode(KeyList, stored);
  }

  /** Asks the other node and keeps what it says. */
  async fetch(place: OriginPlace, { kind, bytes: name }: OriginQuestion): Promise<void> {
    if (kind === 'row') this.#keepRow(name, await askRow(place, name));
    else this.#keepRows(name, await askRows(place, name));
  }

  #keepRow(key: Uint8Array, value: Uint8Array | null): void {
    this.#write('row', key, value === null ? ABSENT : concatBytes(PRESENT, value));
  }

  /** The list comes last: where it is, the rows are. */
  #keepRows(prefix: Uint8Array, rows: readonly KnownRow[]): void {
    for (const { key, value } of rows) this.#keepRow(key, value);
    const keys = rows.map(({ key }) => key);
    this.#write('keys', prefix, encode(KeyList, keys));
  }

  #path(kind: OriginQuestion['kind'], name: Uint8Array): { folder: string; path: string } {
    const hex = bytesToHex(sha256(name));
    const folder = join(this.#folder, hex.slice(0, 2));
    return { folder, path: join(folder, `${hex}.${kind}`) };
  }

  #read(kind: OriginQuestion['kind'], name: Uint8Array): Uint8Array | null {
    return readWholeFile(this.#path(kind, name).path);
  }

  #write(kind: OriginQuestion['kind'], name: Uint8Array, content: Uint8Array): void {
    const { folder, path } = this.#path(kind, name);
    mkdirSync(folder, { recursive: true });
    writeWholeFile(path, content);
  }
}

/** What all rows of the same contract begin with; null for other rows. */
function dataPrefix(key: Uint8Array): Uint8Array | null {
  if (key[0] !== TRIE_COLUMN.contractData) return null;
  const parsed = parseTrieKey(key);
  return parsed.kind === 'ContractData' ? contractDataTrieKey(parsed.accountId, EMPTY) : null;
}

const EMPTY = new Uint8Array();
