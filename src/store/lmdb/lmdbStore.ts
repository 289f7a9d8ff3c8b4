/**
 * The store of a node: one LMDB file in a folder, in which a row's key is its column's number
 * followed by its own. Opened by one writer and any number of readers, in threads of the same
 * process or in others; inside a process the writer opens it first.
 *
 * A commit goes to the system's page cache, which survives the process; `flush` brings it to the
 * disk (checkpoint.ts). A durable store flushes each commit before it returns.
 */

import { mkdirSync, rmSync } from 'node:fs';
import type { Transaction } from 'lmdb';
import { PerigeeError } from '../../base/errors.ts';
import type { Column } from '../column.ts';
import type { Batch, Snapshot, Store } from '../store.ts';
import type { OpenOptions } from '../storeEngine.ts';
import {
  createDamagedError,
  createLostError,
  createRefusedError,
  createUnreadableError,
  type StoreError,
} from '../storeError.ts';
import {
  createForeignError,
  createVersionError,
  OLDEST_VERSION,
  plainVersionOf,
  STORE_VERSION,
  stampStore,
  VERSION_KEY,
  verifyStoreVersion,
} from '../storeVersion.ts';
import {
  findPagesToRestore,
  forgetCheckpoint,
  readBootId,
  removeCheckpoint,
  restoreCheckpoint,
  writeCheckpoint,
} from './checkpoint.ts';
import { CommitNumber } from './commitNumber.ts';
import { CurrentRows } from './currentRows.ts';
import { dataFilePath, findDataFile, isUnfinished, readMetaPages } from './dataFile.ts';
import { type Database, MAP_BYTES, openDatabase } from './lmdbDatabase.ts';
import { LmdbReader, storedKey, storedValue } from './lmdbReader.ts';
import { findPageFault, isWhole } from './pageTree.ts';
import { sealStore } from './rewriteStore.ts';
import { verifyNotLost, wasKept, writeStampFile } from './stampFile.ts';

interface LmdbStoreOptions extends OpenOptions {
  /** The boot id of the machine; where the system has none, every commit is durable. */
  readonly bootId?: string | null;
}

function verifyReadable(path: string, bootId: string | null): void {
  requirePresent(path);
  if (findPagesToRestore(path, bootId) === null) {
    verifyWhole(path);
    verifyPages(path);
    return;
  }
  const message = `The store ${path} was open when the machine stopped: start its node first.`;
  throw new PerigeeError<StoreError>({ code: 'store_unclean', path }, message);
}

function requirePresent(path: string): void {
  const found = findDataFile(path);
  if (found === 'foreign') throw refuseOther(path);
  if (found === 'present') return;
  verifyNotLost(path);
  const info: StoreError = { code: 'store_missing', path };
  throw new PerigeeError(info, `There is no store at ${path}.`);
}

/** Brings a file to where its checkpoint says, without looking at what is in its pages. */
export function repairDataFile(path: string, bootId = readBootId()): void {
  requirePresent(path);
  restoreCheckpoint(path, bootId);
  verifyWhole(path);
}

function prepareFolder(path: string, bootId: string | null): void {
  mkdirSync(path, { recursive: true });
  if (findDataFile(path) === 'absent') {
    verifyNotLost(path);
    forgetCheckpoint(path);
    return;
  }
  if (isUnfinished(path) && !wasKept(path)) {
    rmSync(dataFilePath(path));
    forgetCheckpoint(path);
    return;
  }
  repairDataFile(path, bootId);
  verifyPages(path);
}

/** LMDB would follow a damaged page to wherever it leads, which can end the process. */
function verifyPages(path: string): void {
  const fault = findPageFault(path);
  if (fault !== null) throw createDamagedError(path, new Error(fault));
}

/** Something else than a data file: what is left of one, or what was never ours. */
function refuseOther(path: string): Error {
  if (!wasKept(path)) return createForeignError(path);
  return createLostError('store_damaged', dataFilePath(path), 'does not begin as a data file does');
}

function verifyWhole(path: string): void {
  if (isWhole(path)) return;
  throw createLostError('store_damaged', dataFilePath(path), 'was cut');
}

/**
 * Rows without checksums get them from a writer; for a reader they are of an older version. The
 * file is first opened through a map that ends with it: there, garbage that points past the end is
 * an error, and in a larger map it would be a signal that ends the process.
 */
async function openSealed(
  { path, report = () => {} }: LmdbStoreOptions,
  flags: { readonly readOnly: boolean; readonly noSync: boolean },
): Promise<Database> {
  const database = openDatabase(path, flags);
  const plainVersion = await explainDamage(path, database, async () =>
    plainVersionOf(database.getBinary(VERSION_KEY)),
  );
  await database.close();
  if (plainVersion !== null) {
    if (flags.readOnly) throw createVersionError(path, plainVersion);
    await sealStore(path, plainVersion, report);
  }
  return openDatabase(path, { ...flags, mapSize: MAP_BYTES });
}

/** What is opened is closed again if it cannot be read. */
async function explainDamage<T>(
  path: string,
  opened: { close(): Promise<void> },
  use: () => Promise<T>,
): Promise<T> {
  try {
    return await use();
  } catch (error) {
    await opened.close().catch(() => {});
    throw error instanceof PerigeeError ? error : createDamagedError(path, error);
  }
}

