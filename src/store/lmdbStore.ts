/**
 * The store of a node: one LMDB file in a folder, in which a row's key is its column's number
 * followed by its own. Opened by one writer and any number of readers, in threads of the same
 * process or in others; inside a process the writer opens it first.
 *
 * A commit goes to the system's page cache, which survives the process; `flush` brings it to the
 * disk (checkpoint.ts). A durable store flushes each commit before it returns.
 */

import { mkdirSync } from 'node:fs';
import { open, type RootDatabase, type Transaction } from 'lmdb';
import { assert } from '../base/assert.ts';
import { PerigeeError } from '../base/errors.ts';
import { ByteSlab } from '../trie/byteSlab.ts';
import {
  findPagesToRestore,
  forgetCheckpoint,
  readBootId,
  removeCheckpoint,
  restoreCheckpoint,
  writeCheckpoint,
} from './checkpoint.ts';
import type { Column } from './columns.ts';
import { findDataFile, isWhole, PAGE_BYTES, readMetaPages } from './dataFile.ts';
import {
  type Batch,
  KEY_BYTES_MAX,
  type RangeOptions,
  type Row,
  type Snapshot,
  type Store,
  type StoreReader,
} from './store.ts';
import type { StoreError } from './storeError.ts';
import {
  createForeignError,
  OLDEST_VERSION,
  STORE_VERSION,
  stampStore,
  verifyStoreVersion,
} from './storeVersion.ts';

type LmdbStoreOptions = {
  /** A folder, made if it does not exist. */
  readonly path: string;
  /** Each commit is on the disk when it returns. */
  readonly durable?: boolean;
  /** Nothing is meant to survive the machine: `flush` does nothing. */
  readonly temporary?: boolean;
  /** Never writes; the store must exist. */
  readonly readOnly?: boolean;
  /** Names this run of the machine; where the system tells none, every commit is durable. */
  readonly bootId?: string | null;
};

const READERS_MAX = 1024;

const keyScratch = new Uint8Array(1 + KEY_BYTES_MAX);
const slab = new ByteSlab();

/** The library's own types leave out the options of `getBinaryFast`. */
type Database = RootDatabase<Uint8Array, Uint8Array> & {
  getBinaryFast(key: Uint8Array, options?: { transaction?: Transaction }): Buffer | undefined;
};

function verifyReadable(path: string, bootId: string | null): void {
  const found = findDataFile(path);
  if (found === 'foreign') throw createForeignError(path);
  if (found === 'absent') {
    const info: StoreError = { code: 'storeMissing', path };
    throw new PerigeeError(info, `There is no store at ${path}.`);
  }
  if (findPagesToRestore(path, bootId) === null) {
    verifyWhole(path);
    return;
  }
  const message = `The store ${path} was open when the machine stopped: start its node first.`;
  throw new PerigeeError<StoreError>({ code: 'storeUnclean', path }, message);
}

function prepareFolder(path: string, bootId: string | null): void {
  mkdirSync(path, { recursive: true });
  const found = findDataFile(path);
  if (found === 'foreign') throw createForeignError(path);
  if (found === 'absent') {
    forgetCheckpoint(path);
    return;
  }
  restoreCheckpoint(path, bootId);
  verifyWhole(path);
}

function verifyWhole(path: string): void {
  if (!isWhole(path)) throw createDamagedError(path);
}

function openDatabase(path: string, flags: { readOnly: boolean; noSync: boolean }): Database {
  return open<Uint8Array, Uint8Array>({
    ...flags,
    path,
    noSubdir: false,
    encoding: 'binary',
    keyEncoding: 'binary',
    pageSize: PAGE_BYTES,
    maxReaders: READERS_MAX,
    overlappingSync: false,
    // Pages are written whole; what was in the memory before is of no use to anybody.
    noMemInit: true,
  }) as Database;
}

function isEmpty(database: Database): boolean {
  for (const _row of database.getRange({ limit: 1 })) return false;
  return true;
}

/** Reads of the newest state, or of the state that a transaction has seen first. */
class LmdbReader implements StoreReader {
  readonly #database: Database;
  readonly #options: { transaction?: Transaction };

  constructor(database: Database, transaction?: Transaction) {
    this.#database = database;
    this.#options = transaction === undefined ? {} : { transaction };
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    assert(key.length <= KEY_BYTES_MAX, 'a key is too long for the store');
    keyScratch[0] = column;
    keyScratch.set(key, 1);
    const prefixed = keyScratch.subarray(0, 1 + key.length);
    const value = this.#database.getBinaryFast(prefixed, this.#options);
    return value === undefined ? undefined : copyValue(value);
  }

  *range(column: Column, options: RangeOptions = {}): Generator<Row> {
    const low = options.start === undefined ? Uint8Array.of(column) : toKey(column, options.start);
    const high = options.end === undefined ? Uint8Array.of(column + 1) : toKey(column, options.end);
    const bounds =
      options.reverse === true
        ? { start: high, end: low, reverse: true, exclusiveStart: true, inclusiveEnd: true }
        : { start: low, end: high };
    const limit = options.limit === undefined ? {} : { limit: options.limit };
    const rows = this.#database.getRange({ ...this.#options, ...bounds, ...limit });
    for (const { key, value } of rows) {
      yield [new Uint8Array(key.subarray(1)), new Uint8Array(value)];
    }
  }
}

