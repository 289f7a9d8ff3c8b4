// The linear memory of a contract as host functions see it: pointers and lengths are any u64, an
// access is charged for before its bounds are checked, and what is read is a copy.

import { ext, type GasCounter } from './gasCounter.ts';
import { HostError } from './hostError.ts';

export class GuestMemory {
  readonly #gas: GasCounter;
  readonly #memory: WebAssembly.Memory;
  #bytes: Uint8Array;

  constructor(gas: GasCounter, memory: WebAssembly.Memory) {
    this.#gas = gas;
    this.#memory = memory;
    this.#bytes = new Uint8Array(memory.buffer);
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
    if (end > bytes.length) throw HostError.of('MemoryAccessViolation');
    return bytes.slice(start, end);
  }

  write(ptr: bigint, value: Uint8Array): void {
    this.#gas.pay(ext.write_memory_base);
    this.#gas.payPer(ext.write_memory_byte, value.length);
    const start = Number(ptr);
    const bytes = this.#view();
    if (start + value.length > bytes.length) throw HostError.of('MemoryAccessViolation');
    bytes.set(value, start);
  }

  /** A shared memory that grows has a longer buffer; the old one stays as it was. */
  #view(): Uint8Array {
    const { buffer } = this.#memory;
    if (this.#bytes.length !== buffer.byteLength) this.#bytes = new Uint8Array(buffer);
    return this.#bytes;
  }
}
