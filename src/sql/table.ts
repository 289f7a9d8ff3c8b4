// A table of the SQL export: its columns, declared once with how each is read. The schema, the
// rows and the reference page follow from it.

import type { Hash } from '../base/crypto/hash.ts';
import { formatHash } from '../base/crypto/hash.ts';

export type SqlValue = string | number | bigint | null;

type ColumnType = 'TEXT' | 'INTEGER';

interface ColumnOf<S> {
  readonly name: string;
  readonly type: ColumnType;
  readonly about: string;
  readonly isNullable: boolean;
  readonly read: (source: S) => SqlValue;
}

/** Where a row comes from, apart from what it shows. */
export interface SqlTable {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly ColumnOf<never>[];
  readonly key: readonly string[];
  /** Columns that are often searched. */
  readonly indexes: readonly string[];
}

/** A table whose rows have sources of a type. */
export interface TableOf<S> extends SqlTable {
  readonly columns: readonly ColumnOf<S>[];
}

type Read<S, T> = (source: S) => T;

/** Text; null is possible if the reader says so. */
export function text<S>(
  name: string,
  about: string,
  read: Read<S, string | null>,
  isNullable = false,
): ColumnOf<S> {
  return { name, type: 'TEXT', about, isNullable, read };
}

export function textOrNull<S>(
  name: string,
  about: string,
  read: Read<S, string | null>,
): ColumnOf<S> {
  return text(name, about, read, true);
}

/** At most 2^63 - 1. */
export function integer<S>(
  name: string,
  about: string,
  read: Read<S, number | bigint>,
): ColumnOf<S> {
  return { name, type: 'INTEGER', about, isNullable: false, read };
}

/** In base58. */
export function hashText<S>(name: string, about: string, read: Read<S, Hash>): ColumnOf<S> {
  return text(name, about, (source) => formatHash(read(source)));
}

/** In yoctoNEAR, which has more digits than an INTEGER. */
export function tokenText<S>(name: string, about: string, read: Read<S, bigint>): ColumnOf<S> {
  return text(name, `${about}, in yoctoNEAR`, (source) => `${read(source)}`);
}

/** The statement that creates a table. */
export function createStatement({ name, columns, key }: SqlTable): string {
  const rows = columns.map(
    ({ name: column, type, isNullable }) => `  ${column} ${type}${isNullable ? '' : ' NOT NULL'}`,
  );
  return `CREATE TABLE ${name} (\n${[...rows, `  PRIMARY KEY (${key.join(', ')})`].join(
    ',\n',
  )}\n) WITHOUT ROWID`;
}

export function indexStatements({ name, indexes }: SqlTable): string[] {
  return indexes.map((column) => `CREATE INDEX ${name}_${column} ON ${name} (${column})`);
}

export function insertStatement({ name, columns }: SqlTable): string {
  const marks = columns.map(() => '?').join(', ');
  return `INSERT OR REPLACE INTO ${name} VALUES (${marks})`;
}
