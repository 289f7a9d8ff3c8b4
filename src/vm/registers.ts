// The registers of a call: byte strings that stay outside the contract's memory, by any u64 as id.
// Bounds: 100 registers, 100 MiB each, 1 GiB in all.

import type { Limits } from '../params/tables/limits.ts';
import { ext, type GasCounter } from './gasCounter.ts';
import { HostError } from './hostError.ts';

/** What a register counts besides its bytes. */
const REGISTER_OVERHEAD = 8;

export class Registers {
  readonly #gas: GasCounter;
  readonly #limits: Limits;
  readonly #values = new Map<bigint, Uint8Array>();
  #usage = 0;

  constructor(gas: GasCounter, limits: Limits) {
    this.#gas = gas;
    this.#limits = limits;
  }

  /** The value is shared and must not be modified. */
  read(id: bigint): Uint8Array {
    const value = this.#values.get(id);
    if (value === undefined) throw HostError.of('InvalidRegisterId', { register_id: id });
    this.#gas.pay(ext.read_register_base);
    this.#gas.payPer(ext.read_register_byte, value.length);
    return value;
  }

  /** Undefined for a register that was never written. */
  lengthOf(id: bigint): number | undefined {
    return this.#values.get(id)?.length;
  }

  /** Free of charge; the value is shared and must not be modified. */
  peek(id: bigint): Uint8Array | null {
    return this.#values.get(id) ?? null;
  }

  write(id: bigint, value: Uint8Array): void {
    this.#gas.pay(ext.write_register_base);
    this.#gas.payPer(ext.write_register_byte, value.length);
    this.#set(id, value);
  }

  /** Without the charge for each byte: for data that the contract was given, not made. */
  writeGiven(id: bigint, value: Uint8Array): void {
    this.#gas.pay(ext.write_register_base);
    this.#set(id, value);
  }

  #set(id: bigint, value: Uint8Array): void {
    const { maxRegisterSize, maxNumberRegisters, registersMemoryLimit } = this.#limits;
    const replaced = this.#values.get(id);
    let usage = this.#usage + value.length + REGISTER_OVERHEAD;
    if (replaced !== undefined) usage -= replaced.length + REGISTER_OVERHEAD;
    // With all registers in use the reference refuses even to replace one.
    const isFull = this.#values.size >= maxNumberRegisters;
    if (isFull || value.length > maxRegisterSize || usage > registersMemoryLimit) {
      throw HostError.of('MemoryAccessViolation');
    }
    this.#usage = usage;
    this.#values.set(id, value);
  }
}
