// Verifies one store: all its rows, their consistency, and what can be restored. It is read from
// its files, so that damage cannot crash the process.

import { equalBytes } from '../base/bytes/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { genesisFingerprint } from '../chain/blocks/writeGenesis.ts';
import { Column } from '../chain/columns/columns.ts';
import { findLostRules, RULES_ROWS, readRules } from '../chain/stored/storedRules.ts';
import type { StateKind } from '../cluster/rowsOfBlock.ts';
import { HomeError } from '../home/homeFolder.ts';
import type { ProtocolRules } from '../params/protocolRules.ts';
import { createProgress } from '../process/progress.ts';
import { engineAt, openStore } from '../store/openStore.ts';
import type { StoreReader } from '../store/store.ts';
import type { StoreInspection } from '../store/storeEngine.ts';
import { metaKey } from '../store/storeKeys.ts';
import type { Genesis } from '../types/genesis.ts';
import { checkReferences } from './checkReferences.ts';
import { checkRows, isGenuine } from './checkRows.ts';
import { createOwnRows } from './ownRows.ts';
import { restoreRows } from './restoreRows.ts';
import { openRowSource, type RowSource } from './rowSource.ts';
import { type Fault, StoreFaults } from './storeFaults.ts';
import type { VerifyOptions } from './verifyOptions.ts';
import { WatchedReader } from './watchedReader.ts';

interface StoreOptions extends VerifyOptions {
  readonly kind: StateKind;
  readonly genesis: Genesis | null;
  /** Whether a node has the store open. */
  readonly isRunning: boolean;
}

export interface StoreReport {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  /** By kind, before restoring. */
  readonly counts: Readonly<Record<string, number>>;
  /** The first ones. */
  readonly faults: readonly Fault[];
  readonly restored: number;
  /** The remaining faults. */
  readonly left: number;
}

const REPORT_ROWS = 500;

export async function verifyStore(path: string, options: StoreOptions): Promise<StoreReport> {
  const found = await lookAt(path, options);
  const { faults } = found;
  const report = { path, rows: found.rows, bytes: found.bytes, counts: faults.counts() };
  const { restoreFrom } = options;
  if (restoreFrom === undefined || faults.total === 0) {
    return { ...report, faults: faults.shown, restored: 0, left: faults.total };
  }
  const restored = await restore(path, found, { ...options, restoreFrom });
  const after = await lookAt(path, options);
  return { ...report, faults: after.faults.shown, restored, left: after.faults.total };
}

interface Found {
  readonly faults: StoreFaults;
  readonly rows: number;
  readonly bytes: number;
  readonly rules: Partial<ProtocolRules>;
}

async function lookAt(path: string, options: StoreOptions): Promise<Found> {
  const inspection = await engineAt(path).inspect(path, options.isRunning);
  const faults = new StoreFaults();
  const progress = createProgress('verifying', process.stderr, 'rows');
  try {
    const { rows, bytes } = lookAtRows(inspection, faults, progress.step);
    const onStep = (where: string) => progress.step(where, 0);
    checkRules(inspection.reader, faults, options.genesis);
    checkGenesis(inspection.reader, faults, options.genesis);
    checkReferences(inspection.reader, faults, { ...options, onStep });
    return { faults, rows, bytes, rules: tryReadRules(inspection.reader) };
  } finally {
    progress.end();
    await inspection.close();
  }
}

function lookAtRows(
  inspection: StoreInspection,
  faults: StoreFaults,
  step: (where: () => string, units: number) => void,
): { rows: number; bytes: number } {
  const { rowCount } = inspection;
  const startMs = performance.now();
  let rows = 0;
  let bytes = 0;
  const describe = () => {
    const part = Math.min(1, rows / Math.max(1, rowCount));
    const leftS = ((performance.now() - startMs) / 1000) * (1 / Math.max(part, 0.001) - 1);
    const share = `${Math.floor(100 * part)} %, ${rows} of ${rowCount} rows`;
    return `${share}, ${Math.round(bytes / 2 ** 20)} MiB, ${Math.ceil(leftS)} s left`;
  };
  for (const { storedBytes } of checkRows(inspection, faults)) {
    rows += 1;
    bytes += storedBytes;
    if (rows % REPORT_ROWS === 0) step(describe, REPORT_ROWS);
  }
  return { rows, bytes };
}

/** Chains that began before there were rules have neither of the rows. */
function checkRules(store: StoreReader, faults: StoreFaults, genesis: Genesis | null): void {
  const rows = RULES_ROWS.map((name) => ({ column: Column.meta, key: metaKey(name) }));
  try {
    const lost = rows.filter(({ column, key }) => store.get(column, key) === undefined);
    const isOld = lost.length === rows.length && !(genesis && findLostRules(genesis.config));
    if (!isOld) for (const row of lost) faults.addRow('missing', row);
  } catch (error) {
    // A row is damaged, which was reported before.
    if (!(error instanceof PerigeeError)) throw error;
  }
}

function checkGenesis(store: StoreReader, faults: StoreFaults, genesis: Genesis | null): void {
  if (genesis === null) return;
  try {
    const known = store.get(Column.meta, metaKey('chain'));
    if (known === undefined || equalBytes(known, genesisFingerprint(genesis))) return;
    faults.add('file', 'genesis.json is not the one that the chain was created from');
  } catch {
    // The row is damaged, which was reported before.
  }
}

/** For rows that are computed again. */
function tryReadRules(store: StoreReader): Partial<ProtocolRules> {
  try {
    return readRules(new WatchedReader(store));
  } catch (error) {
    if (error instanceof PerigeeError) return {};
    throw error;
  }
}

async function restore(
  path: string,
  { faults, rules }: Found,
  options: StoreOptions & { readonly restoreFrom: string },
): Promise<number> {
  const progress = createProgress('restoring', process.stderr, 'steps');
  const onStep = (where: string) => progress.step(where);
  const source = await openRowSource({ ...options, rules, from: options.restoreFrom, onStep });
  try {
    const mended = await engineAt(path).salvage(path, isGenuine);
    const store = await openStore({ path });
    try {
      if (options.kind === 'trie') await refuseOtherChain(store, source, options.restoreFrom);
      const fetched = await restoreRows(faults.rows, {
        store,
        sources: () => [createOwnRows(store, options.genesis), source],
        find: () => {
          const again = new StoreFaults();
          checkReferences(store, again, { ...options, onStep });
          return again;
        },
        onStep,
      });
      return mended + fetched;
    } finally {
      await store.close();
    }
  } finally {
    progress.end();
    await source.close();
  }
}

/** Rows that are keyed by height do not identify their chain. */
async function refuseOtherChain(
  store: StoreReader,
  source: RowSource,
  from: string,
): Promise<void> {
  const first = { column: Column.meta, key: metaKey('tail') };
  const own = store.get(first.column, first.key);
  const [other = null] = await source.read([first]);
  if (own === undefined || other === null || equalBytes(own, other)) return;
  throw new HomeError(`${from} holds another chain: its first block is not the one of this home`);
}
