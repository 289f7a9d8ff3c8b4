// Whether the reference can make an instance: its allocator bounds what an instance needs besides
// its memory and table. The limit was measured there; V8 knows nothing of it.

import type { WasmModule } from './wasmModule.ts';

const INSTANCE_BYTES_MAX = 1_048_112;
const GLOBAL_BYTES = 16;
const IMPORT_BYTES = 64;
const ESCAPING_FUNCTION_BYTES = 32;
const TABLE_BYTES = 16;

export function isInstanceLoadable(module: WasmModule): boolean {
  const bytes =
    GLOBAL_BYTES * module.globals.length +
    IMPORT_BYTES * module.imports.length +
    ESCAPING_FUNCTION_BYTES * countEscaping(module) +
    TABLE_BYTES * (module.table === null ? 0 : 1);
  return bytes <= INSTANCE_BYTES_MAX;
}

/** Defined functions that are exported, in a segment or initialiser, or the start function. */
function countEscaping(module: WasmModule): number {
  const escaping = new Set(module.referenced);
  if (module.start !== null) escaping.add(module.start);
  let count = 0;
  for (const index of escaping) if (index >= module.imports.length) count++;
  return count;
}
