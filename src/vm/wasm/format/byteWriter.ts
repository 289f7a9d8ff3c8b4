// Writes the binary format of Wasm into one growing buffer. Bytes are copied by the engine, never
// in a loop: that is many times faster in code that has not been compiled yet.

const CAPACITY_MIN = 1024;

export class ByteWriter {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = CAPACITY_MIN) {
    this.bytes = new Uint8Array(Math.max(capacity, CAPACITY_MIN));
  }

  /** Makes room for `count` more bytes. The unchecked writes of hot code call it first. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  u8(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  u32(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  i32(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest < -0x40 || rest > 0x3f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>= 7;
    }
    this.bytes[this.length++] = rest & 0x7f;
  }

  /** Copies a part of what this buffer holds. */
  copy(start: number, end: number): void {
    this.reserve(end - start);
    this.bytes.copyWithin(this.length, start, end);
    this.length += end - start;
  }

  all(source: ArrayLike<number>): void {
    this.reserve(source.length);
    this.bytes.set(source, this.length);
    this.length += source.length;
  }

  /** A vector of bytes: its length, then the bytes. */
  sized(source: Uint8Array): void {
    this.u32(source.length);
    this.all(source);
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/** The length of an unsigned LEB128 number. */
export function u32Length(value: number): number {
  return Math.ceil((32 - Math.clz32(value | 1)) / 7);
}

/** The length of a signed LEB128 number that is not negative and below 2^53. */
export function positiveLength(value: number): number {
  let length = 1;
  for (let rest = value; rest > 0x3f; rest = Math.floor(rest / 0x80)) length++;
  return length;
}
