// Preparation: from the deployed bytes of a contract to a module that V8 can run with the
// protocol's gas. The result depends on nothing but the code and the parameters, and may be kept.
// Deploying never fails on this: it happens when a contract is called.

import type { Instrumentation } from './callProbe.ts';
import { encodeMethods, type MethodEntry } from './contractMethods.ts';
import type { Prepare } from './moduleCache.ts';
import type { PrepareResult } from './preparedContract.ts';
import { ContractRefused, refuse } from './wasm/format/refuse.ts';
import { signatureToFunctionType } from './wasm/format/wasmTypes.ts';
import { BodyInstrumenter, type InstrumenterOptions } from './wasm/instrument/bodyInstrumenter.ts';
import { ChargeList, COUNTERS_MAX } from './wasm/instrument/chargeList.ts';
import { encodeModule } from './wasm/instrument/encodeModule.ts';
import type { Methods } from './wasm/instrument/methodGroups.ts';
import { arrangeMethods } from './wasm/instrument/methodGroups.ts';
import type { OffsetRecorder } from './wasm/instrument/offsetRecorder.ts';
import { isInstanceLoadable } from './wasm/module/instanceSize.ts';
import type { PrepareConfig } from './wasm/module/prepareConfig.ts';
import { readModule } from './wasm/module/readModule.ts';
import type { WasmModule } from './wasm/module/wasmModule.ts';
import { EXPORT_FUNCTION } from './wasm/module/wasmModule.ts';
import { referenceModuleLength } from './wasm/walk/referenceLength.ts';
import { TableIsUsed } from './wasm/walk/tableUse.ts';

/** Goes up with every change of what is made of the same code: what was kept is of no use then. */
export const PREPARATION = 11;

/** Prepares every code that it is given. */
export function createPrepare(
  config: PrepareConfig,
  instrumentation: Instrumentation = 'none',
): Prepare {
  return (code) => {
    const bytes = code.read();
    if (bytes === null) return null;
    if (instrumentation === 'counters') return prepareCounted(bytes, config);
    return prepareContract(bytes, config, { hasHooks: instrumentation === 'functions' });
  };
}

/** The recorder is given for a stack trace, when a contract is prepared again. */
type PrepareOptions = {
  readonly recorder?: OffsetRecorder;
  readonly hasHooks?: boolean;
  readonly counterCount?: number;
};

export function prepareContract(
  code: Uint8Array,
  config: PrepareConfig,
  { recorder, hasHooks = false, counterCount = 0 }: PrepareOptions = {},
): PrepareResult {
  const createOptions = () => {
    recorder?.bodies.clear();
    const charges = counterCount === 0 ? null : new ChargeList();
    return { recorder: recorder ?? null, charges, hasHooks, counterCount };
  };
  return refusing(() => prepare(code, config, createOptions));
}

/** What is counted in a module with counters. Null for code that is refused. */
export function listCharges(code: Uint8Array, config: PrepareConfig): ChargeList | null {
  let charges = new ChargeList();
  const createOptions = () => {
    charges = new ChargeList();
    return { recorder: null, charges, hasHooks: false, counterCount: 0 };
  };
  const prepared = refusing(() => prepare(code, config, createOptions));
  return 'wasm' in prepared ? charges : null;
}

/** Where the globals behind the counters are depends on their number, which is found out first. */
function prepareCounted(code: Uint8Array, config: PrepareConfig): PrepareResult {
  const count = listCharges(code, config)?.charges.length ?? 0;
  return prepareContract(code, config, { counterCount: count > COUNTERS_MAX ? 0 : count });
}

function refusing(run: () => PrepareResult): PrepareResult {
  try {
    return run();
  } catch (error) {
    if (error instanceof ContractRefused) return { error: error.info.error };
    throw error;
  }
}

function prepare(
  code: Uint8Array,
  config: PrepareConfig,
  createOptions: () => Omit<InstrumenterOptions, 'hasNumberTable'>,
): PrepareResult {
  try {
    return prepareWith(code, config, { ...createOptions(), hasNumberTable: false });
  } catch (error) {
    if (!(error instanceof TableIsUsed)) throw error;
    return prepareWith(code, config, { ...createOptions(), hasNumberTable: true });
  }
}

function prepareWith(
  code: Uint8Array,
  config: PrepareConfig,
  options: InstrumenterOptions,
): PrepareResult {
  const { limits } = config;
  const { module, visitor } = readModule(
    code,
    limits,
    (reader, module) => new BodyInstrumenter(reader, module, config, options),
  );
  if (visitor.limitError !== null) refuse(visitor.limitError);
  if (referenceModuleLength(module, visitor.referenceLength()) > limits.maxInstrumentedCodeSize) {
    refuse('InstrumentedCodeTooLarge');
  }
  if (visitor.compileError !== null) return { compileError: visitor.compileError };
  const types = module.types.map(signatureToFunctionType);
  const { layout, spilled } = visitor;
  const methods = arrangeMethods(module);
  return {
    codeLength: code.length,
    wasm: encodeModule({ module, layout, limits, bodies: visitor.bodies(), spilled, methods }),
    imports: module.imports.map(({ name, typeIndex }) => ({ name, type: types[typeIndex]! })),
    methods: encodeMethods(listMethods(module, methods)),
    isGrouped: methods.isGrouped,
    functionCount: module.functionTypes.length,
    functionShift: layout.shift,
    hasStart: module.start !== null,
    stackGlobal: layout.stackGlobal,
    isLoadable: isInstanceLoadable(module),
  };
}

function listMethods({ exports }: WasmModule, methods: Methods): MethodEntry[] {
  return exports
    .filter(({ kind }) => kind === EXPORT_FUNCTION)
    .map(({ name, index }) => ({ name, place: methods.placeOf(index) }));
}
