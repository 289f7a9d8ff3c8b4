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

/** A number and its unit, which are drawn in two sizes. */
export interface Quantity {
  readonly number: string;
  readonly unit: string;
}

/** Below this many, an amount is counted in yoctoNEAR. */
const YOCTO_SHOWN_MAX = 1_000_000n;

/** YoctoNEAR as NEAR with at most five decimals, rounded down; something is never shown as zero. */
export function splitNear(yocto: string | bigint): Quantity {
  const value = BigInt(yocto);
  const size = value < 0n ? -value : value;
  const sign = value < 0n ? '−' : '';
  if (size !== 0n && size < YOCTO_SHOWN_MAX) {
    return { number: `${sign}${formatCount(size)}`, unit: 'yocto' };
  }
  const shown = formatDecimals(size, NEAR_DECIMALS);
  const number = size !== 0n && shown === '0' ? '<0.00001' : shown;
  return { number: `${sign}${number}`, unit: 'NEAR' };
}

export function formatNear(yocto: string | bigint): string {
  const { number, unit } = splitNear(yocto);
  return `${number} ${unit}`;
}

/** An amount that is not negative, cut after some decimals, without zeros at the end. */
function formatDecimals(yocto: bigint, decimalsMax: number): string {
  const [whole = '', decimals = ''] = formatAllDecimals(yocto).split('.');
  const shown = decimals.slice(0, decimalsMax).replace(/0+$/, '');
  return shown === '' ? whole : `${whole}.${shown}`;
}

/** With all 24 decimals. */
function formatAllDecimals(yocto: bigint): string {
  const digits = yocto.toString().padStart(YOCTO_DIGITS + 1, '0');
  const whole = formatCount(BigInt(digits.slice(0, -YOCTO_DIGITS)));
  return `${whole}.${digits.slice(-YOCTO_DIGITS)}`;
}

/** An amount of a token in its own units, without zeros at the end. */
export function formatToken(amount: string, decimals: number): string {
  const digits = amount.padStart(decimals + 1, '0');
  const whole = formatCount(BigInt(digits.slice(0, digits.length - decimals)));
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return part === '' ? whole : `${whole}.${part}`;
}

/** A text that has changed: what is the same as before, and what is not. */
export interface ChangedText {
  readonly same: string;
  readonly changed: string;
}

export interface AmountChange {
  readonly before: ChangedText;
  readonly after: ChangedText;
  /** With its sign. */
  readonly change: Quantity;
}

/** Digits after the first one that differs. */
const MORE_DIGITS = 2;

/** Two amounts of NEAR with as many digits as are needed to tell them apart. */
export function compareNear(before: bigint, after: bigint): AmountChange {
  const [first, second] = [formatAllDecimals(before), formatAllDecimals(after)];
  const same = countSame(first, second);
  const point = first.indexOf('.');
  const isLong = same > point && first.indexOf('.') === second.indexOf('.');
  const needed = isLong ? same - point + MORE_DIGITS : 0;
  const decimals = Math.min(YOCTO_DIGITS, Math.max(NEAR_DECIMALS, needed));
  const cut = (text: string) => text.slice(0, text.indexOf('.') + 1 + decimals);
  const change = splitNear(after - before);
  return {
    ...markChange(cut(first), cut(second)),
    change: after > before ? { ...change, number: `+${change.number}` } : change,
  };
}

/** Texts that differ, with what they have in common at the beginning. */
export function markChange(before: string, after: string): Omit<AmountChange, 'change'> {
  const same = before.length === after.length ? countSame(before, after) : 0;
  const split = (text: string) => ({ same: text.slice(0, same), changed: text.slice(same) });
  return { before: split(before), after: split(after) };
}

/** Of digits in common, these many are shown on either side of what is left out. */
const SAME_SHOWN = 9;
const SAME_SHOWN_LAST = 3;

/** What two numbers have in common, without its middle if that is long. */
export function shortenSame(same: string): string {
  if (same.length <= SAME_SHOWN + SAME_SHOWN_LAST + 1) return same;
  return `${same.slice(0, SAME_SHOWN)}…${same.slice(-SAME_SHOWN_LAST)}`;
}

function countSame(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same;
}

/** An amount of NEAR as a user typed it, in yoctoNEAR; null if it is not an amount. */
export function parseNear(text: string): bigint | null {
  const found = /^\s*([\d,]*)(?:\.(\d{0,24}))?\s*$/.exec(text);
  const whole = found?.[1]?.replaceAll(',', '') ?? '';
  const decimals = found?.[2] ?? '';
  if (found === null || whole + decimals === '') return null;
  return BigInt(`${whole}${decimals.padEnd(YOCTO_DIGITS, '0')}`);
}

/** Gas in units of 10^12, with two decimals unless they are zero. */
export function formatTgas(gas: number | bigint): string {
  const tera = Number(gas) / TERA;
  if (tera !== 0 && tera < 0.005) return '<0.01';
  const [whole = '', decimals = ''] = tera.toFixed(2).split('.');
  return `${formatCount(BigInt(whole))}${decimals === '00' ? '' : `.${decimals}`}`;
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
