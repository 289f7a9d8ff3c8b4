/**
 * The order of texts by their UTF-8 bytes, which is the order of their code points. Nothing is
 * encoded: UTF-16 has the same order, except that surrogates sort below U+E000 to U+FFFF.
 */

const FIRST_SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;
/** Code units for which the two orders may differ. */
const HIGH_UNIT = /[\ud800-\uffff]/;

/** For well-formed texts; a proper prefix comes first. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return orderOf(left) - orderOf(right);
  }
  return a.length - b.length;
}

/** Moves surrogates above all other code units. */
function orderOf(unit: number): number {
  if (unit < FIRST_SURROGATE) return unit;
  return unit < AFTER_SURROGATES ? unit + 0x2000 : unit - 0x800;
}

/** Sorts in place. */
export function sortUtf8(texts: string[]): string[] {
  const hasHighUnits = texts.some((text) => HIGH_UNIT.test(text));
  return hasHighUnits ? texts.sort(compareUtf8) : texts.sort();
}
