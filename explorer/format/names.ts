// Short forms of hashes, and what the mark of an account looks like.

const HEAD_LENGTH = 8;
const TAIL_LENGTH = 4;
const SHORT_MAX = 20;

/** The first eight characters of a hash and the last four; a short text is unchanged. */
export function shorten(text: string): string {
  if (text.length <= SHORT_MAX) return text;
  const [, kind = '', rest = text] = /^([a-z\d-]+:)?(.*)$/s.exec(text) ?? [];
  return `${kind}${rest.slice(0, HEAD_LENGTH)}…${rest.slice(-TAIL_LENGTH)}`;
}

/** A hash of 32 bits (FNV-1a). */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  // Names that differ in the last character should look different.
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

export interface Orbit {
  readonly body: { readonly x: number; readonly y: number; readonly radius: number };
  readonly moon: { readonly x: number; readonly y: number };
}

const CENTRE = 10;
const RING_RADIUS = 7.6;
const SQUARE_HALF = 7.4;

/** Where the body and the moon of an account's mark are, in a box of 20 by 20. */
export function placeOrbit(name: string, isSquare: boolean): Orbit {
  const hash = hashText(name);
  const angle = ((hash & 0xff) / 256) * 2 * Math.PI;
  const lean = (((hash >>> 8) & 0xff) / 256) * 2 * Math.PI;
  const radius = 2 + ((hash >>> 16) & 0xf) / 12;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const reach = isSquare ? SQUARE_HALF / Math.max(Math.abs(dx), Math.abs(dy)) : RING_RADIUS;
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    body: {
      x: round(CENTRE + 2.8 * Math.cos(lean)),
      y: round(CENTRE + 2.8 * Math.sin(lean)),
      radius: round(radius),
    },
    moon: { x: round(CENTRE + reach * dx), y: round(CENTRE + reach * dy) },
  };
}