function isEmpty(database: Database): boolean {
  for (const _row of database.getRange({ limit: 1 })) return false;
  return true;
}

class LmdbSnapshot extends LmdbReader implements Snapshot {
  readonly #transaction: Transaction;

  constructor(database: Database, path: string) {
    const transaction = useCurrentTransaction(database);
    super(database, path, transaction);
    this.#transaction = transaction;
  }

  close(): void {
    this.#transaction.done();
  }
}

export class LmdbStore extends LmdbReader implements Store {
  readonly #database: Database;
  readonly #path: string;
  /** Null for a store without checkpoints. */
  readonly #bootId: string | null;
  readonly #current: CurrentRows;
  readonly #commitNumber: CommitNumber;
  /** A commit that reads show, or a newer one; null if it is not known. */
  #shownCommit: number | null = null;
  /** Keeps what the newest checkpoint leads to. */
  #pin: Transaction | null = null;
  #isFlushed = true;
  #lastFlush: Promise<void> = Promise.resolve();
  #nextFlush: Promise<void> | null = null;

  private constructor(database: Database, path: string, bootId: string | null) {
    super(database, path);
    this.#database = database;
    this.#path = path;
    this.#bootId = bootId;
    this.#current = new CurrentRows(database);
    this.#commitNumber = new CommitNumber(path);
  }

  static async open(options: LmdbStoreOptions): Promise<LmdbStore> {
    const { path, readOnly = false, temporary = false, bootId = readBootId() } = options;
    const isDurable = options.durable === true || (bootId === null && !temporary);
    const hasCheckpoints = !readOnly && !isDurable && !temporary;
    try {
      if (readOnly) verifyReadable(path, bootId);
      else prepareFolder(path, bootId);
    } catch (error) {
      throw createUnreadableError(path, error);
    }
    const database = await openSealed(options, { readOnly, noSync: !readOnly && !isDurable });
    const store = new LmdbStore(database, path, hasCheckpoints ? bootId : null);
    return explainDamage(path, store, async () => {
      const oldest = readOnly ? STORE_VERSION : OLDEST_VERSION;
      const isStamped = verifyStoreVersion(store, path, oldest);
      if (!isStamped && (readOnly || !isEmpty(database))) throw createForeignError(path);
      if (readOnly) return store;
      // The checkpoint of an earlier run protects nothing of what is committed from now on.
      if (hasCheckpoints) await store.#makeCheckpoint();
      else await removeCheckpoint(path);
      if (!isStamped) stampStore(store);
      if (!temporary) await writeStampFile(path);
      return store;
    });
  }

  override get(column: Column, key: Uint8Array): Uint8Array | undefined {
    if (column.isCommon !== true) return super.get(column, key);
    return this.#current.get(column, key, () => super.get(column, key));
  }

  commit(batch: Batch): void {
    const database = this.#database;
    this.#isFlushed = false;
    try {
      database.transactionSync(() => {
        for (const { column, key, value } of batch.changes) {
          const stored = storedKey(column, key);
          if (value === null) database.removeSync(stored);
          else database.putSync(stored, storedValue(stored, value));
        }
      });
    } catch (error) {
      throw createRefusedError(this.#path, error);
    }
  }

  snapshot(): Snapshot {
    return new LmdbSnapshot(this.#database, this.#path);
  }

  refresh(): void {
    const newest = this.#commitNumber.read();
    if (newest !== null && newest === this.#shownCommit) return;
    // The view that the next read begins may show a newer one.
    this.#shownCommit = newest;
    this.#current.clear();
    this.#database.resetReadTxn();
  }

  flush(): Promise<void> {
    // One after the other; one that has not begun yet serves all who ask for it.
    if (this.#nextFlush === null) {
      const begin = async () => {
        this.#nextFlush = null;
        if (!this.#isFlushed) await this.#makeCheckpoint().catch(postpone);
      };
      this.#nextFlush = this.#lastFlush.then(begin, begin);
      this.#lastFlush = this.#nextFlush;
    }
    return this.#nextFlush;
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      this.#pin?.done();
      this.#commitNumber.close();
      await this.#database.close();
    }
  }

  async #makeCheckpoint(): Promise<void> {
    if (this.#bootId === null) return;
    const pages = this.#readMetaPages();
    this.#isFlushed = true;
    const pin = useCurrentTransaction(this.#database);
    try {
      await writeCheckpoint(this.#path, this.#bootId, pages);
    } catch (error) {
      this.#isFlushed = false;
      pin.done();
      throw createRefusedError(this.#path, error);
    }
    this.#pin?.done();
    this.#pin = pin;
  }

  #readMetaPages(): Uint8Array {
    try {
      return readMetaPages(this.#path);
    } catch (error) {
      throw createRefusedError(this.#path, error);
    }
  }
}

/**
 * A checkpoint that fails for lack of a file descriptor is made with the next flush; until then the
 * previous one stays valid.
 */
function postpone(error: unknown): void {
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  if (cause?.code !== 'EMFILE' && cause?.code !== 'ENFILE') throw error;
}

function useCurrentTransaction(database: Database): Transaction {
  database.resetReadTxn();
  return database.useReadTransaction();
}
