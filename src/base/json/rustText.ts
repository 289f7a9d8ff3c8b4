// Texts that Rust's library makes and the reference shows: the Debug form of strings, characters
// and structs, and what is wrong with bytes that are not UTF-8.

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
  return `"${text.replace(ESCAPED, escapeChar)}"`;
}

/** One character between single quotes, where the double quote needs no escape. */
export function formatRustChar(char: string): string {
  if (char === "'") return "'\\''";
  return char === '"' ? `'"'` : `'${char.replace(ESCAPED, escapeChar)}'`;
}

function escapeChar(char: string): string {
  return ESCAPES[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`;
}

export type DebugFields = Readonly<Record<string, string | number | bigint>>;

export function formatStructDebug(name: string, fields: DebugFields): string {
  const parts = Object.entries(fields).map(([field, value]) =>
    typeof value === 'string' ? `${field}: ${formatRustString(value)}` : `${field}: ${value}`,
  );
  return parts.length === 0 ? name : `${name} { ${parts.join(', ')} }`;
}

const CONTINUATION = [0x80, 0xbf] as const;

/** The bytes that may follow a first byte; null for one that begins nothing. */
function continuations(first: number): readonly (readonly [number, number])[] | null {
  if (first < 0x80) return [];
  if (first >= 0xc2 && first <= 0xdf) return [CONTINUATION];
  if (first === 0xe0) return [[0xa0, 0xbf], CONTINUATION];
  if (first === 0xed) return [[0x80, 0x9f], CONTINUATION];
  if (first >= 0xe1 && first <= 0xef) return [CONTINUATION, CONTINUATION];
  if (first === 0xf0) return [[0x90, 0xbf], CONTINUATION, CONTINUATION];
  if (first >= 0xf1 && first <= 0xf3) return [CONTINUATION, CONTINUATION, CONTINUATION];
  return first === 0xf4 ? [[0x80, 0x8f], CONTINUATION, CONTINUATION] : null;
}

/** What is wrong with bytes that are not UTF-8. */
export function formatUtf8Error(bytes: Uint8Array): string {
  for (let start = 0; start < bytes.length; ) {
    const expected = continuations(bytes[start]!);
    if (expected === null) return `invalid utf-8 sequence of 1 bytes from index ${start}`;
    for (const [index, [min, max]] of expected.entries()) {
      const byte = bytes[start + 1 + index];
      if (byte === undefined) return `incomplete utf-8 byte sequence from index ${start}`;
      if (byte < min || byte > max) {
        return `invalid utf-8 sequence of ${index + 1} bytes from index ${start}`;
      }
    }
    start += 1 + expected.length;
  }
  return 'valid utf-8';
}
