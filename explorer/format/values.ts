// Guesses the meaning of a contract's bytes: JSON, text, or a simple Borsh type. The guess is
// labelled as one.

import { base64ToBytes, bytesToHex, bytesToUtf8 } from './bytes.ts';

export interface DecodedValue {
  readonly kind: 'nothing' | 'JSON' | 'text' | 'Borsh' | 'Borsh string' | 'integer' | 'bytes';
  readonly text: string;
  readonly length: number;
}

/** Anything a terminal or a page could misread. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const LENGTH_BYTES = 4;
const INTEGER_LENGTHS = [1, 2, 4, 8, 16];

export function decodeBase64(base64: string): DecodedValue {
  return decodeValue(base64ToBytes(base64));
}

export function decodeValue(bytes: Uint8Array): DecodedValue {
  const { length } = bytes;
  if (length === 0) return { kind: 'nothing', text: '', length };
  const text = bytesToUtf8(bytes);
  const json = text === null ? null : formatJson(text);
  if (json !== null) return { kind: 'JSON', text: json, length };
  if (text !== null && !CONTROLS.test(text)) return { kind: 'text', text, length };
  const inner = readBorshString(bytes);
  if (inner !== null) return { kind: 'Borsh string', text: inner, length };
  if (INTEGER_LENGTHS.includes(length)) {
    const value = bytes.reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n);
    return { kind: 'integer', text: value.toString(), length };
  }
  return { kind: 'bytes', text: bytesToHex(bytes), length };
}

/** Indented; null for text that is not JSON. Integers above 2^53 are unchanged. */
export function formatJson(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return hasLongNumber(text) ? text : JSON.stringify(value, null, 2);
  } catch {
    return null;
  }
}

function hasLongNumber(text: string): boolean {
  return /(?:^|[^\w."])\d{16}/.test(text);
}

function readBorshString(bytes: Uint8Array): string | null {
  if (bytes.length < LENGTH_BYTES) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (length !== bytes.length - LENGTH_BYTES) return null;
  const text = bytesToUtf8(bytes.subarray(LENGTH_BYTES));
  return text === null || CONTROLS.test(text) ? null : text;
}
