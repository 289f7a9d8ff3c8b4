// All contracts of a test in a reusable form; those that have none on instances of their own.

import { Caches } from '../../../src/base/collections/caches.ts';
import type { HostTable } from '../../../src/vm/host/hostTable.ts';
import { LargeContracts } from '../../../src/vm/largeContracts.ts';
import {
  type ContractCode,
  type ContractModules,
  contractKey,
  ModuleCache,
  type ModuleSource,
} from '../../../src/vm/moduleCache.ts';
import type { PreparedContract } from '../../../src/vm/preparedContract.ts';
import { compileReusable, ReusedContracts } from '../../../src/vm/reusedContracts.ts';
import type { ReusableForm } from '../../../src/vm/wasm/reusable/reusableLayout.ts';

export class ReusingModules implements ContractModules {
  /** How many calls were given a reused instance, or the kept memory. */
  reused = 0;
  readonly #own = new ModuleCache();
  readonly #small = new ReusedContracts();
  readonly #large = new LargeContracts(new Caches());
  readonly #form: ReusableForm;

  constructor(form: ReusableForm) {
    this.#form = form;
  }

  get(code: ContractCode, source: ModuleSource): ReturnType<ContractModules['get']> {
    const key = contractKey(code, source);
    const reused = this.#form === 'small' ? this.#small : this.#large;
    if (!reused.has(key)) {
      const prepared = source.prepare(code);
      const isPrepared = prepared !== null && 'wasm' in prepared;
      if (!isPrepared || !this.#add(key, prepared, source.table)) {
        return this.#own.get(code, source);
      }
    }
    this.reused++;
    return reused.get(code, source);
  }

  /** False if it has no such form. */
  #add(key: string, prepared: PreparedContract, table: HostTable): boolean {
    if (this.#form === 'large') return this.#large.add(key, prepared, table);
    const contract = compileReusable(prepared);
    if (contract !== null) this.#small.add(key, contract, table);
    return contract !== null;
  }
}
