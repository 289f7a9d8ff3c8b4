// Fields and bytes as people read them.

import { formatGas, formatTokens } from '../../base/amounts.ts';
import { base64ToBytes, bytesToHex } from '../../base/bytes/bytes.ts';
import type { TracedBytes } from '../tree/tracedBytes.ts';
import type { TraceField } from '../tree/transactionTrace.ts';
import { escapeText } from './styles.ts';

/** The characters, or bytes, of a value that a line has room for. */
const TEXT_MAX = 160;
const BINARY_MAX = 48;

/** Text as it is if it is JSON, otherwise in quotation marks; bytes with some letters as text. */
export function formatBytes({ length, text, base64 }: TracedBytes): string {
  return text === null
    ? cut(base64ToBytes(base64 ?? ''), BINARY_MAX, length, formatBinary)
    : cut(text, TEXT_MAX, length, formatText);
}

/** The beginning of a long value; how much is missing is counted in bytes. */
function cut<T extends string | Uint8Array>(
  value: T,
  lengthMax: number,
  bytes: number,
  format: (value: T) => string,
): string {
  const shown = value.slice(0, lengthMax) as T;
  const leftOut = bytes - Buffer.byteLength(shown);
  return leftOut > 0 ? `${format(shown)}… (${leftOut} more bytes)` : format(shown);
}

function formatText(text: string): string {
  return /^[{[]/.test(text) ? escapeText(text) : `"${escapeText(text)}"`;
}

/** Keys of collections are a prefix in letters and then numbers. */
function formatBinary(bytes: Uint8Array): string {
  const isLetter = (byte: number) => byte >= 0x20 && byte < 0x7f;
  if (bytes.filter(isLetter).length * 2 < bytes.length) return `0x${bytesToHex(bytes)}`;
  const characters = Array.from(bytes, (byte) =>
    isLetter(byte) ? String.fromCharCode(byte) : `\\x${bytesToHex(Uint8Array.of(byte))}`,
  );
  return `"${characters.join('')}"`;
}

const TOKENS: ReadonlySet<string> = new Set(['allowance', 'amount', 'deposit', 'stake']);

export function formatField({ name, value, bytes, accountIds }: TraceField): string {
  const shown = bytes === null ? formatValue(name, value ?? '') : formatBytes(bytes);
  const receivers = accountIds.length === 0 ? '' : ` (${accountIds.map(escapeText).join(', ')})`;
  return `${escapeText(name)}: ${shown}${receivers}`;
}

function formatValue(name: string, value: string): string {
  if (!/^\d+$/.test(value)) return escapeText(value);
  if (TOKENS.has(name)) return formatTokens(BigInt(value));
  return name === 'gas' ? formatGas(BigInt(value)) : value;
}

/** What numbers mean that host functions return. */
const RESULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  promise_result: { 0: 'not ready', 1: 'succeeded', 2: 'failed' },
  storage_has_key: { 0: 'no', 1: 'yes' },
  storage_read: { 0: 'nothing' },
  storage_remove: { 0: 'nothing' },
};

export function formatResult(hostFunction: string, result: string): string {
  const meaning = RESULTS[hostFunction]?.[result];
  return meaning === undefined ? result : `${result} (${meaning})`;
}
