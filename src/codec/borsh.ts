// Writing and reading Borsh bytes: little-endian integers and raw bytes over one growing buffer.
// Reading never trusts a length: every read checks what is left, so hostile input costs at most its
// own size and ends in a typed error.

import { bytesToUtf8, isUtf8, utf8ToBytes } from '../base/bytes/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { formatUtf8Error } from '../base/json/rustText.ts';

const INITIAL_BYTES = 256;
const ASCII_MAX = 0x7f;
const U64_MASK = (1n << 64n) - 1n;
const SHORTAGE = 'Unexpected length of input';

type BorshErrorInfo = { readonly code: 'borsh' };

/** Bytes that do not encode the requested type. */
export class BorshError extends PerigeeError<BorshErrorInfo> {
  constructor(message: string) {
    super({ code: 'borsh' }, message);
  }
}

export class BorshWriter {
  #bytes = new Uint8Array(INITIAL_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  // Reserving may replace the buffer, so each method reserves before it touches the view.

  u8(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  u16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  u64(value: bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigUint64(at, value, true);
  }

  /** A u64 that is known to be a safe integer. */
  u64Number(value: number): void {
    const at = this.#reserve(8);
    this.#view.setUint32(at, value % 0x1_0000_0000, true);
    this.#view.setUint32(at + 4, Math.floor(value / 0x1_0000_0000), true);
  }

  u128(value: bigint): void {
    const at = this.#reserve(16);
    this.#view.setBigUint64(at, value & U64_MASK, true);
    this.#view.setBigUint64(at + 8, value >> 64n, true);
  }

  f64(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
  }

  /** Bytes as they are, without a length. */
  fixed(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** Bytes, prefixed with their u32 length. */
  bytes(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.fixed(bytes);
  }

  /** UTF-8 text, prefixed with its length in bytes. */
  text(text: string): void {
    const start = this.#length;
    const at = this.#reserve(4 + text.length) + 4;
    const bytes = this.#bytes;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > ASCII_MAX) {
        this.#length = start;
        this.bytes(utf8ToBytes(text));
        return;
      }
      bytes[at + i] = code;
    }
    this.#view.setUint32(start, text.length, true);
  }

  /** The number of bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** How many bytes fit without growing. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Everything written so far; valid until the next write. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A copy of everything written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** A copy of what was written after the first `start` bytes. */
  writtenSince(start: number): Uint8Array {
    return this.#bytes.slice(start, this.#length);
  }

  /** Discards everything written. */
  reset(): void {
    this.#length = 0;
  }

  /** Makes room for `count` more bytes and returns where they begin. */
  #reserve(count: number): number {
    const at = this.#length;
    const needed = at + count;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, at));
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    this.#length = needed;
    return at;
  }
}

// V8 keeps short arrays on its own heap, and a DataView over one would move it off the heap. So
// integers are assembled from bytes, the large ones through this buffer.
const wideBytes = new Uint8Array(new ArrayBuffer(16));
const wideView = new DataView(wideBytes.buffer);

export class BorshReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get remaining(): number {
    return this.#bytes.length - this.#at;
  }

  /** The byte `offset` places ahead, without advancing; -1 past the end. */
  peek(offset: number): number {
    return this.#bytes[this.#at + offset] ?? -1;
  }

  /** Fails if fewer bytes are left. */
  require(count: number): void {
    if (count > this.remaining) throw new BorshError(SHORTAGE);
  }

  /** Passes over bytes that are not needed. */
  skip(count: number): void {
    this.#take(count);
  }

  /** Passes over bytes, and returns where in `input` they begin. */
  pass(count: number): number {
    return this.#take(count);
  }

  get input(): Uint8Array {
    return this.#bytes;
  }

  /** Where in `input` the next byte is. */
  get offset(): number {
    return this.#at;
  }

  u8(): number {
    return this.#bytes[this.#take(1)]!;
  }

  u16(): number {
    const at = this.#take(2);
    return this.#bytes[at]! | (this.#bytes[at + 1]! << 8);
  }

  u32(): number {
    const at = this.#take(4);
    const bytes = this.#bytes;
    const low = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
    return low + bytes[at + 3]! * 2 ** 24;
  }

  u64(): bigint {
    return this.#takeWide(8) ? wideView.getBigUint64(0, true) : 0n;
  }

  u64Number(): number {
    const low = this.u32();
    const high = this.u32();
    const value = high * 2 ** 32 + low;
    if (value > Number.MAX_SAFE_INTEGER) {
      const exact = (BigInt(high) << 32n) | BigInt(low);
      throw new BorshError(`integer ${exact} is larger than this node can hold`);
    }
    return value;
  }

  u128(): bigint {
    if (!this.#takeWide(16)) return 0n;
    const low = wideView.getBigUint64(0, true);
    const high = wideView.getBigUint64(8, true);
    return high === 0n ? low : low | (high << 64n);
  }

  f64(): number {
    this.#takeWide(8);
    const value = wideView.getFloat64(0, true);
    if (Number.isNaN(value)) throw new BorshError('Borsh does not encode NaN');
    return value;
  }

  /** Length-prefixed text. */
  text(): string {
    const length = this.u32();
    const at = this.#take(length);
    return this.textAt(at, length);
  }

  /** Text that was passed over. */
  textAt(at: number, length: number): string {
    const bytes = this.#bytes.subarray(at, at + length);
    if (!isUtf8(bytes)) throw new BorshError(formatUtf8Error(bytes));
    return bytesToUtf8(bytes);
  }

  /** `count` bytes as a copy, so that a value never keeps a whole message alive. */
  fixed(count: number, shortage: string = SHORTAGE): Uint8Array {
    const at = this.#take(count, shortage);
    return this.#bytes.slice(at, at + count);
  }

  bytes(): Uint8Array {
    return this.fixed(this.u32());
  }

  /** Asserts that the whole input was used. */
  end(): void {
    if (this.remaining > 0) throw new BorshError('Not all bytes read');
  }

  /** Whether any of them is not zero: those of gas profiles mostly are, and bigints take memory. */
  #takeWide(count: 8 | 16): boolean {
    const at = this.#take(count);
    let any = 0;
    for (let i = 0; i < count; i++) {
      const byte = this.#bytes[at + i]!;
      wideBytes[i] = byte;
      any |= byte;
    }
    return any !== 0;
  }

  #take(count: number, shortage: string = SHORTAGE): number {
    if (count > this.remaining) throw new BorshError(shortage);
    const at = this.#at;
    this.#at += count;
    return at;
  }
}
