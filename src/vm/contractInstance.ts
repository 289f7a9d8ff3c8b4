// Instances of compiled contracts.

import { assert } from '../base/assert.ts';
import type { LinkResult } from './linkContract.ts';
import {
  type ContractExports,
  METER_MODULE,
  NUMBER_TABLE_MODULE,
  NUMBER_TABLE_SECTION,
} from './preparedContract.ts';

/** A method by the name that preparation gave it. */
export function methodOf(exports: ContractExports, wasmName: string): (argument: number) => void {
  return (exports as unknown as Record<string, () => void>)[wasmName] as () => void;
}

/** The module that a contract's table is in, if it has one. */
export function compileTable(module: WebAssembly.Module): WebAssembly.Module | null {
  const [bytes] = WebAssembly.Module.customSections(module, NUMBER_TABLE_SECTION);
  return bytes === undefined ? null : new WebAssembly.Module(new Uint8Array(bytes));
}

type Instantiable = {
  readonly module: WebAssembly.Module;
  readonly tableModule: WebAssembly.Module | null;
  readonly link: LinkResult;
  /** What a reusable module imports. */
  readonly memory?: WebAssembly.Memory;
};

/** Null if a segment does not fit in its memory or table. */
export function instantiate({
  module,
  tableModule,
  link,
  memory,
}: Instantiable): ContractExports | null {
  assert(!('linkError' in link), 'only linked contracts are instantiated');
  try {
    const table = tableModule === null ? null : new WebAssembly.Instance(tableModule, {});
    const meter = memory && { ...link.imports[METER_MODULE], memory };
    const imports = {
      ...link.imports,
      ...(meter && { [METER_MODULE]: meter }),
      ...(table && { [NUMBER_TABLE_MODULE]: table.exports }),
    };
    return new WebAssembly.Instance(module, imports as WebAssembly.Imports)
      .exports as ContractExports;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return null;
    throw error;
  }
}

/** Of a call that has ended: the instance is of no further use. Null if it has no counters. */
export function readCounters(exports: ContractExports): Int32Array | null {
  const count = exports.store_counters?.();
  return count === undefined ? null : new Int32Array(exports.memory.buffer, 0, count).slice();
}