/** The library reads into one buffer of its own, whose `length` alone is that of the value. */
function copyValue(source: Buffer): Uint8Array {
  const { length } = source;
  const value = slab.allocate(length);
  value.set(source.subarray(0, length));
  return value;
}

class LmdbSnapshot extends LmdbReader implements Snapshot {
  readonly #transaction: Transaction;

  constructor(database: Database) {
    const transaction = useCurrentTransaction(database);
    super(database, transaction);
    this.#transaction = transaction;
  }

  close(): void {
    this.#transaction.done();
  }
}

export class LmdbStore extends LmdbReader implements Store {
  readonly #database: Database;
  readonly #path: string;
  /** Null when there are no checkpoints to make. */
  readonly #bootId: string | null;
  /** Keeps what the newest checkpoint leads to. */
  #pin: Transaction | null = null;
  #isFlushed = true;
  #lastFlush: Promise<void> = Promise.resolve();
  #nextFlush: Promise<void> | null = null;

  private constructor(database: Database, path: string, bootId: string | null) {
    super(database);
    this.#database = database;
    this.#path = path;
    this.#bootId = bootId;
  }

  static async open(options: LmdbStoreOptions): Promise<LmdbStore> {
    const { path, readOnly = false, temporary = false, bootId = readBootId() } = options;
    const isDurable = options.durable === true || (bootId === null && !temporary);
    const hasCheckpoints = !readOnly && !isDurable && !temporary;
    if (readOnly) verifyReadable(path, bootId);
    else prepareFolder(path, bootId);
    const database = openDatabase(path, { readOnly, noSync: !readOnly && !isDurable });
    const store = new LmdbStore(database, path, hasCheckpoints ? bootId : null);
    try {
      const oldest = readOnly ? STORE_VERSION : OLDEST_VERSION;
      const isStamped = verifyStoreVersion(store, path, oldest);
      if (!isStamped && (readOnly || !isEmpty(database))) throw createForeignError(path);
      if (readOnly) return store;
      // The checkpoint of an earlier run protects nothing of what is committed from now on.
      if (hasCheckpoints) await store.#makeCheckpoint();
      else await removeCheckpoint(path);
      if (!isStamped) stampStore(store);
      return store;
    } catch (error) {
      await store.close().catch(() => {});
      throw error instanceof PerigeeError ? error : createDamagedError(path, error);
    }
  }

  commit(batch: Batch): void {
    const database = this.#database;
    this.#isFlushed = false;
    try {
      database.transactionSync(() => {
        for (const { column, key, value } of batch.changes) {
          if (value === null) database.removeSync(toKey(column, key));
          else database.putSync(toKey(column, key), value);
        }
      });
    } catch (error) {
      throw explainRefusal(this.#path, error);
    }
  }

  snapshot(): Snapshot {
    return new LmdbSnapshot(this.#database);
  }

  refresh(): void {
    this.#database.resetReadTxn();
  }

  flush(): Promise<void> {
    // One after the other; one that has not begun yet serves all who ask for it.
    if (this.#nextFlush === null) {
      const begin = async () => {
        this.#nextFlush = null;
        if (!this.#isFlushed) await this.#makeCheckpoint();
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
      await this.#database.close();
    }
  }

  async #makeCheckpoint(): Promise<void> {
    if (this.#bootId === null) return;
    this.#isFlushed = true;
    const pages = readMetaPages(this.#path);
    const pin = useCurrentTransaction(this.#database);
    try {
      await writeCheckpoint(this.#path, this.#bootId, pages);
    } catch (error) {
      this.#isFlushed = false;
      pin.done();
      throw explainRefusal(this.#path, error);
    }
    this.#pin?.done();
    this.#pin = pin;
  }
}

function createDamagedError(path: string, cause?: unknown): PerigeeError<StoreError> {
  const message =
    `the store ${path} is damaged: put a copy of it back, or remove the chain with --reset and ` +
    'begin a new one';
  return new PerigeeError<StoreError>({ code: 'storeDamaged', path }, message, { cause });
}

/**
 * What the system refuses has a code, and the library's words for it are of no use to anybody; any
 * other failure is our own.
 */
function explainRefusal(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error && 'code' in cause)) return cause;
  const message =
    `the store ${path} cannot be written: the disk may be full; make room and start the node ` +
    'again, nothing that was answered is lost';
  return new PerigeeError<StoreError>({ code: 'storeFull', path }, message, { cause });
}

function toKey(column: Column, key: Uint8Array): Uint8Array {
  assert(key.length <= KEY_BYTES_MAX, 'a key is too long for the store');
  const prefixed = new Uint8Array(1 + key.length);
  prefixed[0] = column;
  prefixed.set(key, 1);
  return prefixed;
}

function useCurrentTransaction(database: Database): Transaction {
  database.resetReadTxn();
  return database.useReadTransaction();
}
