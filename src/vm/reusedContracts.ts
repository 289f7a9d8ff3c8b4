// Contracts whose instance serves one call after another. A call costs a reset instead of a new
// instance and its memory. Where calls get less stack and memory than the protocol allows, a call
// that needs more throws `CallDoesNotFit`, and must run elsewhere.
// Bounds: the bytes of the cache; the memory that calls have written is at most
// `RESIDENT_BYTES_MAX` for each contract, as one with more is dropped.

import { assert } from '../base/assert.ts';
import type { BoundedCache } from '../base/collections/boundedCache.ts';
import { Caches } from '../base/collections/caches.ts';
import { instantiate } from './contractInstance.ts';
import type { HostTable } from './host/hostTable.ts';
import { createMemory, type ReusableExports } from './keptMemory.ts';
import { linkContract } from './linkContract.ts';
import {
  bytesOfContract,
  type CompiledContract,
  type ContractCode,
  type ContractModules,
  contractKey,
  type ModuleSource,
} from './moduleCache.ts';
import type { PreparedContract } from './preparedContract.ts';
import type { DataExtent, ReusableForm } from './wasm/reusable/reusableLayout.ts';
import { makeReusable } from './wasm/reusable/reusableModule.ts';

/** Also a bound of the number of instances: V8 reserves gigabytes of addresses for each. */
const RESIDENT_BYTES_MAX = 2 * 1024 * 1024;
/** As many as the protocol allows, for `ReuseExports.reset`. */
const NO_LIMIT = -1;

/** What a call may use. */
type CallLimits = {
  /** Of the metered stack. */
  readonly stackBytes: number;
  /** Added to those that every contract has. */
  readonly addedPages: number;
};

/** A prepared contract in its reusable form. It can be sent to another thread. */
export type ReusableContract = Omit<PreparedContract, 'wasm'> & {
  readonly module: WebAssembly.Module;
  readonly wasmLength: number;
  readonly memoryPages: number;
  /** Where an instance has data at first; only in the large form. */
  readonly dataRanges: readonly DataExtent[];
};

/** The call needs more stack or memory than it may have here. It says nothing else. */
export class CallDoesNotFit extends Error {}

/** Null if the contract cannot be made reusable. */
export function compileReusable(
  { wasm, ...prepared }: PreparedContract,
  form: ReusableForm = 'small',
): ReusableContract | null {
  const reusable = makeReusable({ ...prepared, wasm }, form);
  const module = reusable && compile(reusable.wasm);
  if (reusable === null || module === null) return null;
  return {
    ...prepared,
    // What was read from a file shares its memory.
    methods: prepared.methods.slice(),
    module,
    wasmLength: reusable.wasm.length,
    memoryPages: reusable.memoryPages,
    dataRanges: reusable.dataRanges,
  };
}

/** Null for a module that is within V8's limits only in its other form. */
function compile(wasm: Uint8Array): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(wasm);
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return null;
    throw error;
  }
}

export class ReusedContracts implements ContractModules {
  readonly #contracts: BoundedCache<ReusedContract>;
  readonly #limits: CallLimits | null;

  /** Without limits, calls may use what the protocol allows. */
  constructor(caches = new Caches(), limits: CallLimits | null = null) {
    this.#contracts = caches.create('reused_contracts');
    this.#limits = limits;
  }

  has(key: string): boolean {
    return this.#contracts.get(key) !== undefined;
  }

  add(key: string, contract: ReusableContract, table: HostTable): void {
    const reused = new ReusedContract(contract, table, this.#limits, () => {
      if (this.#contracts.get(key) === reused) this.#contracts.delete(key);
    });
    this.#contracts.set(key, reused, bytesOfContract(contract) + RESIDENT_BYTES_MAX);
  }

  /** The contract must have been added; it may have been dropped since. */
  get(code: ContractCode, source: ModuleSource): CompiledContract {
    const key = contractKey(code, source);
    const known = this.#contracts.get(key);
    if (known === undefined) throw new CallDoesNotFit('the contract has no instance here');
    if (known.compiled.table === source.table) return known.compiled;
    // Between two versions the same module is linked with other functions.
    this.add(key, known.contract, source.table);
    return this.get(code, source);
  }
}

class ReusedContract {
  readonly contract: ReusableContract;
  readonly compiled: CompiledContract;
  readonly #memoryPages: number;
  readonly #limits: CallLimits | null;
  readonly #onLarge: () => void;
  #exports: ReusableExports | null = null;
  #isEntered = false;

  /** `onLarge` is called when calls have written more memory than may be kept. */
  constructor(
    contract: ReusableContract,
    table: HostTable,
    limits: CallLimits | null,
    onLarge: () => void,
  ) {
    this.contract = contract;
    this.#memoryPages = contract.memoryPages;
    this.#limits = limits;
    this.#onLarge = onLarge;
    const doesNotFit = () => new CallDoesNotFit('the call needs more stack or memory');
    const link = linkContract(contract.imports, table, limits === null ? undefined : doesNotFit);
    const [enter, leave] = [() => this.#enter(), () => this.#leave()];
    const form = { reusableForm: 'small', tableModule: null } as const;
    this.compiled = { ...contract, ...form, table, link, enter, leave };
  }

  #enter(): ReusableExports | null {
    assert(!this.#isEntered, 'an instance serves one call at a time');
    this.#exports ??= this.#instantiate();
    this.#isEntered = this.#exports !== null;
    return this.#exports;
  }

  #leave(): void {
    const exports = this.#exports;
    assert(this.#isEntered && exports !== null, 'a call has entered');
    this.#isEntered = false;
    this.#reset(exports);
    if (exports.resident_bytes() > RESIDENT_BYTES_MAX) this.#onLarge();
  }

  #instantiate(): ReusableExports | null {
    const memory = createMemory(this.#memoryPages);
    const exports = instantiate({ ...this.compiled, memory });
    if (exports === null) return null;
    const reusable = exports as ReusableExports;
    reusable.initialise();
    this.#reset(reusable);
    return reusable;
  }

  #reset({ reset }: ReusableExports): void {
    reset(this.#limits?.stackBytes ?? NO_LIMIT, this.#limits?.addedPages ?? NO_LIMIT);
  }
}
