// Runs one SELECT on an exported file, which it cannot change.

import { openDatabase, SqlError, type SqlRecord } from './sqlDatabase.ts';

/** What else SQLite can do, such as `VACUUM INTO`, would write other files. */
const READING = /^\s*(?:select|with|values|explain)\b/i;

/** The rows are read as they are taken; the file is closed after the last one. */
export function* querySql(file: string, select: string): Generator<SqlRecord> {
  if (!READING.test(select)) {
    throw new SqlError('the statement is not a query: it begins with SELECT, WITH or EXPLAIN');
  }
  const db = openDatabase(file, 'read');
  try {
    yield* db.query(select);
  } finally {
    db.close();
  }
}
