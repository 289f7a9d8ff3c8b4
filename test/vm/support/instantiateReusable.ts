// An instance of a module in its reusable form, with a memory of its own or a given one.

import { createMemory } from '../../../src/vm/keptMemory.ts';
import { METER_MODULE } from '../../../src/vm/preparedContract.ts';
import {
  MEMORY_IMPORT,
  type ReusableModule,
} from '../../../src/vm/wasm/reusable/reusableModule.ts';

export function instantiateReusable(
  { wasm, memoryPages }: ReusableModule,
  imports: WebAssembly.Imports,
  memory: WebAssembly.Memory = createMemory(memoryPages),
): unknown {
  const meter = { ...imports[METER_MODULE], [MEMORY_IMPORT]: memory };
  const all = { ...imports, [METER_MODULE]: meter };
  return new WebAssembly.Instance(new WebAssembly.Module(wasm), all).exports;
}
