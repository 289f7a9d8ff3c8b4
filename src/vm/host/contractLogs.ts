// The log of a contract call and the reading of texts for it, which share one budget of bytes.
// Bounds: 100 entries, 16,384 bytes of UTF-8 in total.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { bytesToUtf8, isUtf8 } from '../../base/bytes/bytes.ts';
import type { Limits } from '../../params/tables/limits.ts';
import { ext, type GasCounter } from '../gasCounter.ts';
import type { GuestMemory } from '../guestMemory.ts';
import { HostError } from '../hostError.ts';

/** A length with the meaning: up to the first zero. */
const NUL_TERMINATED = U64_MAX;

const UTF16_UNIT_BYTES = 2n;

export class ContractLogs {
  readonly entries: string[] = [];
  readonly #gas: GasCounter;
  readonly #memory: GuestMemory;
  readonly #limits: Limits;
  /** Bytes of all entries. */
  #length = 0;

  constructor(gas: GasCounter, memory: GuestMemory, limits: Limits) {
    this.#gas = gas;
    this.#memory = memory;
    this.#limits = limits;
  }

  assertHasRoom(): void {
    const limit = this.#limits.maxNumberLogs;
    if (this.entries.length >= limit) throw HostError.of('NumberOfLogsExceeded', { limit });
  }

  /** Charges for `text` and adds it with `prefix`, which is free. */
  append(text: string, prefix = ''): void {
    this.#gas.pay(ext.log_base);
    this.#gas.payPer(ext.log_byte, Buffer.byteLength(text));
    const entry = prefix + text;
    const length = Buffer.byteLength(entry);
    this.#length += length;
    // The reference counts the new entry twice in the text of this error.
    if (this.#length > this.#limits.maxTotalLogLength) throw this.#lengthExceeded(BigInt(length));
    this.entries.push(entry);
  }

  readUtf8(length: bigint, ptr: bigint): string {
    this.#gas.pay(ext.utf8_decoding_base);
    const bytes = length === NUL_TERMINATED ? this.#scanUtf8(ptr) : this.#readUtf8(length, ptr);
    this.#gas.payPer(ext.utf8_decoding_byte, bytes.length);
    if (!isUtf8(bytes)) throw HostError.of('BadUTF8');
    return bytesToUtf8(bytes);
  }

  readUtf16(length: bigint, ptr: bigint): string {
    this.#gas.pay(ext.utf16_decoding_base);
    let bytes: Uint8Array;
    if (length === NUL_TERMINATED) {
      bytes = this.#memory.readForFree(this.#scanUtf16(ptr), ptr);
    } else {
      bytes = this.#memory.read(length, ptr);
    }
    if (bytes.length % 2 !== 0) throw HostError.of('BadUTF16');
    if (bytes.length > this.#left) throw this.#lengthExceeded(BigInt(bytes.length));
    this.#gas.payPer(ext.utf16_decoding_byte, bytes.length);
    return decodeUtf16(bytes);
  }

  /** Bytes of text that still fit. */
  get #left(): number {
    return Math.max(0, this.#limits.maxTotalLogLength - this.#length);
  }

  #readUtf8(length: bigint, ptr: bigint): Uint8Array {
    if (length > BigInt(this.#left)) throw this.#lengthExceeded(length);
    return this.#memory.read(length, ptr);
  }

  /**
   * Reads byte by byte, each with its own charge, up to a zero that is read and charged as well.
   */
  #scanUtf8(ptr: bigint): Uint8Array {
    const left = this.#left;
    const bytes: number[] = [];
    for (;;) {
      const byte = this.#readUnit(1n, ptr + BigInt(bytes.length));
      if (byte === 0) return Uint8Array.from(bytes);
      if (bytes.length === left) throw this.#lengthExceeded(BigInt(left) + 1n);
      bytes.push(byte);
    }
  }

  /** The length in bytes of the text up to a zero unit. */
  #scanUtf16(ptr: bigint): bigint {
    const left = BigInt(this.#left);
    let length = 0n;
    while (this.#readUnit(UTF16_UNIT_BYTES, ptr + length) !== 0) {
      length += UTF16_UNIT_BYTES;
      if (length > left) throw this.#lengthExceeded(length);
    }
    return length;
  }

  #readUnit(length: bigint, ptr: bigint): number {
    // A pointer beyond the end of the address space is refused before it is charged for.
    if (ptr > U64_MAX) throw HostError.of('MemoryAccessViolation');
    const [low = 0, high = 0] = this.#memory.read(length, ptr);
    return low | (high << 8);
  }

  #lengthExceeded(added: bigint): HostError {
    let length = BigInt(this.#length) + added;
    if (length > U64_MAX) length = U64_MAX;
    return HostError.of('TotalLogLengthExceeded', {
      length,
      limit: this.#limits.maxTotalLogLength,
    });
  }
}

function decodeUtf16(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf16le');
  // A surrogate that is not part of a pair matches on its own in Unicode mode.
  if (/\p{Surrogate}/u.test(text)) throw HostError.of('BadUTF16');
  return text;
}
