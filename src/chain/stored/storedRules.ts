// The rules of a chain, kept in its store.

import { bytesToUtf8, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { parseJson } from '../../base/json/exactJson.ts';
import { ProtocolRules, SNAPSHOT_RULES } from '../../params/protocolRules.ts';
import { type Batch, readRow, type StoreReader } from '../../store/store.ts';
import { Column } from '../columns/columns.ts';

/** A chain without that row was made when the snapshot was the only protocol. */
export function readRules(store: StoreReader): ProtocolRules {
  const row = readRow(store, Column.meta, 'rules');
  return row === null ? SNAPSHOT_RULES : ProtocolRules.parse(parseJson(bytesToUtf8(row)));
}

export function writeRules(batch: Batch, rules: ProtocolRules): void {
  batch.put(Column.meta, 'rules', utf8ToBytes(ProtocolRules.json(rules)));
}
