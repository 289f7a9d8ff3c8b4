// Gas, tokens and bytes as people read them.

import { base64ToBytes, bytesToHex } from '../../base/bytes/bytes.ts';
import { toTgas, YOCTO_PER_NEAR } from '../../base/units.ts';
import type { TracedBytes } from '../tree/tracedBytes.ts';
import type { TraceField } from '../tree/transactionTrace.ts';
import { escapeText } from './styles.ts';

const GAS_PER_GGAS = 1_000_000_000;
/** The characters, or bytes, of a value that a line has room for. */
const TEXT_MAX = 160;
const BINARY_MAX = 48;
/** Digits after the point. */
const NEAR_DIGITS = 8;
const YOCTO_PER_LAST_DIGIT = YOCTO_PER_NEAR / 10n ** BigInt(NEAR_DIGITS);

/** In Tgas, or in Ggas if it is little. */
export function formatGas(gas: bigint | number): string {
  const tgas = toTgas(gas);
  if (tgas >= 0.1 || tgas === 0) return `${tgas.toFixed(2)} Tgas`;
  return `${(Number(gas) / GAS_PER_GGAS).toFixed(2)} Ggas`;
}

/** In NEAR; an amount that is too small for that in yoctoNEAR. */
export function formatTokens(yocto: bigint): string {
  const size = yocto < 0n ? -yocto : yocto;
  const sign = yocto < 0n ? '-' : '';
  if (size > 0n && size < YOCTO_PER_LAST_DIGIT) return `${sign}${size} yoctoNEAR`;
  const fraction = (size % YOCTO_PER_NEAR) / YOCTO_PER_LAST_DIGIT;
  const digits = `${fraction}`.padStart(NEAR_DIGITS, '0').replace(/0+$/, '');
  return `${sign}${size / YOCTO_PER_NEAR}${digits === '' ? '' : `.${digits}`} NEAR`;
}

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
