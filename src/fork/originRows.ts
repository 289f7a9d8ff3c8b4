// The rows of another network that the blocks of a fork have read, kept in its store: they are
// never requested again, so the fork continues with the same results if the origin is gone or
// responds differently. Rows that only views have read are not kept, because any client can request
// views.

import { assert } from '../base/assert.ts';
import { concatBytes } from '../base/bytes/bytes.ts';
import { Column } from '../chain/columns/columns.ts';
import { decode, encode } from '../codec/codec.ts';
import { bytes, vec } from '../codec/primitives.ts';
import { Batch, readRow, type Store, type StoreReader } from '../store/store.ts';
import { askRow, askRows, type KnownRow, type OriginPlace } from './askRow.ts';

/** A request for a row, or for all rows whose keys have a prefix. */
export interface OriginQuestion {
  readonly kind: 'row' | 'rows';
  readonly bytes: Uint8Array;
}

export type OriginAnswer =
  /** Null for a row that does not exist. */
  | { readonly kind: 'row'; readonly value: Uint8Array | null }
  | { readonly kind: 'rows'; readonly rows: readonly KnownRow[] };

/** Requests it from the origin. */
export async function askQuestion(
  place: OriginPlace,
  { kind, bytes: name }: OriginQuestion,
): Promise<OriginAnswer> {
  if (kind === 'row') return { kind, value: await askRow(place, name) };
  return { kind, rows: await askRows(place, name) };
}

const ABSENT = Uint8Array.of(0);
const PRESENT = Uint8Array.of(1);
const EMPTY = new Uint8Array(0);
const KeyList = vec(bytes);

/** Undefined if it was not kept. */
export function readAnswer(
  store: StoreReader,
  { kind, bytes: name }: OriginQuestion,
): OriginAnswer | undefined {
  const stored = readRow(store, Column.originRow, [kind, name]);
  if (stored === null) return undefined;
  if (kind === 'row') return { kind, value: readValue(stored) };
  const rows = decode(KeyList, stored).map((key) => {
    const row = readRow(store, Column.originRow, ['row', key]);
    assert(row !== null, 'the rows of a list are kept with it');
    return { key, value: readValue(row) ?? EMPTY };
  });
  return { kind, rows };
}

function readValue(stored: Uint8Array): Uint8Array | null {
  return stored[0] === ABSENT[0] ? null : stored.slice(1);
}

export function keepResponse(store: Store, question: OriginQuestion, answer: OriginAnswer): void {
  const batch = new Batch();
  if (answer.kind === 'row') putRow(batch, question.bytes, answer.value);
  else {
    for (const { key, value } of answer.rows) putRow(batch, key, value);
    const keys = answer.rows.map(({ key }) => key);
    batch.put(Column.originRow, ['rows', question.bytes], encode(KeyList, keys));
  }
  store.commit(batch);
}

function putRow(batch: Batch, key: Uint8Array, value: Uint8Array | null): void {
  const stored = value === null ? ABSENT : concatBytes(PRESENT, value);
  batch.put(Column.originRow, ['row', key], stored);
}
