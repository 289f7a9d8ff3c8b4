// Where the injected parts of an instrumented module are: imports come before the contract's
// functions, everything else after the contract's own types, functions and globals, so that only
// function indexes move.
//
// Every charge is a multiple of a regular operation, so the meter counts in these: 32 bits hold
// them, and V8 compares and subtracts 32 bits fastest. What is left over is kept aside.

import { assert } from '../../../base/assert.ts';
import { INJECTED_IMPORT_COUNT } from '../../preparedContract.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { F32, F64, FUNCREF, I32, I64, NONE } from '../format/wasmTypes.ts';
import type { PrepareConfig } from '../module/prepareConfig.ts';
import type { ModuleImport, WasmModule } from '../module/wasmModule.ts';
import { hasNarrowGlobals } from '../module/wideGlobals.ts';
import {
  type NumberTable,
  type PlacedTable,
  planNumberTable,
  TABLE_FUNCTION_NAMES,
  TABLE_FUNCTIONS,
} from './numberTable.ts';
import { References } from './references.ts';

export const OUT_OF_GAS_FUNCTION = 0;
export const STACK_OVERFLOW_FUNCTION = 1;
/** Imported only by modules with hooks. */
export const ENTER_FUNCTION = 2;
export const LEAVE_FUNCTION = 3;
const HOOK_COUNT = 2;

type InjectedType = { readonly params: readonly TypeCode[]; readonly result: TypeCode };

/** Types of injected functions and of blocks that take and give one value, in their order. */
export const INJECTED_TYPES: readonly InjectedType[] = [
  { params: [], result: NONE },
  { params: [F64], result: NONE },
  { params: [], result: F64 },
  { params: [I32], result: NONE },
  { params: [], result: I32 },
  { params: [I32], result: I32 },
  { params: [I64], result: I64 },
  { params: [I64], result: I32 },
  { params: [F32], result: F32 },
  { params: [F64], result: F64 },
  { params: [FUNCREF], result: FUNCREF },
  ...Object.values(TABLE_FUNCTIONS),
];

/** Gas, its rest, stack, callee, upper half, depth of spilled locals. */
const METER_GLOBALS = 6;

/** In the order of their indexes, after the contract's functions. */
export const INJECTED_FUNCTIONS = [
  'charge',
  'chargeLinear',
  'growMemory',
  'fillMemory',
  'growTable',
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
  /** What is added to the index of a function that the contract defines. */
  readonly shift: number;
  /** By import of the contract, its index: several may have the same. See `placeFunction`. */
  readonly importPlaces: readonly number[];
  /** What is imported of them, each once. */
  readonly imports: readonly ModuleImport[];
  readonly references: References;
  /** Null if the contract's table is one of V8, or if there is none. */
  readonly table: PlacedTable | null;
  /** Does every function tell the host when it begins and returns? */
  readonly hasHooks: boolean;
  /** Of the charges that are counted, in globals from `counterBase` on. */
  readonly counterCount: number;
  readonly counterBase: number;
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

export type LayoutOptions = {
  /** Is the contract's table one of numbers? */
  readonly hasNumberTable: boolean;
  readonly hasHooks: boolean;
  readonly counterCount: number;
};

export function createMeterLayout(
  module: WasmModule,
  config: PrepareConfig,
  { hasNumberTable, hasHooks, counterCount }: LayoutOptions,
): MeterLayout {
  const { regularOpCost, linearOpBaseCost, linearOpUnitCost } = config.wasmCosts;
  assert(linearOpBaseCost % regularOpCost === 0n, 'linear base cost in regular operations');
  assert(linearOpUnitCost % regularOpCost === 0n, 'linear unit cost in regular operations');
  const firstTableFunction = INJECTED_IMPORT_COUNT + (hasHooks ? HOOK_COUNT : 0);
  const added = firstTableFunction + (hasNumberTable ? TABLE_FUNCTION_NAMES.length : 0);
  const { imports, importPlaces } = placeImports(module, added);
  const shift = added + imports.length - module.imports.length;
  const firstFunction = shift + module.functionTypes.length;
  const functions = Object.fromEntries(
    INJECTED_FUNCTIONS.map((name, index) => [name, firstFunction + index]),
  ) as Record<InjectedFunction, number>;
  const globalCount = module.globals.length;
  const isNarrowed = hasNarrowGlobals(module);
  const firstGlobal = isNarrowed ? 2 * globalCount : globalCount;
  const tableGlobal = firstGlobal + METER_GLOBALS;
  const plan = hasNumberTable ? planNumberTable(module, config.limits) : null;
  const counterBase = tableGlobal + (plan === null ? 0 : 1 + plan.segments.length);
  return {
    shift,
    importPlaces,
    imports,
    references: new References(module),
    table: plan === null ? null : placeTable(plan, firstTableFunction, tableGlobal),
    hasHooks,
    counterCount,
    counterBase,
    gasImports: findGasImports(module),
    upperHalves: isNarrowed ? globalCount : null,
    gasGlobal: firstGlobal,
    gasRestGlobal: firstGlobal + 1,
    stackGlobal: firstGlobal + 2,
    calleeGlobal: firstGlobal + 3,
    upperGlobal: firstGlobal + 4,
    spillDepthGlobal: firstGlobal + 5,
    spillBase: counterBase + counterCount,
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

function placeTable(plan: NumberTable, firstFunction: number, sizeGlobal: number): PlacedTable {
  return { plan, firstFunction, sizeGlobal, firstLength: sizeGlobal + 1 };
}

/** An instance takes V8 0.3 µs for each import, so what a contract imports again is left out. */
function placeImports({ imports, types }: WasmModule, first: number) {
  const distinct: ModuleImport[] = [];
  const places = new Map<string, number>();
  const importPlaces = imports.map((one) => {
    const { params, result } = types[one.typeIndex]!;
    const key = `${params.join()}>${result} ${one.name}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = first + distinct.push(one) - 1;
    places.set(key, place);
    return place;
  });
  return { imports: distinct, importPlaces };
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
  if (layout.gasImports.has(index)) return layout.functions.payGas;
  return layout.importPlaces[index] ?? index + layout.shift;
}

/** The index of an injected type, which must be in the list. */
export function injectedTypeIndex(
  layout: MeterLayout,
  params: readonly TypeCode[],
  result: TypeCode,
): number {
  const key = params.join();
  const index = INJECTED_TYPES.findIndex(
    (type) => type.result === result && type.params.join() === key,
  );
  assert(index >= 0, 'an injected type');
  return layout.typeBase + index;
}
