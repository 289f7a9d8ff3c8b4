// The rules of a chain, kept in its store.

import { bytesToUtf8, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { PerigeeError } from '../../base/errors.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { isKnownVersion } from '../../params/protocol.ts';
import { ProtocolRules, RELEASE_RULES, SNAPSHOT_RULES } from '../../params/protocolRules.ts';
import { type Batch, readRow, type StoreReader } from '../../store/store.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import { Column } from '../columns/columns.ts';

export const RULES_ROWS = ['rules', 'rulesCopy'] as const;

/**
 * A chain without such rows was made when the snapshot was the only protocol. They are kept twice,
 * so that a lost row does not silently change the protocol.
 */
export function readRules(store: StoreReader): ProtocolRules {
  const row = readRulesRow(store);
  return row === null ? SNAPSHOT_RULES : ProtocolRules.parse(parseJson(bytesToUtf8(row)));
}

export function readRulesRow(store: StoreReader): Uint8Array | null {
  return readRow(store, Column.meta, 'rules') ?? readRow(store, Column.meta, 'rulesCopy');
}

/**
 * Those that a store has lost if it has no row; null where a chain of that genesis may have begun
 * without one.
 */
export function findLostRules({ protocolVersion }: GenesisConfig): ProtocolRules | null {
  return isKnownVersion(protocolVersion, SNAPSHOT_RULES.dialect) ? null : RELEASE_RULES;
}

export function writeRules(batch: Batch, rules: ProtocolRules): void {
  for (const name of RULES_ROWS) batch.put(Column.meta, name, encodeRules(rules));
}

/** The bytes of the row. */
export function encodeRules(rules: ProtocolRules): Uint8Array {
  return utf8ToBytes(ProtocolRules.json(rules));
}

/**
 * A new chain begins with the wanted rules, and those of the release for the rest; its first batch
 * writes them. An existing one keeps its own and must have the wanted dialect.
 */
export function chooseRules(
  store: StoreReader,
  wanted: Partial<ProtocolRules> = {},
  genesis: GenesisConfig | null = null,
): ProtocolRules {
  if (readRow(store, Column.meta, 'chain') === null) return { ...RELEASE_RULES, ...wanted };
  if (genesis !== null && readRulesRow(store) === null && findLostRules(genesis) !== null) {
    throw new PerigeeError<{ readonly code: 'lost_rules' }>(
      { code: 'lost_rules' },
      'the store has lost the rules that its chain follows; `perigee verify --restore-from ' +
        'itself` restores them',
    );
  }
  const rules = readRules(store);
  if (wanted.dialect === undefined || wanted.dialect === rules.dialect) return rules;
  throw new PerigeeError<{ readonly code: 'other_dialect' }>(
    { code: 'other_dialect' },
    `the stored chain has the dialect ${rules.dialect}, not ${wanted.dialect}; leave out ` +
      '--dialect, or begin a new chain',
  );
}
