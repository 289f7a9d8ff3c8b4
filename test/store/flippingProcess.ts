// A process that creates a store, flips bits in copies of its file, and reads all rows of each
// copy: node flippingProcess.js FOLDER FIRST_SEED SEEDS BITS. It prints the result as JSON.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesKey, concatBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { dataFilePath } from '../../src/store/lmdb/dataFile.ts';
import { LmdbStore } from '../../src/store/lmdb/lmdbStore.ts';
import { Batch, type ColumnRow } from '../../src/store/store.ts';
import { prefixRange } from '../../src/store/storeKeys.ts';

export interface FlipReport {
  /** Files that could not be opened. */
  refused: number;
  /** Reads that were refused. */
  errors: number;
  right: number;
  /** Faults, with their seeds. */
  wrong: string[];
}

const COLUMNS = [Column.block, Column.chunkExtra, Column.transaction, Column.stateNode];
const ROWS = 4_000;

/** Rows of all lengths, some longer than a page; the file has free pages as well. */
function createRows(): ColumnRow[] {
  return Array.from({ length: ROWS }, (_, i) => {
    const key = sha256(utf8ToBytes(`row ${i}`));
    const length = i % 100 === 0 ? 20_000 + i : (i * 37) % 700;
    const column = COLUMNS[i % COLUMNS.length] as Column;
    return { column, key, value: new Uint8Array(length).fill(i) };
  });
}

async function writeStore(path: string, rows: readonly ColumnRow[]): Promise<void> {
  const store = await LmdbStore.open({ path, temporary: true });
  for (let start = 0; start < rows.length; start += 250) {
    const batch = new Batch();
    for (const { column, key, value } of rows.slice(start, start + 250)) {
      batch.putBytes(column, key, value);
    }
    store.commit(batch);
  }
  await store.close();
}

function flipBits(path: string, seed: number, bits: number): void {
  const random = ChaChaRng.fromU64(BigInt(seed), 20);
  const data = readFileSync(path);
  for (let i = 0; i < bits; i++) data[random.below32(data.length)]! ^= 1 << random.below32(8);
  writeFileSync(path, data);
}

/** Null for a typed error. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PerigeeError) return null;
    throw error;
  }
}

function readAll(store: LmdbStore, rows: readonly ColumnRow[], report: FlipReport): void {
  const say = (what: string) => report.wrong.push(what);
  for (const { column, key, value } of rows) {
    const found = attempt(() => store.get(column, key) ?? confirmAbsent(store, column, key));
    if (found === null) report.errors += 1;
    else if (bytesKey(found) === bytesKey(value)) report.right += 1;
    else say(`another value in column ${column}`);
  }
  for (const column of COLUMNS) {
    const count = rows.filter((row) => row.column === column).length;
    const found = attempt(() => [...store.range(column)].length);
    if (found !== null && found !== count) say(`${found} of ${count} rows in column ${column}`);
  }
}

/** Reads of hot keys only confirm absence if the store supports it. */
function confirmAbsent(store: LmdbStore, column: Column, key: Uint8Array): Uint8Array {
  const range = [...store.range(column, { ...prefixRange(key), limit: 1 })];
  return concatBytes(utf8ToBytes('absent'), ...range.map(([, value]) => value));
}

const [folder = '', first = '0', seeds = '1', bits = '1'] = process.argv.slice(2);
const rows = createRows();
const whole = join(folder, 'whole');
await writeStore(whole, rows);
const report: FlipReport = { refused: 0, errors: 0, right: 0, wrong: [] };
for (let i = 0; i < Number(seeds); i++) {
  const seed = Number(first) * Number(seeds) + i;
  const path = join(folder, `flipped ${seed}`);
  mkdirSync(path);
  copyFileSync(dataFilePath(whole), dataFilePath(path));
  flipBits(dataFilePath(path), seed, Number(bits));
  const before = report.wrong.length;
  try {
    const store = await LmdbStore.open({ path, temporary: true });
    readAll(store, rows, report);
    await store.close();
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    report.refused += 1;
  }
  report.wrong.splice(before, Infinity, ...report.wrong.slice(before).map((w) => `${seed}: ${w}`));
  rmSync(path, { recursive: true });
}
process.stdout.write(JSON.stringify(report));
