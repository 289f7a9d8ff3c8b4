// Compiled contracts by the hash of their code, least recently used ones dropped first. What a
// contract is refused for is kept too. Bounded by an estimate of the bytes in use.

import { BoundedCache } from '../base/boundedCache.ts';
import { bytesKey } from '../base/bytes.ts';
import type { Hash } from '../base/hash.ts';
import { type LinkResult, linkContract } from './linkContract.ts';
import type { ContractExport, PreparedContract, PrepareResult } from './preparedContract.ts';
import type { CompilationFailure } from './vmErrors.ts';

/** V8 keeps the module's bytes, and compiles what is called to about twice as many. */
const BYTES_PER_WASM_BYTE = 3;
const BYTES_PER_ENTRY = 4_096;

export type CompiledContract = {
  readonly codeLength: number;
  readonly module: WebAssembly.Module;
  readonly link: LinkResult;
  readonly exports: ReadonlyMap<string, ContractExport>;
  readonly functionCount: number;
  readonly hasStart: boolean;
  readonly isLoadable: boolean;
};

type CompileResult = CompiledContract | { readonly failure: CompilationFailure };

export type ContractCode = {
  readonly hash: Hash;
  /** The deployed bytes, or null if the node does not have them. */
  read(): Uint8Array | null;
};

/** Prepares deployed bytes; may keep what it makes in a store of its own, by the hash. */
export type Prepare = (code: Uint8Array, hash: Hash) => PrepareResult;

export class ModuleCache {
  readonly #prepare: Prepare;
  readonly #compiled: BoundedCache<CompileResult>;

  constructor(prepare: Prepare, bytesMax: number) {
    this.#prepare = prepare;
    this.#compiled = new BoundedCache(bytesMax);
  }

  /** Null if the code is absent. */
  get(code: ContractCode): CompileResult | null {
    const key = bytesKey(code.hash);
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const bytes = code.read();
    if (bytes === null) return null;
    const prepared = this.#prepare(bytes, code.hash);
    const result = compile(prepared, bytes.length);
    const wasmBytes = 'wasm' in prepared ? prepared.wasm.length : 0;
    this.#compiled.set(key, result, BYTES_PER_ENTRY + wasmBytes * BYTES_PER_WASM_BYTE);
    return result;
  }
}

function compile(prepared: PrepareResult, codeLength: number): CompileResult {
  if ('error' in prepared) {
    return { failure: { kind: 'PrepareError', error: prepared.error } };
  }
  if ('compileError' in prepared) {
    return { failure: { kind: 'WasmtimeCompileError', msg: prepared.compileError } };
  }
  const { wasm, imports, ...rest }: PreparedContract = prepared;
  const module = new WebAssembly.Module(wasm);
  return { ...rest, codeLength, module, link: linkContract(imports) };
}
