// The file of an export: its tables, which chain it belongs to, and how far it goes. Each batch of
// blocks is one transaction, so a file that was cut off ends with a complete block.

import { formatHash, type Hash } from '../base/crypto/hash.ts';
import { openDatabase, type SqlDatabase, SqlError } from './sqlDatabase.ts';
import { type SqlRow, TABLES } from './sqlTables.ts';
import {
  createStatement,
  indexStatements,
  insertStatement,
  type SqlTable,
  type SqlValue,
} from './table.ts';
import { VIEWS } from './tables/blockTables.ts';

/** Raised when a table changes. */
const SCHEMA_VERSION = 1;

interface ExportedBlock {
  readonly height: number;
  readonly hash: string;
}

export class SqlFile {
  readonly #db: SqlDatabase;
  readonly #insert: ReadonlyMap<SqlTable, (values: readonly SqlValue[]) => void>;

  /** Creates the file, or continues with one of the same chain. */
  constructor(path: string, genesis: Hash) {
    this.#db = openDatabase(path, 'write');
    try {
      this.#prepareTables(formatHash(genesis));
      this.#insert = new Map(
        TABLES.map((table) => [table, this.#db.prepare(insertStatement(table))]),
      );
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  /** The newest block at or below a height; null if there is none. */
  lastBlock(heightMax = Number.MAX_SAFE_INTEGER): ExportedBlock | null {
    const select = 'SELECT height, hash FROM blocks WHERE height <= ? ORDER BY height DESC LIMIT 1';
    for (const { height, hash } of this.#db.query(select, [heightMax])) {
      return { height: Number(height), hash: `${hash}` };
    }
    return null;
  }

  /** Removes what is above a height. */
  revertTo(height: number): void {
    this.#atomically(() => {
      for (const { name, columns } of TABLES) {
        const isOfBlock = columns.some((column) => column.name === 'block_height');
        const column = isOfBlock ? 'block_height' : 'height';
        this.#db.run(`DELETE FROM ${name} WHERE ${column} > ${height}`);
      }
    });
  }

  /** All of them, or none. */
  write(rows: Iterable<SqlRow>): void {
    this.#atomically(() => {
      for (const { table, values } of rows) this.#insert.get(table)?.(values);
    });
  }

  close(): void {
    this.#db.close();
  }

  #atomically(work: () => void): void {
    this.#db.run('BEGIN IMMEDIATE');
    try {
      work();
      this.#db.run('COMMIT');
    } catch (error) {
      this.#db.run('ROLLBACK');
      throw error;
    }
  }

  #prepareTables(genesis: string): void {
    const names = [...this.#db.query("SELECT name FROM sqlite_master WHERE type = 'table'")];
    if (names.length === 0) {
      this.#atomically(() => this.#createTables(genesis));
      return;
    }
    if (!names.some(({ name }) => name === 'export')) {
      throw new SqlError(`${this.#db.path} has other tables; choose another file`);
    }
    const [row] = this.#db.query('SELECT * FROM export');
    if (row?.schema_version !== SCHEMA_VERSION) {
      throw new SqlError(`${this.#db.path} is of another version; choose another file`);
    }
    if (row.genesis_hash !== genesis) {
      throw new SqlError(`${this.#db.path} belongs to another chain; choose another file`);
    }
  }

  #createTables(genesis: string): void {
    for (const table of TABLES) {
      for (const sql of [createStatement(table), ...indexStatements(table)]) this.#db.run(sql);
    }
    for (const { name, select } of VIEWS) this.#db.run(`CREATE VIEW ${name} AS ${select}`);
    this.#db.run('CREATE TABLE export (schema_version INTEGER, genesis_hash TEXT)');
    this.#db.prepare('INSERT INTO export VALUES (?, ?)')([SCHEMA_VERSION, genesis]);
  }
}
