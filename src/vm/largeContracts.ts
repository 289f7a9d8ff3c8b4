// Contracts that touch much memory: each call has a new instance, on a memory that is kept, and
// cleared after the call where it was written.
// Bounds: the bytes of the cache, and one memory for all contracts.

import { assert } from '../base/assert.ts';
import type { BoundedCache } from '../base/collections/boundedCache.ts';
import type { Caches } from '../base/collections/caches.ts';
import { compileTable, instantiate } from './contractInstance.ts';
import type { HostTable } from './host/hostTable.ts';
import { KeptMemory, type ReusableExports } from './keptMemory.ts';
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
import { compileReusable, type ReusableContract } from './reusedContracts.ts';
import type { DataExtent } from './wasm/reusable/reusableLayout.ts';

const RANGE_BYTES = 64;

export class LargeContracts implements ContractModules {
  readonly #contracts: BoundedCache<LargeContract>;
  readonly #memory = new KeptMemory();

  constructor(caches: Caches) {
    this.#contracts = caches.create('large_contracts');
  }

  has(key: string): boolean {
    return this.#contracts.get(key) !== undefined;
  }

  /** False if it has no such form. */
  add(key: string, prepared: PreparedContract, table: HostTable): boolean {
    const contract = compileReusable(prepared, 'large');
    if (contract !== null) this.#add(key, contract, table);
    return contract !== null;
  }

  /** The contract must have been added. */
  get(code: ContractCode, source: ModuleSource): CompiledContract {
    const key = contractKey(code, source);
    const known = this.#contracts.get(key);
    assert(known !== undefined, 'a contract that was added');
    if (known.compiled.table === source.table) return known.compiled;
    // Between two versions the same module is linked with other functions.
    this.#add(key, known.contract, source.table);
    return this.get(code, source);
  }

  #add(key: string, contract: ReusableContract, table: HostTable): void {
    const added = new LargeContract(contract, table, this.#memory);
    const rangeBytes = contract.dataRanges.length * RANGE_BYTES;
    this.#contracts.set(key, added, bytesOfContract(contract) + rangeBytes);
  }
}

class LargeContract {
  readonly contract: ReusableContract;
  readonly compiled: CompiledContract;
  readonly #memory: KeptMemory;
  #exports: ReusableExports | null = null;

  constructor(contract: ReusableContract, table: HostTable, memory: KeptMemory) {
    this.contract = contract;
    this.#memory = memory;
    const { module } = contract;
    this.compiled = {
      ...contract,
      table,
      link: linkContract(contract.imports, table),
      reusableForm: 'large',
      tableModule: compileTable(module),
      enter: () => this.#enter(),
      leave: () => this.#leave(),
    };
  }

  #enter(): ReusableExports | null {
    assert(this.#exports === null, 'an instance serves one call');
    const { memoryPages, dataRanges } = this.contract;
    const memory = this.#memory.take(memoryPages);
    const exports = instantiate({ ...this.compiled, memory }) as ReusableExports | null;
    if (exports !== null) markAll(exports, dataRanges);
    this.#exports = exports;
    return exports;
  }

  #leave(): void {
    const exports = this.#exports;
    assert(exports !== null, 'a call has entered');
    this.#exports = null;
    this.#memory.giveBack(exports);
  }
}

/** The data of an instance is cleared with everything else. */
function markAll({ mark_written }: ReusableExports, ranges: readonly DataExtent[]): void {
  for (const { start, end } of ranges) mark_written(start, end);
}
