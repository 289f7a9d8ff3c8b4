// Writes a function body, or anything else that begins with its size.

import type { ByteWriter } from './byteWriter.ts';

/** A size of up to 2^28, written in a fixed length because it is known last. */
const SIZE_BYTES = 4;

export function writeSized(out: ByteWriter, write: () => void): void {
  const start = out.length;
  out.reserve(SIZE_BYTES);
  out.length += SIZE_BYTES;
  write();
  let rest = out.length - start - SIZE_BYTES;
  for (let index = 0; index < SIZE_BYTES; index++) {
    out.bytes[start + index] = (rest & 0x7f) | (index < SIZE_BYTES - 1 ? 0x80 : 0);
    rest >>>= 7;
  }
}
