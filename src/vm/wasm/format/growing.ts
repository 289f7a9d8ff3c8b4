// Typed arrays that are kept for all functions of a module and grow when a function needs more.

export function growInt32(
  array: Int32Array<ArrayBuffer>,
  lengthMin: number,
): Int32Array<ArrayBuffer> {
  if (array.length >= lengthMin) return array;
  const grown = new Int32Array(Math.max(lengthMin, array.length * 2));
  grown.set(array);
  return grown;
}

export function growUint8(
  array: Uint8Array<ArrayBuffer>,
  lengthMin: number,
): Uint8Array<ArrayBuffer> {
  if (array.length >= lengthMin) return array;
  const grown = new Uint8Array(Math.max(lengthMin, array.length * 2));
  grown.set(array);
  return grown;
}
