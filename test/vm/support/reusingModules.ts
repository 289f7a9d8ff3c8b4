// All contracts of a test on reused instances; those that cannot be reused on their own ones.

import {
  type ContractCode,
  type ContractModules,
  contractKey,
  ModuleCache,
  type ModuleSource,
} from '../../../src/vm/moduleCache.ts';
import { compileReusable, ReusedContracts } from '../../../src/vm/reusedContracts.ts';

export class ReusingModules implements ContractModules {
  /** How many calls were given a reused instance. */
  reused = 0;
  readonly #own = new ModuleCache();
  readonly #reused = new ReusedContracts();

  get(code: ContractCode, source: ModuleSource): ReturnType<ContractModules['get']> {
    const key = contractKey(code, source);
    if (!this.#reused.has(key)) {
      const prepared = source.prepare(code);
      if (prepared === null || !('wasm' in prepared)) return this.#own.get(code, source);
      const contract = compileReusable(prepared);
      if (contract === null) return this.#own.get(code, source);
      this.#reused.add(key, contract, source.table);
    }
    this.reused++;
    return this.#reused.get(code, source);
  }
}
