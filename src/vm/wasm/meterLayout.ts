// Where the injected parts of an instrumented module are: imports come before the contract's
// functions, everything else after the contract's own types, functions and globals, so that only
// function indexes move.
//
// Every charge is a multiple of a regular operation, so the meter counts in these: 32 bits hold
// them, and V8 compares and subtracts 32 bits fastest. What is left over is kept aside.

import { assert } from '../../base/assert.ts';
import { INJECTED_IMPORT_COUNT } from '../preparedContract.ts';
import { hasNarrowGlobals } from './narrowGlobals.ts';
import type { PrepareConfig } from './prepareConfig.ts';
import type { WasmModule } from './wasmModule.ts';
import type { TypeCode } from './wasmTypes.ts';
import { F32, F64, FUNCREF, I32, I64, NONE } from './wasmTypes.ts';

export const OUT_OF_GAS_FUNCTION = 0;
export const STACK_OVERFLOW_FUNCTION = 1;

/** Types of injected functions and of blocks that take and give one value, in their order. */
export const INJECTED_TYPES: readonly (readonly [TypeCode, TypeCode])[] = [
  [NONE, NONE],
  [F64, NONE],
  [NONE, F64],
  [I32, NONE],
  [NONE, I32],
  [I32, I32],
  [I64, I64],
  [I64, I32],
  [F32, F32],
  [F64, F64],
  [FUNCREF, FUNCREF],
];

/** In the order of their indexes, after the contract's functions. */
export const INJECTED_FUNCTIONS = [
  'charge',
  'chargeLinear',
  'growMemory',
  'payGas',
  'splitI64',
  'getGas',
  'setGas',
  'canonicalF32',
  'canonicalF64',
  'isLastCalleeNull',
] as const;

export type InjectedFunction = (typeof INJECTED_FUNCTIONS)[number];

export type MeterLayout = {
  /** What is added to a function index of the contract; see `placeFunction`. */
  readonly shift: number;
  /** The imports of `env.gas`, in the contract's indexes. */
  readonly gasImports: ReadonlySet<number>;
  /** The upper halves of the contract's globals, one for each; null if they are not narrowed. */
  readonly upperHalves: number | null;
  readonly gasGlobal: number;
  readonly gasRestGlobal: number;
  readonly stackGlobal: number;
  /** The index of the last indirect call; also used to split large branch tables. */
  readonly calleeGlobal: number;
  /** The upper half of the number that was split last. */
  readonly upperGlobal: number;
  /** How many functions with spilled locals are active, and the first of their globals. */
  readonly spillDepthGlobal: number;
  readonly spillBase: number;
  readonly functions: Readonly<Record<InjectedFunction, number>>;
  /** The first of the functions that wrappers call. */
  readonly innerBase: number;
  readonly typeBase: number;
  readonly regularOpCost: number;
  /** In regular operations. */
  readonly linearBase: number;
  readonly linearUnit: number;
  readonly stackHeight: number;
  readonly memoryPagesMax: number;
};

export function createMeterLayout(module: WasmModule, config: PrepareConfig): MeterLayout {
  const { regularOpCost, linearOpBaseCost, linearOpUnitCost } = config.wasmCosts;
  assert(linearOpBaseCost % regularOpCost === 0n, 'linear base cost in regular operations');
  assert(linearOpUnitCost % regularOpCost === 0n, 'linear unit cost in regular operations');
  const firstFunction = INJECTED_IMPORT_COUNT + module.functionTypes.length;
  const functions = Object.fromEntries(
    INJECTED_FUNCTIONS.map((name, index) => [name, firstFunction + index]),
  ) as Record<InjectedFunction, number>;
  const globalCount = module.globals.length;
  const isNarrowed = hasNarrowGlobals(module);
  const firstGlobal = isNarrowed ? 2 * globalCount : globalCount;
  return {
    shift: INJECTED_IMPORT_COUNT,
    gasImports: findGasImports(module),
    upperHalves: isNarrowed ? globalCount : null,
    gasGlobal: firstGlobal,
    gasRestGlobal: firstGlobal + 1,
    stackGlobal: firstGlobal + 2,
    calleeGlobal: firstGlobal + 3,
    upperGlobal: firstGlobal + 4,
    spillDepthGlobal: firstGlobal + 5,
    spillBase: firstGlobal + 6,
    functions,
    innerBase: firstFunction + INJECTED_FUNCTIONS.length,
    typeBase: module.types.length,
    regularOpCost: Number(regularOpCost),
    linearBase: Number(linearOpBaseCost / regularOpCost),
    linearUnit: Number(linearOpUnitCost / regularOpCost),
    stackHeight: config.limits.maxStackHeight,
    memoryPagesMax: config.limits.maxMemoryPages,
  };
}

/** With another signature it is a link error, for V8 to see as the contract wrote it. */
function findGasImports({ imports, types }: WasmModule): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [index, { name, typeIndex }] of imports.entries()) {
    const { params, result } = types[typeIndex]!;
    const isPlain = params.length === 1 && params[0] === I32 && result === NONE;
    if (name === 'gas' && isPlain) found.add(index);
  }
  return found;
}

/** The index of a contract's function in the instrumented module. */
export function placeFunction(layout: MeterLayout, index: number): number {
  return layout.gasImports.has(index) ? layout.functions.payGas : index + layout.shift;
}

/** The index of an injected type, which must be in the list. */
export function injectedTypeIndex(layout: MeterLayout, param: TypeCode, result: TypeCode): number {
  const index = INJECTED_TYPES.findIndex(([from, to]) => from === param && to === result);
  assert(index >= 0, 'an injected type');
  return layout.typeBase + index;
}
