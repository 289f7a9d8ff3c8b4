// Amounts for display. Every function takes the exact value from the node, and rounds only its
// text.

const YOCTO_DIGITS = 24;
const NEAR_DECIMALS = 5;
const TERA = 1e12;

/** Groups of three digits. */
export function formatCount(value: number | bigint): string {
  return value.toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `1 receipt`, `2 receipts`. */
export function formatNumberOf(value: number, what: string): string {
  return `${formatCount(value)} ${what}${value === 1 ? '' : 's'}`;
}

/** YoctoNEAR as NEAR with at most five decimals, rounded down; something is never shown as zero. */
export function formatNear(yocto: string | bigint): string {
  const value = BigInt(yocto);
  const sign = value < 0n ? '−' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(YOCTO_DIGITS + 1, '0');
  const whole = formatCount(BigInt(digits.slice(0, -YOCTO_DIGITS)));
  const decimals = digits.slice(-YOCTO_DIGITS, -YOCTO_DIGITS + NEAR_DECIMALS).replace(/0+$/, '');
  if (value !== 0n && whole === '0' && decimals === '') return `${sign}<0.00001`;
  return `${sign}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/** An amount of NEAR as a user typed it, in yoctoNEAR; null if it is not an amount. */
export function parseNear(text: string): bigint | null {
  const found = /^\s*([\d,]*)(?:\.(\d{0,24}))?\s*$/.exec(text);
  const whole = found?.[1]?.replaceAll(',', '') ?? '';
  const decimals = found?.[2] ?? '';
  if (found === null || whole + decimals === '') return null;
  return BigInt(`${whole}${decimals.padEnd(YOCTO_DIGITS, '0')}`);
}

/** Gas in units of 10^12. */
export function formatTgas(gas: number | bigint): string {
  const tera = Number(gas) / TERA;
  if (tera !== 0 && tera < 0.001) return '<0.001';
  return tera.toFixed(tera < 10 ? 3 : 1).replace(/\.?0+$/, '');
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB'];

export function formatBytes(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), BYTE_UNITS.length - 1);
  const value = bytes / 1000 ** unit;
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${BYTE_UNITS[unit]}`;
}

export function formatPercent(part: number | bigint, whole: number | bigint): string {
  if (Number(whole) === 0) return '0%';
  const percent = (Number(part) / Number(whole)) * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  return `${percent.toFixed(percent < 10 ? 1 : 0).replace(/\.0$/, '')}%`;
}
