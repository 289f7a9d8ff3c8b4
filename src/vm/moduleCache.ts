// Compiled contracts by how they were prepared and the hash of their code; the least recently used
// are dropped first. Bounded by an estimate of the bytes in use. Refusals have a cache of their
// own, so that large modules cannot evict them: finding out again why a code is refused may take a
// whole preparation. Protocol versions that prepare contracts in the same way share modules.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { BoundedCache } from '../base/collections/boundedCache.ts';
import { Caches } from '../base/collections/caches.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { compileTable, instantiate } from './contractInstance.ts';
import type { HostTable } from './host/hostTable.ts';
import { type LinkResult, linkContract } from './linkContract.ts';
import type {
  ContractExports,
  ContractImport,
  PreparedContract,
  PrepareResult,
} from './preparedContract.ts';
import type { CompilationFailure } from './vmErrors.ts';
import type { ReusableForm } from './wasm/reusable/reusableLayout.ts';

/** V8 keeps the module's bytes, and compiles what is called to about twice as many. */
const BYTES_PER_WASM_BYTE = 3;
const BYTES_PER_ENTRY = 4_096;
const BYTES_PER_IMPORT = 64;
/** A key, a name or a short message, and their objects. */
const BYTES_PER_REFUSAL = 512;

export type CompiledContract = {
  readonly codeLength: number;
  /** Of the prepared module. */
  readonly wasmLength: number;
  readonly module: WebAssembly.Module;
  /** Of a table of numbers, if the contract has one. */
  readonly tableModule: WebAssembly.Module | null;
  readonly imports: readonly ContractImport[];
  /** The functions that it is linked with. */
  readonly table: HostTable;
  readonly link: LinkResult;
  readonly methods: Uint8Array;
  readonly isGrouped: boolean;
  readonly functionCount: number;
  readonly functionShift: number;
  /** In which form it serves many calls; null for a single one. */
  readonly reusableForm: ReusableForm | null;
  readonly hasStart: boolean;
  readonly isLoadable: boolean;
  /** The exports of an instance for the next call; null if a segment does not fit. */
  enter(): ContractExports | null;
  /** To be called after each call that has entered, however it ended. */
  leave(): void;
};

type RefusedContract = { readonly failure: CompilationFailure };

export type ContractCode = {
  readonly hash: Hash;
  /** The deployed bytes, or null if the node does not have them. */
  read(): Uint8Array | null;
};

/** Reads a code and prepares it, or finds what was made of it before. Null if it is absent. */
export type Prepare = (code: ContractCode) => PrepareResult | null;

/** How the contracts of a protocol are prepared and linked. */
export type ModuleSource = {
  /** The same for protocols that prepare contracts in the same way. */
  readonly name: string;
  readonly prepare: Prepare;
  readonly table: HostTable;
};

/** Where the contracts of a thread come from. */
export type ContractModules = {
  /** Null if the code is absent. */
  get(code: ContractCode, source: ModuleSource): CompiledContract | RefusedContract | null;
};

export class ModuleCache implements ContractModules {
  readonly #compiled: BoundedCache<CompiledContract>;
  readonly #refused: BoundedCache<RefusedContract>;

  constructor(caches = new Caches()) {
    this.#compiled = caches.create('compiled_contracts');
    this.#refused = caches.create('refused_contracts');
  }

  get(code: ContractCode, source: ModuleSource): CompiledContract | RefusedContract | null {
    const key = contractKey(code, source);
    const known = this.#compiled.get(key);
    if (known !== undefined) {
      return known.table === source.table ? known : this.#relink(key, known, source.table);
    }
    const refused = this.#refused.get(key);
    if (refused !== undefined) return refused;
    const prepared = source.prepare(code);
    if (prepared === null) return null;
    if (!('wasm' in prepared)) return this.#refuse(key, failureOf(prepared));
    const compiled = compile(prepared, source.table);
    this.#compiled.set(key, compiled, bytesOfContract(compiled));
    return compiled;
  }

  /** Between two versions the same module is linked with other functions. */
  #relink(key: string, known: CompiledContract, table: HostTable): CompiledContract {
    const relinked = withInstances({
      ...known,
      table,
      link: linkContract(known.imports, table),
    });
    this.#compiled.set(key, relinked, bytesOfContract(relinked));
    return relinked;
  }

  #refuse(key: string, failure: CompilationFailure): RefusedContract {
    const refused = { failure };
    this.#refused.set(key, refused, BYTES_PER_REFUSAL);
    return refused;
  }
}

/** What a compiled contract is found by. */
export function contractKey(
  { hash }: Pick<ContractCode, 'hash'>,
  { name }: Pick<ModuleSource, 'name'>,
): string {
  return name + bytesKey(hash);
}

/** By estimate. */
export function bytesOfContract(
  contract: Pick<CompiledContract, 'wasmLength' | 'methods' | 'imports'>,
): number {
  const { wasmLength, methods, imports } = contract;
  const importBytes = imports.length * BYTES_PER_IMPORT;
  return BYTES_PER_ENTRY + methods.length + importBytes + wasmLength * BYTES_PER_WASM_BYTE;
}

function failureOf(refused: Exclude<PrepareResult, PreparedContract>): CompilationFailure {
  return 'error' in refused
    ? { kind: 'PrepareError', error: refused.error }
    : { kind: 'WasmtimeCompileError', msg: refused.compileError };
}

function compile({ wasm, ...prepared }: PreparedContract, table: HostTable): CompiledContract {
  const module = new WebAssembly.Module(wasm);
  return withInstances({
    ...prepared,
    // What was read from a file shares its memory.
    methods: prepared.methods.slice(),
    wasmLength: wasm.length,
    reusableForm: null,
    module,
    tableModule: compileTable(module),
    table,
    link: linkContract(prepared.imports, table),
  });
}

/** Each call has an instance of its own. */
function withInstances(contract: Omit<CompiledContract, 'enter' | 'leave'>): CompiledContract {
  return { ...contract, enter: () => instantiate(contract), leave: () => {} };
}
