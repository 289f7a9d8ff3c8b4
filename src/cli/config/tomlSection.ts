// Replaces one table of a TOML file and leaves the rest as it is, to the byte. Only files whose
// lines can be told apart without a full parser are edited: tables, and keys with their value on
// the same line; anything else is refused.

const TABLE = /^\s*\[\[?\s*([^[\]]+?)\s*\]\]?\s*(?:#.*)?$/;
const BLANK = /^\s*(?:#.*)?$/;
const STRING = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`;
const KEY = `(?:[A-Za-z0-9_-]+|${STRING})`;
const SCALAR = String.raw`(?:${STRING}|[^\s"'#\[\]{}]+(?: [^\s"'#\[\]{}]+)?)`;
const LIST = String.raw`\[(?:[^"'\[\]#]|${STRING})*\]`;
const TABLE_IN_LINE = String.raw`\{(?:[^"'{}#]|${STRING})*\}`;
const PAIR = new RegExp(
  String.raw`^\s*${KEY}(?:\s*\.\s*${KEY})*\s*=\s*(?:${SCALAR}|${LIST}|${TABLE_IN_LINE})\s*(?:#.*)?$`,
);

/** Null if the file has something that cannot be edited safely. */
export function replaceTable(
  file: string,
  name: string,
  entries: Readonly<Record<string, string>>,
): string | null {
  const lines = file.split('\n');
  if (!lines.every((line) => isKnown(line.replace(/\r$/, '')))) return null;
  const start = lines.findIndex((line) => tableName(line) === name);
  const table = formatTable(name, entries);
  if (start === -1) {
    const before = file.trimEnd();
    return before === '' ? table : `${before}\n\n${table}`;
  }
  const length = lines.slice(start + 1).findIndex((line) => tableName(line) !== null);
  const end = length === -1 ? lines.length : start + 1 + length;
  const after = lines.slice(end).join('\n');
  const kept = lines.slice(0, start).join('\n');
  return `${kept}${kept === '' ? '' : '\n'}${table}${after === '' ? '' : `\n${after}`}`;
}

export function formatTable(name: string, entries: Readonly<Record<string, string>>): string {
  const rows = Object.entries(entries).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `[${name}]\n${rows.join('\n')}\n`;
}

/** The text of a key before the first table; null if there is none. */
export function readTopLevel(file: string, key: string): string | null {
  for (const line of file.split('\n')) {
    if (tableName(line) !== null) return null;
    const [, basic, literal] =
      new RegExp(`^\\s*${key}\\s*=\\s*(?:("(?:[^"\\\\]|\\\\.)*")|'([^']*)')`).exec(line) ?? [];
    if (literal !== undefined) return literal;
    if (basic !== undefined) return JSON.parse(basic) as string;
  }
  return null;
}

function isKnown(line: string): boolean {
  return BLANK.test(line) || TABLE.test(line) || PAIR.test(line);
}

/** Quotes around the parts of a name do not change it. */
function tableName(line: string): string | null {
  const [, name] = TABLE.exec(line.replace(/\r$/, '')) ?? [];
  return name === undefined ? null : name.replaceAll(/["']/g, '').replaceAll(/\s*\.\s*/g, '.');
}
