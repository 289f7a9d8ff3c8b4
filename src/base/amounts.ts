// Gas and tokens as people read them.

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
