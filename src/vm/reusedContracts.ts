// Contracts whose instance serves one call after another. A call costs a reset instead of a new
// instance and its memory. Reused instances have less stack and memory than the protocol allows: a
// call that needs more throws `CallDoesNotFit`, and must run elsewhere.
// Bounds: the bytes of the cache; what a call leaves written is at most `WRITTEN_BYTES_MAX` for
// each instance, as one with more is dropped.

import type { BoundedCache } from '../base/collections/boundedCache.ts';
import { Caches } from '../base/collections/caches.ts';
import { instantiate } from './contractInstance.ts';
import type { HostTable } from './host/hostTable.ts';
import { linkContract } from './linkContract.ts';
import {
  bytesOfContract,
  type CompiledContract,
  type ContractCode,
  type ContractModules,
  contractKey,
  type ModuleSource,
} from './moduleCache.ts';
import type { MeterExports, PreparedContract, ReuseExports } from './preparedContract.ts';
import { makeReusable } from './wasm/reusableModule.ts';

/**
 * Of the metered stack, in bytes. V8 uses several times as much of its own, which must leave room
 * for host functions on the stack of a main thread.
 */
const STACK_HEIGHT = 64 * 1024;
const WRITTEN_BYTES_MAX = 512 * 1024;

/** A prepared contract in its reusable form. It can be sent to another thread. */
export type ReusableContract = Omit<PreparedContract, 'wasm'> & {
  readonly module: WebAssembly.Module;
  readonly wasmLength: number;
};

/** The call needs more stack or memory than a reused instance has. It says nothing else. */
export class CallDoesNotFit extends Error {}

/** Null if the contract cannot be made reusable. */
export function compileReusable({ wasm, ...prepared }: PreparedContract): ReusableContract | null {
  const reusable = makeReusable({ ...prepared, wasm, stackHeight: STACK_HEIGHT });
  if (reusable === null) return null;
  const module = new WebAssembly.Module(reusable);
  return {
    ...prepared,
    // What was read from a file shares its memory.
    methods: prepared.methods.slice(),
    module,
    wasmLength: reusable.length,
  };
}

export class ReusedContracts implements ContractModules {
  readonly #contracts: BoundedCache<ReusedContract>;

  constructor(caches = new Caches()) {
    this.#contracts = caches.create('reused_contracts');
  }

  has(key: string): boolean {
    return this.#contracts.get(key) !== undefined;
  }

  add(key: string, contract: ReusableContract, table: HostTable): void {
    this.#contracts.set(
      key,
      new ReusedContract(contract, table),
      bytesOfContract(contract) + WRITTEN_BYTES_MAX,
    );
  }

  get(code: ContractCode, source: ModuleSource): CompiledContract {
    const key = contractKey(code, source);
    const known = this.#contracts.get(key);
    if (known === undefined) throw new CallDoesNotFit('the contract has no instance here');
    if (known.compiled.table === source.table) return known.compiled;
    // Between two versions the same module is linked with other functions.
    this.add(key, known.contract, source.table);
    return this.get(code, source);
  }

  /**
   * Must be called after each call. False if the instance was dropped, as it has grown too much.
   */
  settle(key: string): boolean {
    const contract = this.#contracts.get(key);
    if (contract === undefined || contract.writtenBytes <= WRITTEN_BYTES_MAX) return true;
    this.#contracts.delete(key);
    return false;
  }
}

class ReusedContract {
  readonly contract: ReusableContract;
  readonly compiled: CompiledContract;
  #exports: (MeterExports & ReuseExports) | null = null;

  constructor(contract: ReusableContract, table: HostTable) {
    this.contract = contract;
    const stackOverflow = () => new CallDoesNotFit('the call needs more stack or memory');
    const link = linkContract(contract.imports, table, stackOverflow);
    this.compiled = {
      ...contract,
      table,
      link,
      enter: () => {
        this.#exports ??= this.#instantiate();
        this.#exports.reset();
        return this.#exports;
      },
    };
  }

  get writtenBytes(): number {
    return this.#exports?.written_bytes() ?? 0;
  }

  #instantiate(): MeterExports & ReuseExports {
    const exports = instantiate(this.compiled.module, this.compiled.link);
    if (exports === null) throw new CallDoesNotFit('a segment does not fit');
    const reusable = exports as MeterExports & ReuseExports;
    reusable.initialise();
    return reusable;
  }
}
