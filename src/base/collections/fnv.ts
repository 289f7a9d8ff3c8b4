/** The hash FNV-1a, and the place of a hash in a table whose size is a power of two. */

const FNV_PRIME = 0x01000193;

export const FNV_OFFSET = 0x811c9dc5;

export function mixFnv(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME);
}

export function placeOfFnv(hash: number, size: number): number {
  return (hash ^ (hash >>> 15)) & (size - 1);
}
