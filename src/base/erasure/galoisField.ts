/** Arithmetic in GF(2^8) with the polynomial 0x11D, whose generator is 2. Addition is xor. */

/** Powers of the generator, twice in a row to save a modulo, and their logarithms. */
const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value;
  EXP[power + 255] = value;
  LOG[value] = power;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}

export function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : EXP[LOG[a]! + LOG[b]!]!;
}

export function divide(a: number, b: number): number {
  return a === 0 ? 0 : EXP[LOG[a]! + 255 - LOG[b]!]!;
}

export function raise(base: number, exponent: number): number {
  if (exponent === 0) return 1;
  return base === 0 ? 0 : EXP[(LOG[base]! * exponent) % 255]!;
}
