// What a prepared module imports for a table of numbers, if it has one.

import { compileTable } from '../../../src/vm/contractInstance.ts';
import { NUMBER_TABLE_MODULE } from '../../../src/vm/preparedContract.ts';

export function tableImports(module: WebAssembly.Module): WebAssembly.Imports {
  const table = compileTable(module);
  if (table === null) return {};
  const { exports } = new WebAssembly.Instance(table, {});
  return { [NUMBER_TABLE_MODULE]: exports } as WebAssembly.Imports;
}
