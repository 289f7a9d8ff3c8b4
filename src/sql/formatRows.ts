// Rows of a result as a table for people, as CSV (RFC 4180), and as JSON.

import { bytesToBase64 } from '../base/bytes/bytes.ts';
import { formatPlainJson } from '../base/json/plainJson.ts';
import { escapeJson, escapeText } from '../trace/text/styles.ts';
import type { SqlRecord } from './sqlDatabase.ts';

/** A table has the width of its longest value, so its rows have to be known first. */
const TABLE_ROWS_MAX = 1_000;
const CELL_CHARACTERS_MAX = 80;

type Cell = SqlRecord[string];

/** Lines of a table. A value that is too long is cut, and so is a long result. */
export function* formatTable(rows: Iterable<SqlRecord>): Generator<string> {
  const shown: SqlRecord[] = [];
  let isComplete = true;
  for (const row of rows) {
    if (shown.length === TABLE_ROWS_MAX) {
      isComplete = false;
      break;
    }
    shown.push(row);
  }
  const [first] = shown;
  if (first === undefined) return yield 'no rows';
  const names = Object.keys(first);
  const titles = names.map(cut);
  const cells = shown.map((row) => names.map((name) => cut(formatCell(row[name] ?? null))));
  const widths = titles.map((title, i) =>
    Math.max(title.length, ...cells.map((line) => line[i]?.length ?? 0)),
  );
  const isRight = names.map((name) => typeof first[name] === 'number');
  const format = (line: readonly string[]) =>
    line
      .map((cell, i) => (isRight[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  yield format(titles);
  yield widths.map((width) => '-'.repeat(width)).join('  ');
  for (const line of cells) yield format(line);
  if (!isComplete) yield `the first ${TABLE_ROWS_MAX} rows; --csv and --json print all of them`;
}

function cut(text: string): string {
  const shown = escapeText(text);
  return shown.length <= CELL_CHARACTERS_MAX
    ? shown
    : `${shown.slice(0, CELL_CHARACTERS_MAX - 1)}…`;
}

export function* formatCsv(rows: Iterable<SqlRecord>): Generator<string> {
  let names: string[] | null = null;
  for (const row of rows) {
    if (names === null) {
      names = Object.keys(row);
      yield names.map(quote).join(',');
    }
    yield names.map((name) => quote(formatCell(row[name] ?? null))).join(',');
  }
}

/** CSV for a terminal, which would obey control characters. A file gets values as they are. */
export function* formatShownCsv(rows: Iterable<SqlRecord>): Generator<string> {
  for (const line of formatCsv(rows)) yield escapeText(line);
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An array with a row on each line; integers have all of their digits. */
export function* formatJson(rows: Iterable<SqlRecord>): Generator<string> {
  let last: string | null = null;
  yield '[';
  for (const row of rows) {
    if (last !== null) yield `${last},`;
    const entries = Object.entries(row).map(([name, value]) => [name, showBytes(value)] as const);
    last = escapeJson(formatPlainJson(Object.fromEntries(entries)) ?? '');
  }
  if (last !== null) yield last;
  yield ']';
}

function formatCell(value: Cell | undefined): string {
  return value === null || value === undefined ? '' : `${showBytes(value)}`;
}

function showBytes(value: Cell): Exclude<Cell, Uint8Array> {
  return value instanceof Uint8Array ? `base64:${bytesToBase64(value)}` : value;
}
