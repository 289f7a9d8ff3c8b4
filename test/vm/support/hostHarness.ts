// Calls single host functions as a contract would, on a memory without a contract.

import { bytesToHex, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { EXT_COSTS } from '../../../src/params/tables/extCosts.ts';
import { createGasSchedule, GasCounter } from '../../../src/vm/gasCounter.ts';
import { Host } from '../../../src/vm/host/host.ts';
import { allHostFunctions } from '../../../src/vm/host/hostTable.ts';
import { HostError } from '../../../src/vm/hostError.ts';
import type { VmContext } from '../../../src/vm/vmTypes.ts';
import { PROTOCOL } from '../../support/protocol.ts';
import { MemoryExternal } from './memoryExternal.ts';
import { testContext } from './testContext.ts';

export const config = PROTOCOL;
export const U64_MAX = 2n ** 64n - 1n;

export class HostHarness {
  readonly host: Host;
  readonly external: MemoryExternal;
  readonly gas: GasCounter;
  readonly #bytes: Uint8Array;
  #free = 1024;

  constructor(changes: Partial<VmContext> = {}) {
    const context = testContext(changes);
    const maxBurnt = context.view?.maxGasBurnt ?? config.limits.maxGasBurnt;
    const prepaid = context.view?.maxGasBurnt ?? context.prepaidGas;
    this.gas = new GasCounter(createGasSchedule(config), { prepaid, maxBurnt });
    const memory = new WebAssembly.Memory({ initial: 1 });
    this.#bytes = new Uint8Array(memory.buffer);
    this.external = new MemoryExternal({ accountId: context.currentAccountId });
    const meter = { memory, get_gas: () => this.gas.remaining, set_gas: () => undefined };
    const { gas, external } = this;
    this.host = new Host({ protocol: config, context, external, gas, meter });
  }

  call(name: string, ...args: (number | bigint)[]): bigint | number | undefined {
    const host = allHostFunctions.get(name);
    if (host === undefined) throw new Error(`no host function ${name}`);
    const isWide = host.type.params[0] !== 'i32';
    const values = args.map((arg) => (isWide ? BigInt(arg) : Number(arg)));
    const run = host.call as (host: Host, ...args: unknown[]) => bigint | number | undefined;
    return run(this.host, ...values);
  }

  /** Writes bytes to memory; returns the two arguments that refer to them. */
  put(bytes: Uint8Array | string): [length: bigint, ptr: bigint] {
    const data = typeof bytes === 'string' ? utf8ToBytes(bytes) : bytes;
    const ptr = this.#free;
    this.#bytes.set(data, ptr);
    this.#free += data.length;
    return [BigInt(data.length), BigInt(ptr)];
  }

  putU128(value: bigint): bigint {
    const bytes = new Uint8Array(16);
    for (let i = 0; i < 16; i++) bytes[i] = Number((value >> BigInt(8 * i)) & 0xffn);
    return this.put(bytes)[1];
  }

  peek(ptr: number, length: number): Uint8Array {
    return this.#bytes.slice(ptr, ptr + length);
  }

  /** The register's bytes as hex; undefined if it was never written. */
  register(id: bigint | number): string | undefined {
    const wide = BigInt(id);
    if (this.host.registers.lengthOf(wide) === undefined) return undefined;
    return bytesToHex(this.host.registers.read(wide));
  }

  /** The charges for host costs, by name. */
  charged(): Record<string, bigint> {
    const { ext } = this.gas.profile();
    const entries = ext.map((gas, index) => [EXT_COSTS[index] as string, gas] as const);
    return Object.fromEntries(entries.filter(([, gas]) => gas > 0n));
  }
}

/** The name and text of the host error that `run` throws. */
export function hostErrorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof HostError) return `${error.errorName}: ${error.message}`;
    throw error;
  }
  return 'no error';
}
