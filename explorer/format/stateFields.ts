// Guesses the fields of a contract's STATE, whose layout no description tells: Borsh strings are
// recognized, and what is between them is read as integers where the length fits one.

import { bytesToHex, bytesToUtf8 } from './bytes.ts';

const BYTES_MAX = 4096;
const FIELDS_MAX = 100;
const STRING_LENGTH_MAX = 256;
const INTEGER_LENGTHS = [1, 2, 4, 8, 16];
const PRINTABLE = /^[\x20-\x7e]+$/;

export interface StateField {
  readonly kind: 'string' | 'integer' | 'bytes';
  readonly text: string;
}

/** Null if there is no string in it, or too much of it to be guessed. */
export function guessFields(bytes: Uint8Array): StateField[] | null {
  if (bytes.length > BYTES_MAX) return null;
  const fields: StateField[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const text = readString(bytes, at);
    if (text === null) {
      at++;
      continue;
    }
    if (at > start) fields.push(describeBytes(bytes.subarray(start, at)));
    fields.push({ kind: 'string', text });
    at += 4 + text.length;
    start = at;
  }
  if (start === 0) return null;
  if (start < bytes.length) fields.push(describeBytes(bytes.subarray(start)));
  return fields.length > FIELDS_MAX ? null : fields;
}

/** A string of printable characters with its length before it. */
function readString(bytes: Uint8Array, at: number): string | null {
  if (at + 5 > bytes.length) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
  if (length === 0 || length > STRING_LENGTH_MAX || at + 4 + length > bytes.length) return null;
  const text = bytesToUtf8(bytes.subarray(at + 4, at + 4 + length));
  return text !== null && PRINTABLE.test(text) ? text : null;
}

function describeBytes(bytes: Uint8Array): StateField {
  if (!INTEGER_LENGTHS.includes(bytes.length)) return { kind: 'bytes', text: bytesToHex(bytes) };
  const value = bytes.reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n);
  return { kind: 'integer', text: `${value}` };
}
