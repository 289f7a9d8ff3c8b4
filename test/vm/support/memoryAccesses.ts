// Loads and stores by the letter of their type, with offsets that are mostly in bounds.

export const LOADS: Readonly<Record<string, readonly number[]>> = {
  i: [0x28, 0x2c, 0x2d, 0x2e, 0x2f],
  l: [0x29, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35],
  f: [0x2a],
  d: [0x2b],
};
export const STORES: Readonly<Record<string, readonly number[]>> = {
  i: [0x36, 0x3a, 0x3b],
  l: [0x37, 0x3c, 0x3d, 0x3e],
  f: [0x38],
  d: [0x39],
};
/** A digit for each opcode from 0x28 on: the logarithm of the natural alignment. */
const ALIGNMENTS = '23230011001122232301012';

export function alignmentOf(opcode: number): number {
  return Number(ALIGNMENTS[opcode - 0x28]);
}

export const OFFSETS = [...new Array<number>(12).fill(0), 1, 7, 300, 65_535, 2 ** 31, 2 ** 32 - 1];
