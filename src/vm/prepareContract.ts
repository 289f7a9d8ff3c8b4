// Preparation: from the deployed bytes of a contract to a module that V8 can run with the
// protocol's gas. The result depends on nothing but the code and the parameters, and may be kept.
// Deploying never fails on this: it happens when a contract is called.

import { bytesToUtf8 } from '../base/bytes.ts';
import type { Prepare } from './moduleCache.ts';
import type { ContractExport, FunctionType, PrepareResult } from './preparedContract.ts';
import { BodyInstrumenter } from './wasm/bodyInstrumenter.ts';
import { encodeModule, wasmNameOf } from './wasm/encodeModule.ts';
import { isInstanceLoadable } from './wasm/instanceSize.ts';
import type { PrepareConfig } from './wasm/prepareConfig.ts';
import { readModule } from './wasm/readModule.ts';
import { referenceModuleLength } from './wasm/referenceLength.ts';
import { ContractRefused, refuse } from './wasm/refuse.ts';
import type { WasmModule } from './wasm/wasmModule.ts';
import { EXPORT_FUNCTION } from './wasm/wasmModule.ts';
import { signatureToFunctionType } from './wasm/wasmTypes.ts';

/** Goes up with every change of what is made of the same code: what was kept is of no use then. */
export const PREPARATION = 4;

/** Prepares every code that it is given. */
export function createPrepare(config: PrepareConfig): Prepare {
  return (code) => {
    const bytes = code.read();
    return bytes === null ? null : prepareContract(bytes, config);
  };
}

export function prepareContract(code: Uint8Array, config: PrepareConfig): PrepareResult {
  try {
    return prepare(code, config);
  } catch (error) {
    if (error instanceof ContractRefused) return { error: error.info.error };
    throw error;
  }
}

function prepare(code: Uint8Array, config: PrepareConfig): PrepareResult {
  const { limits } = config;
  const { module, visitor } = readModule(
    code,
    limits,
    (reader, module) => new BodyInstrumenter(reader, module, config),
  );
  if (visitor.limitError !== null) refuse(visitor.limitError);
  if (referenceModuleLength(module, visitor.referenceLength()) > limits.maxInstrumentedCodeSize) {
    refuse('InstrumentedCodeTooLarge');
  }
  if (visitor.compileError !== null) return { compileError: visitor.compileError };
  const types = module.types.map(signatureToFunctionType);
  const { layout, spilled } = visitor;
  return {
    codeLength: code.length,
    wasm: encodeModule({ module, layout, limits, bodies: visitor.bodies(), spilled }),
    imports: module.imports.map(({ name, typeIndex }) => ({ name, type: types[typeIndex]! })),
    exports: exportsByName(module, types),
    functionCount: module.functionTypes.length,
    hasStart: module.start !== null,
    isLoadable: isInstanceLoadable(module),
  };
}

function exportsByName(
  module: WasmModule,
  types: readonly FunctionType[],
): ReadonlyMap<string, ContractExport> {
  const exports = new Map<string, ContractExport>();
  for (const { name, kind, index } of module.exports) {
    if (kind !== EXPORT_FUNCTION) continue;
    const type = types[module.functionTypes[index]!]!;
    exports.set(bytesToUtf8(name), { wasmName: wasmNameOf(index), type });
  }
  return exports;
}
