// Reads numbers and texts from untrusted bytes: sections of Wasm modules and of debug information.
// Every read is checked against the end; what cannot be read throws `Unreadable`.

import { bytesToUtf8 } from '../base/bytes/bytes.ts';

const LEB_BYTES_MAX = 10;
const WORD = 2 ** 32;

/** Debug information that is malformed, too large, or of an unknown version. */
export class Unreadable extends Error {}

export class ByteCursor {
  readonly bytes: Uint8Array;
  offset: number;
  /** Reading goes up to here, exclusively. */
  readonly end: number;

  constructor(bytes: Uint8Array, offset = 0, end = bytes.length) {
    if (offset > end || end > bytes.length) throw new Unreadable('an offset is out of bounds');
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
  }

  isAtEnd(): boolean {
    return this.offset >= this.end;
  }

  u8(): number {
    if (this.offset >= this.end) throw new Unreadable('the data ends too early');
    return this.bytes[this.offset++] as number;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  /** Approximate above 2^53. */
  u64(): number {
    const lower = this.u32();
    return lower + this.u32() * WORD;
  }

  /** An unsigned number of 1, 2, 4 or 8 bytes. */
  unsigned(bytes: number): number {
    if (bytes === 1) return this.u8();
    if (bytes === 2) return this.u16();
    if (bytes === 4) return this.u32();
    if (bytes === 8) return this.u64();
    throw new Unreadable(`numbers of ${bytes} bytes`);
  }

  /** LEB128, approximate above 2^53. */
  uleb(): number {
    let value = this.u8();
    if (value < 0x80) return value;
    value &= 0x7f;
    for (let count = 1, scale = 0x80; count < LEB_BYTES_MAX; count++, scale *= 0x80) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new Unreadable('a number is too long');
  }

  sleb(): number {
    let value = 0;
    for (let count = 0, scale = 1; count < LEB_BYTES_MAX; count++) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
      if (byte < 0x80) return (byte & 0x40) === 0 ? value : value - scale;
    }
    throw new Unreadable('a number is too long');
  }

  skip(length: number): void {
    if (length > this.end - this.offset) throw new Unreadable('the data ends too early');
    this.offset += length;
  }

  /** The next bytes, as a cursor that ends with them. */
  part(length: number): ByteCursor {
    const start = this.offset;
    this.skip(length);
    return new ByteCursor(this.bytes, start, this.offset);
  }

  /** UTF-8 up to a zero; what is invalid is replaced. */
  text(): string {
    const zero = this.bytes.indexOf(0, this.offset);
    if (zero < 0 || zero >= this.end) throw new Unreadable('a text has no end');
    const text = bytesToUtf8(this.bytes.subarray(this.offset, zero));
    this.offset = zero + 1;
    return text;
  }

  /** UTF-8 with its length before it. */
  sizedText(): string {
    const { bytes, offset, end } = this.part(this.uleb());
    return bytesToUtf8(bytes.subarray(offset, end));
  }
}
