// Reads the binary format of Wasm: LEB128 numbers that may be longer than needed but not longer
// than their type allows, names of valid UTF-8. Anything else is refused.

import { isUtf8 } from '../../../base/bytes/bytes.ts';
import { refuse } from './refuse.ts';

const NAME_BYTES_MAX = 100_000;

export class ByteReader {
  readonly bytes: Uint8Array;
  offset: number;
  /** Reading goes up to here, exclusively. */
  end: number;

  constructor(bytes: Uint8Array, offset = 0, end = bytes.length) {
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
  }

  u8(): number {
    if (this.offset >= this.end) refuse('Deserialization');
    return this.bytes[this.offset++]!;
  }

  u32(): number {
    const byte = this.u8();
    return byte < 0x80 ? byte : this.#longU32(byte & 0x7f);
  }

  #longU32(low: number): number {
    let value = low;
    for (let shift = 7; shift < 28; shift += 7) {
      const byte = this.u8();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    const last = this.u8();
    if (last > 0x0f) refuse('Deserialization');
    return (value | (last << 28)) >>> 0;
  }

  i32(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.u8();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return (value << (25 - shift)) >> (25 - shift);
    }
    const last = this.u8();
    // Four bits are left; the three above them must repeat the sign.
    if (last > 0x07 && (last < 0x78 || last > 0x7f)) refuse('Deserialization');
    return value | (last << 28);
  }

  skipI64(): void {
    for (let count = 0; count < 9; count++) {
      if (this.u8() < 0x80) return;
    }
    // One bit is left; the six above it must repeat the sign.
    const last = this.u8();
    if (last !== 0x00 && last !== 0x7f) refuse('Deserialization');
  }

  skip(length: number): void {
    if (length > this.end - this.offset) refuse('Deserialization');
    this.offset += length;
  }

  /** The bytes of a name; they share memory with the module. */
  name(): Uint8Array {
    const length = this.u32();
    if (length > NAME_BYTES_MAX) refuse('Deserialization');
    const start = this.offset;
    this.skip(length);
    const name = this.bytes.subarray(start, this.offset);
    if (!isUtf8(name)) refuse('Deserialization');
    return name;
  }

  isAtEnd(): boolean {
    return this.offset === this.end;
  }
}
