// Gas as a colour and a height: both grow with the part of the limit that was used.

/** Shares above which the next colour begins; the first one is for nothing at all. */
const STEPS = [0, 0.05, 0.15, 0.35, 0.65];

/** Less than this does not fill a scale: a single transfer is not a full block. */
const SCALE_MIN = 5e12;

/** What a full bar means beside other bars: blocks of a local chain are mostly far from full. */
export function gasScale(used: readonly number[]): number {
  return Math.max(SCALE_MIN, ...used);
}

/** 0 for no gas, up to 5 for an almost full bar; names a class such as `h3`. */
export function gasLevel(used: number, scale: number): number {
  const share = scale > 0 ? used / scale : 0;
  return STEPS.filter((step) => share > step).length;
}

/** A height from `least` to `most`; small shares are stretched, so that they can be told apart. */
export function gasHeight(share: number, least: number, most: number): number {
  const height = least + (most - least) * Math.sqrt(Math.min(1, share));
  return Math.round(height * 10) / 10;
}
