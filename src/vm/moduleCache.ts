// Compiled contracts by the hash of their code; the least recently used are dropped first. Bounded
// by an estimate of the bytes in use. Refusals have a cache of their own, so that large modules
// cannot push them out: finding out again why a code is refused may cost a whole preparation.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { BoundedCache } from '../base/collections/boundedCache.ts';
import { Caches } from '../base/collections/caches.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { type LinkResult, linkContract } from './linkContract.ts';
import type { PreparedContract, PrepareResult } from './preparedContract.ts';
import type { CompilationFailure } from './vmErrors.ts';

/** V8 keeps the module's bytes, and compiles what is called to about twice as many. */
const BYTES_PER_WASM_BYTE = 3;
const BYTES_PER_ENTRY = 4_096;
/** A key, a name or a short message, and their objects. */
const BYTES_PER_REFUSAL = 512;

export type CompiledContract = {
  readonly codeLength: number;
  readonly module: WebAssembly.Module;
  readonly link: LinkResult;
  readonly methods: Uint8Array;
  readonly isGrouped: boolean;
  readonly functionCount: number;
  readonly hasStart: boolean;
  readonly isLoadable: boolean;
};

type RefusedContract = { readonly failure: CompilationFailure };

export type ContractCode = {
  readonly hash: Hash;
  /** The deployed bytes, or null if the node does not have them. */
  read(): Uint8Array | null;
};

/** Reads a code and prepares it, or finds what was made of it before. Null if it is absent. */
export type Prepare = (code: ContractCode) => PrepareResult | null;

export class ModuleCache {
  readonly #prepare: Prepare;
  readonly #compiled: BoundedCache<CompiledContract>;
  readonly #refused: BoundedCache<RefusedContract>;

  constructor(prepare: Prepare, caches = new Caches()) {
    this.#prepare = prepare;
    this.#compiled = caches.create('compiled_contracts');
    this.#refused = caches.create('refused_contracts');
  }

  /** Null if the code is absent. */
  get(code: ContractCode): CompiledContract | RefusedContract | null {
    const key = bytesKey(code.hash);
    const known = this.#compiled.get(key) ?? this.#refused.get(key);
    if (known !== undefined) return known;
    const prepared = this.#prepare(code);
    if (prepared === null) return null;
    if (!('wasm' in prepared)) return this.#refuse(key, failureOf(prepared));
    const compiled = compile(prepared);
    this.#compiled.set(key, compiled, bytesOf(prepared));
    return compiled;
  }

  #refuse(key: string, failure: CompilationFailure): RefusedContract {
    const refused = { failure };
    this.#refused.set(key, refused, BYTES_PER_REFUSAL);
    return refused;
  }
}

function bytesOf({ wasm, methods }: PreparedContract): number {
  return BYTES_PER_ENTRY + methods.length + wasm.length * BYTES_PER_WASM_BYTE;
}

function failureOf(refused: Exclude<PrepareResult, PreparedContract>): CompilationFailure {
  return 'error' in refused
    ? { kind: 'PrepareError', error: refused.error }
    : { kind: 'WasmtimeCompileError', msg: refused.compileError };
}

function compile({ wasm, imports, ...rest }: PreparedContract): CompiledContract {
  // What was read from a file shares its memory.
  const methods = rest.methods.slice();
  return { ...rest, methods, module: new WebAssembly.Module(wasm), link: linkContract(imports) };
}
