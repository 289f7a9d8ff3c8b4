// Gas and tokens as people write and read them.

import { GAS_PER_TGAS, toTgas, YOCTO_PER_NEAR } from './units.ts';

const GGAS_PER_TGAS = 1_000n;
const GAS_PER_GGAS = Number(GAS_PER_TGAS / GGAS_PER_TGAS);
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

const NEAR_DECIMALS = 24;
const TGAS_DECIMALS = 12;
const GGAS_DECIMALS = 9;

/** `1.5 NEAR`, `1.5` or `7 yoctoNEAR`, exactly; null for anything else. */
export function parseTokens(text: string): bigint | null {
  const [, number = '', unit = 'near'] =
    /^\s*([\d_,.]+)\s*(near|yocto(?:near)?)?\s*$/i.exec(text) ?? [];
  return parseDecimal(number, /^near$/i.test(unit) ? NEAR_DECIMALS : 0);
}

/** `30 Tgas`, `30T`, `500 Ggas` or an amount of gas without a unit; null for anything else. */
export function parseGas(text: string): bigint | null {
  const [, number = '', unit = ''] = /^\s*([\d_,.]+)\s*(t|tgas|g|ggas|gas)?\s*$/i.exec(text) ?? [];
  if (/^t/i.test(unit)) return parseDecimal(number, TGAS_DECIMALS);
  return parseDecimal(number, /^gg|^g$/i.test(unit) ? GGAS_DECIMALS : 0);
}

/** Digits in groups of any length, which commas or underscores separate. */
function parseDecimal(text: string, decimals: number): bigint | null {
  const plain = text.replaceAll(/[,_]/g, '');
  const [, whole = '', , fraction = ''] = /^(\d*)(\.(\d*))?$/.exec(plain) ?? [];
  if (whole + fraction === '' || fraction.length > decimals) return null;
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
}
