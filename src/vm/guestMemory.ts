// The linear memory of a contract as host functions see it: pointers and lengths are any u64, an
// access is charged for before its bounds are checked, and what is read is a copy.

import { ext, type GasCounter } from './gasCounter.ts';
import { HostError } from './hostError.ts';
import type { ContractExports } from './preparedContract.ts';

export class GuestMemory {
  readonly #gas: GasCounter;
  readonly #exports: ContractExports;
  #bytes: Uint8Array;

  constructor(gas: GasCounter, exports: ContractExports) {
    this.#gas = gas;
    this.#exports = exports;
    this.#bytes = new Uint8Array(exports.memory.buffer);
  }

  read(length: bigint, ptr: bigint): Uint8Array {
    this.#gas.pay(ext.read_memory_base);
    this.#gas.payPer(ext.read_memory_byte, Number(length));
    return this.readForFree(length, ptr);
  }

  readForFree(length: bigint, ptr: bigint): Uint8Array {
    const start = Number(ptr);
    const end = start + Number(length);
    const bytes = this.#view();
    if (end > this.#size(bytes)) throw HostError.of('MemoryAccessViolation');
    return bytes.slice(start, end);
  }

  /** At most `bytesMax` of them, free of charge; null where a contract could not read. */
  peek(length: bigint, ptr: bigint, bytesMax: number): Uint8Array | null {
    const start = Number(ptr);
    const end = start + Number(length);
    const bytes = this.#view();
    return end > this.#size(bytes) ? null : bytes.slice(start, Math.min(end, start + bytesMax));
  }

  write(ptr: bigint, value: Uint8Array): void {
    this.#gas.pay(ext.write_memory_base);
    this.#gas.payPer(ext.write_memory_byte, value.length);
    const start = Number(ptr);
    const bytes = this.#view();
    const end = start + value.length;
    if (end > this.#size(bytes)) throw HostError.of('MemoryAccessViolation');
    if (value.length > 0) this.#exports.mark_written?.(start, end);
    bytes.set(value, start);
  }

  /** A reused memory is larger than the contract may see. */
  #size(bytes: Uint8Array): number {
    return this.#exports.visible_bytes?.() ?? bytes.length;
  }

  /** A shared memory that grows has a longer buffer; the old one stays as it was. */
  #view(): Uint8Array {
    const { buffer } = this.#exports.memory;
    if (this.#bytes.length !== buffer.byteLength) this.#bytes = new Uint8Array(buffer);
    return this.#bytes;
  }
}
