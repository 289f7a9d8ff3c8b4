// Floats as their bits, which JavaScript's own numbers do not keep for NaNs: f32 is a number below
// 2^32, f64 a bigint below 2^64.

const view = new DataView(new ArrayBuffer(8));

export const CANONICAL_F32 = 0x7fc0_0000;
export const CANONICAL_F64 = 0x7ff8_0000_0000_0000n;

export function f32Of(bits: number): number {
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

/** The bits of a result: every NaN is the canonical one. */
export function f32Bits(value: number): number {
  if (Number.isNaN(value)) return CANONICAL_F32;
  view.setFloat32(0, value);
  return view.getUint32(0);
}

export function f64Of(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

export function f64Bits(value: number): bigint {
  if (Number.isNaN(value)) return CANONICAL_F64;
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

/** Rounds to the nearest integer, ties to even. */
export function nearest(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 52) return value;
  const floor = Math.floor(value);
  const rest = value - floor;
  const isUp = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  const rounded = isUp ? floor + 1 : floor;
  return rounded === 0 && (value < 0 || Object.is(value, -0)) ? -0 : rounded;
}

/** Rounds once: the bits that a double cannot hold only decide whether there is a remainder. */
export function bigToF32(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const extra = Math.max(0, magnitude.toString(2).length - 40);
  const kept = magnitude >> BigInt(extra);
  const sticky = kept << BigInt(extra) === magnitude ? kept : kept | 1n;
  const rounded = Math.fround(Number(sticky)) * 2 ** extra;
  return value < 0n ? -rounded : rounded;
}
