// Which argument a position in a JSON text belongs to: the outermost name before it. Serde names
// the line and the column at which it gave up, and not the argument. Bounds: the first 64 KiB.

import { bytesToUtf8 } from '../base/bytes/bytes.ts';

const BYTES_MAX = 64 * 1024;
/** Strings, the parentheses of lists and objects, and everything else one by one. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** Lines and columns count from 1; null if there is no name. */
export function nameAtPosition(json: Uint8Array, line: number, column: number): string | null {
  const text = readText(json.subarray(0, BYTES_MAX));
  if (text === null) return null;
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const end = before + column;
  let depth = 0;
  let last: string | null = null;
  let name: string | null = null;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (index >= end) break;
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 1) name = last;
    else if (token.startsWith('"')) last = token.slice(1, -1);
  }
  return name;
}

function readText(bytes: Uint8Array): string | null {
  try {
    return bytesToUtf8(bytes);
  } catch {
    return null;
  }
}
