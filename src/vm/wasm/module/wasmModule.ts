// A contract's module as it was read: what validation of function bodies and the encoder need.
// All indexes are the contract's own; the encoder shifts them.

import type { Signature, TypeCode } from '../format/wasmTypes.ts';

export type ModuleImport = { readonly name: string; readonly typeIndex: number };

export type ModuleTable = { readonly min: number; readonly max: number | null };

/** A constant expression: a range of the code without its `end`, or the function it refers to. */
export type ConstantExpression =
  | { readonly kind: 'bytes'; readonly start: number; readonly end: number }
  | { readonly kind: 'function'; readonly index: number };

type ModuleGlobal = {
  readonly type: TypeCode;
  readonly isMutable: boolean;
  readonly init: ConstantExpression;
};

/** Exports other than functions only count towards the length of the code. */
type ModuleExport = {
  readonly name: Uint8Array;
  readonly kind: number;
  readonly index: number;
};

const SECTION_IDS = 13;

export const EXPORT_FUNCTION = 0;
export const EXPORT_TABLE = 1;
export const EXPORT_MEMORY = 2;
export const EXPORT_GLOBAL = 3;

export type ElementSegment = {
  readonly mode: 'active' | 'passive' | 'declarative';
  /** Of an active segment; otherwise null. */
  readonly tableOffset: ConstantExpression | null;
  /** Was the table named? It is the only one in any case. */
  readonly hasIndex: boolean;
  readonly isExpressions: boolean;
  /** Function indexes; `NULL_FUNCTION` occurs among expressions only. */
  readonly functions: Int32Array;
};

export const NULL_FUNCTION = -1;

type DataSegment = {
  /** Null for a passive segment. */
  readonly memoryOffset: ConstantExpression | null;
  readonly start: number;
  readonly end: number;
};

export type WasmModule = {
  readonly code: Uint8Array;
  readonly types: Signature[];
  readonly imports: ModuleImport[];
  /** Type indexes of all functions, the imported ones first. */
  readonly functionTypes: number[];
  table: ModuleTable | null;
  hasMemory: boolean;
  readonly globals: ModuleGlobal[];
  readonly exports: ModuleExport[];
  start: number | null;
  readonly elements: ElementSegment[];
  /** From the data count section, which `memory.init` and `data.drop` need. */
  dataCount: number | null;
  readonly data: DataSegment[];
  /** Functions that `ref.func` may name: those in exports, elements and global initialisers. */
  readonly referenced: Set<number>;
  /** Lengths of section contents by section id, as deployed; 0 for an absent section. */
  readonly sectionLengths: number[];
};

export function createModule(code: Uint8Array): WasmModule {
  return {
    code,
    types: [],
    imports: [],
    functionTypes: [],
    table: null,
    hasMemory: false,
    globals: [],
    exports: [],
    start: null,
    elements: [],
    dataCount: null,
    data: [],
    referenced: new Set(),
    sectionLengths: new Array<number>(SECTION_IDS).fill(0),
  };
}
