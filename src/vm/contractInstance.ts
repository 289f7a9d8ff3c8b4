// Instances of compiled contracts.

import { assert } from '../base/assert.ts';
import type { LinkResult } from './linkContract.ts';
import type { ContractExports } from './preparedContract.ts';

/** A method by the name that preparation gave it. */
export function methodOf(exports: ContractExports, wasmName: string): (argument: number) => void {
  return (exports as unknown as Record<string, () => void>)[wasmName] as () => void;
}

/** Null if a segment does not fit in its memory or table. */
export function instantiate(module: WebAssembly.Module, link: LinkResult): ContractExports | null {
  assert(!('linkError' in link), 'only linked contracts are instantiated');
  try {
    return new WebAssembly.Instance(module, link.imports).exports as ContractExports;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return null;
    throw error;
  }
}
