// Compares what a follower commits for a block with what it commits for an honest source. What a
// header binds must be the same, row by row; unbound content may be anything. A source that
// withholds contract code can keep receipts from being bound: then they are unbound content.

import { bytesKey, bytesToHex, equalBytes } from '../../../src/base/bytes/bytes.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { OutcomeRecord, TipRecord } from '../../../src/chain/records/storedRecords.ts';
import { decode, encode } from '../../../src/codec/codec.ts';
import type { Batch, Change } from '../../../src/store/store.ts';
import { metaKey } from '../../../src/store/storeKeys.ts';
import { outcomeLeaf } from '../../../src/types/outcome.ts';
import type { World } from '../world.ts';
import type { HonestChain } from './honestChain.ts';

/** What nothing in a header binds. */
const UNBOUND: ReadonlySet<Column> = new Set<Column>([
  Column.shown,
  Column.author,
  Column.parent,
  Column.stateKey,
  Column.stateAt,
  Column.stateMark,
  Column.stateChanges,
  Column.stateNode,
  Column.keyAccount,
  Column.relatedContract,
  // An index that omits unbound transactions.
  Column.accountHistory,
]);

/** What may be unbound instead. */
const BINDABLE: ReadonlySet<Column> = new Set<Column>([
  Column.receipt,
  Column.chunk,
  Column.transaction,
  Column.outgoingReceipts,
]);

type Rows = ReadonlyMap<string, Change>;

/** By the height of the block. */
const honest = new Map<number, Rows>();

export function verifyHonest(world: World, { batches }: HonestChain, batch: Batch): void {
  if (honest.size === 0) {
    for (const one of batches.slice(1)) honest.set(heightOf(one), boundRows(one));
  }
  const height = heightOf(batch);
  const expected = world.require(honest.get(height), `there is a block ${height}`);
  const rows = boundRows(batch);
  world.note(`commit of ${height}`);
  for (const [place, { column, key }] of expected) {
    const isThere = rows.has(place) || BINDABLE.has(column);
    world.check(isThere, `block ${height} lacks a row of ${column} under ${bytesToHex(key)}`);
  }
  for (const [place, { column, key, value }] of rows) {
    const other = world.require(expected.get(place), `a row of ${column} under ${bytesToHex(key)}`);
    const isSame =
      value === other.value ||
      (value !== null &&
        other.value !== null &&
        equalBytes(bind(column, key, value), bind(column, key, other.value)));
    world.check(isSame, `column ${column} has another row under ${bytesToHex(key)}`);
  }
}

function boundRows({ changes }: Batch): Rows {
  const bound = changes.filter(({ column }) => !UNBOUND.has(column));
  return new Map(bound.map((change) => [`${change.column} ${bytesKey(change.key)}`, change]));
}

/** The hash of an outcome does not cover the reason of a failure or the gas profile. */
function bind(column: Column, id: Uint8Array, value: Uint8Array): Uint8Array {
  if (column !== Column.outcome) return value;
  const record = decode(OutcomeRecord, value);
  const logs = record.outcome.logs.length;
  const leaf = outcomeLeaf({ id, outcome: record.outcome });
  const plain = {
    ...record.outcome,
    status: { kind: 'Unknown' },
    metadata: { kind: 'V1' },
  } as const;
  return encode(OutcomeRecord, {
    ...record,
    outcome: { ...plain, logs: [`${logs} ${bytesToHex(leaf)}`] },
  });
}

const HEAD_KEY = metaKey('head');

function heightOf({ changes }: Batch): number {
  const row = changes.findLast(({ column, key }) => {
    return column === Column.meta && equalBytes(key, HEAD_KEY);
  });
  return row?.value == null ? -1 : decode(TipRecord, row.value).height;
}
