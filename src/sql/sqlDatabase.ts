// An SQLite file. Node has SQLite from 22.13 on; on older versions it comes from a package that the
// user installs, which is WebAssembly and so runs everywhere. Statements are the same in both.

import { existsSync } from 'node:fs';
import { PerigeeError } from '../base/errors.ts';
import { requireIfThere, requireOptional } from '../base/optionalModule.ts';
import type { SqlValue } from './table.ts';

export type SqlRecord = Readonly<Record<string, SqlValue | Uint8Array>>;

export interface SqlDatabase {
  readonly path: string;
  /** Statements without results. */
  run(sql: string): void;
  /** A statement with values for its marks, to be run many times. */
  prepare(sql: string): (values: readonly SqlValue[]) => void;
  /** The rows of one statement, as they are read. Integers that are not safe are bigints. */
  query(sql: string, values?: readonly SqlValue[]): Iterable<SqlRecord>;
  close(): void;
}

export class SqlError extends PerigeeError<{ readonly code: 'sql' }> {
  constructor(message: string, cause?: unknown) {
    super({ code: 'sql' }, message, { cause });
  }
}

const PACKAGE = 'node-sqlite3-wasm';
const PURPOSE = `SQL on this version of Node (Node 22.13 and newer have SQLite)`;

/** `read` needs a file that exists, and cannot change it. */
export function openDatabase(path: string, mode: 'read' | 'write'): SqlDatabase {
  if (mode === 'read' && !existsSync(path)) throw new SqlError(`there is no file ${path}`);
  const builtIn = requireQuietly();
  return explain(path, () =>
    builtIn === null
      ? new PackageDatabase(path, mode === 'read')
      : new BuiltInDatabase(builtIn, path, mode === 'read'),
  );
}

/** A failure of SQLite, such as a wrong statement or a full disk, is not one of ours. */
function explain<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PerigeeError) throw error;
    const { message } = error as Error;
    const isLocked = /locked/.test(message);
    const advice = isLocked
      ? `another program uses ${path}; if none does, remove ${path}.lock`
      : message;
    throw new SqlError(`SQLite: ${advice}`, error);
  }
}

function* explainRows(path: string, rows: Iterable<SqlRecord>): Generator<SqlRecord> {
  const iterator = rows[Symbol.iterator]();
  for (;;) {
    const { done, value } = explain(path, () => iterator.next());
    if (done === true) return;
    yield value;
  }
}

interface BuiltInStatement {
  run(...values: readonly SqlValue[]): void;
  iterate(...values: readonly SqlValue[]): Iterable<SqlRecord>;
  setReadBigInts(enabled: boolean): void;
}

interface BuiltInModule {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean },
  ) => { exec(sql: string): void; prepare(sql: string): BuiltInStatement; close(): void };
}

/** Without the warning that it is experimental, which some versions print for all to see. */
function requireQuietly(): BuiltInModule | null {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const found = requireIfThere<BuiltInModule>('node:sqlite');
    // Earlier forms of the module cannot read row by row.
    const isComplete = found !== null && Number(process.versions.node.split('.')[0]) > 22;
    return isComplete || hasIterate(found) ? found : null;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function hasIterate(found: BuiltInModule | null): boolean {
  const { StatementSync } = (found ?? {}) as { readonly StatementSync?: { prototype: object } };
  return StatementSync !== undefined && 'iterate' in StatementSync.prototype;
}

class BuiltInDatabase implements SqlDatabase {
  readonly path: string;
  readonly #db: InstanceType<BuiltInModule['DatabaseSync']>;

  constructor({ DatabaseSync }: BuiltInModule, path: string, readOnly: boolean) {
    this.path = path;
    this.#db = new DatabaseSync(path, { readOnly });
  }

  run(sql: string): void {
    explain(this.path, () => this.#db.exec(sql));
  }

  prepare(sql: string): (values: readonly SqlValue[]) => void {
    const statement = explain(this.path, () => this.#db.prepare(sql));
    return (values) => explain(this.path, () => statement.run(...values));
  }

  *query(sql: string, values: readonly SqlValue[] = []): Generator<SqlRecord> {
    const statement = explain(this.path, () => this.#db.prepare(sql));
    statement.setReadBigInts(true);
    for (const row of explainRows(this.path, statement.iterate(...values))) yield toSafe(row);
  }

  close(): void {
    this.#db.close();
  }
}

/** Every integer is a bigint there. */
function toSafe(row: SqlRecord): SqlRecord {
  const entries = Object.entries(row).map(([name, value]) => {
    const isSmall = typeof value === 'bigint' && Number.isSafeInteger(Number(value));
    return [name, isSmall ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

interface PackageStatement {
  run(values: SqlValue[]): void;
  iterate(values: SqlValue[]): Iterable<SqlRecord>;
  finalize(): void;
}

interface PackageModule {
  readonly Database: new (
    path: string,
    options: { readonly readOnly: boolean; readonly fileMustExist: boolean },
  ) => { exec(sql: string): void; prepare(sql: string): PackageStatement; close(): void };
}

class PackageDatabase implements SqlDatabase {
  readonly path: string;
  readonly #db: InstanceType<PackageModule['Database']>;

  constructor(path: string, readOnly: boolean) {
    this.path = path;
    const { Database } = requireOptional<PackageModule>(PACKAGE, PURPOSE);
    this.#db = new Database(path, { readOnly, fileMustExist: readOnly });
  }

  run(sql: string): void {
    explain(this.path, () => this.#db.exec(sql));
  }

  prepare(sql: string): (values: readonly SqlValue[]) => void {
    const statement = explain(this.path, () => this.#db.prepare(sql));
    return (values) => explain(this.path, () => statement.run([...values]));
  }

  *query(sql: string, values: readonly SqlValue[] = []): Generator<SqlRecord> {
    const statement = explain(this.path, () => this.#db.prepare(sql));
    try {
      yield* explainRows(this.path, statement.iterate([...values]));
    } finally {
      try {
        statement.finalize();
      } catch {
        // It repeats the failure of the statement, which has been thrown already.
      }
    }
  }

  close(): void {
    this.#db.close();
  }
}
