// Punycode (RFC 3492), in which identifiers that are not ASCII are written. The delimiter of Rust's
// symbols is an underscore.

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_CODE = 128;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const CODE_POINTS_MAX = 1_000;
const LAST_CODE_POINT = 0x10_ff_ff;

/** Null if it is malformed. */
export function decodePunycode(text: string): string | null {
  const delimiter = text.lastIndexOf('_');
  const points = [...text.slice(0, Math.max(delimiter, 0))];
  const encoded = text.slice(delimiter + 1);
  let [code, index, bias] = [INITIAL_CODE, 0, INITIAL_BIAS];
  for (let offset = 0; offset < encoded.length; ) {
    const before = index;
    for (let weight = 1, place = BASE; ; place += BASE) {
      const digit = DIGITS.indexOf(encoded[offset++] ?? ' ');
      if (digit < 0 || !Number.isSafeInteger(index + digit * weight)) return null;
      index += digit * weight;
      const threshold = Math.min(Math.max(place - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = points.length + 1;
    bias = adaptBias(index - before, count, before === 0);
    code += Math.floor(index / count);
    if (code > LAST_CODE_POINT || count > CODE_POINTS_MAX) return null;
    index %= count;
    points.splice(index++, 0, String.fromCodePoint(code));
  }
  return points.join('');
}

function adaptBias(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; bias += BASE)
    rest = Math.floor(rest / (BASE - T_MIN));
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
