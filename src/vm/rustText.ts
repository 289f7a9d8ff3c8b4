// Rust's Debug form of strings and structs, which failed view calls show.

const ESCAPES: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** Everything Rust does not print as it is: controls, separators but the space, combining marks. */
const ESCAPED = /["\\]|(?! )[\p{C}\p{Z}\p{Grapheme_Extend}]/gu;

export function formatRustString(text: string): string {
  const escaped = text.replace(
    ESCAPED,
    (char) => ESCAPES[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
  return `"${escaped}"`;
}

export type DebugFields = Readonly<Record<string, string | number | bigint>>;

export function formatStructDebug(name: string, fields: DebugFields): string {
  const parts = Object.entries(fields).map(([field, value]) =>
    typeof value === 'string' ? `${field}: ${formatRustString(value)}` : `${field}: ${value}`,
  );
  return parts.length === 0 ? name : `${name} { ${parts.join(', ')} }`;
}
