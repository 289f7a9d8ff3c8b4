// The functions that preparation adds to a module. Gas is counted in regular operations; `gasRest`
// is what is left over below one of them.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { type AddedFunction, defineFunction } from '../format/addedFunction.ts';
import { ByteWriter } from '../format/byteWriter.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { F32, F64, I32, I64, NONE, TYPE_BYTES } from '../format/wasmTypes.ts';
import { writeOperator } from '../format/writeOperator.ts';
import type { InjectedFunction, MeterLayout } from './meterLayout.ts';
import { OUT_OF_GAS_FUNCTION } from './meterLayout.ts';
import { writeCanonicalNan } from './nanCanonical.ts';
import { tableFunction } from './numberTable.ts';

const EMPTY_BLOCK = TYPE_BYTES[NONE]!;
const MEMORY_0 = 0;
const TABLE_0 = 0;
const GROW_FAILED = -1;
const PAID_OPERATIONS_MAX = 2 ** 20;

/** Takes a number of operations from the gas, or stops. */
function chargeCode(layout: MeterLayout): AddedFunction {
  const { gasGlobal, regularOpCost } = layout;
  return defineFunction({ params: [I32] }, (emit) => {
    emit(op.GLOBAL_GET, gasGlobal);
    emit(op.LOCAL_GET, 0);
    emit(op.I32_SUB);
    emit(op.I32_CONST, 0);
    emit(op.I32_LT_S);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, 0);
    emit(op.I64_EXTEND_I32_U);
    emit(op.I64_CONST, regularOpCost);
    emit(op.I64_MUL);
    emit(op.F64_CONVERT_I64_S);
    emit(op.CALL, OUT_OF_GAS_FUNCTION);
    emit(op.UNREACHABLE);
    emit(op.END);
    emit(op.GLOBAL_GET, gasGlobal);
    emit(op.LOCAL_GET, 0);
    emit(op.I32_SUB);
    emit(op.GLOBAL_SET, gasGlobal);
  });
}

/** Charges a bulk operation by its topmost operand, and gives that back. */
function chargeLinearCode(layout: MeterLayout): AddedFunction {
  const { gasGlobal, regularOpCost, linearBase, linearUnit } = layout;
  const cost = 1;
  return defineFunction({ params: [I32], result: I32, locals: [I64] }, (emit) => {
    emit(op.GLOBAL_GET, gasGlobal);
    emit(op.I64_EXTEND_I32_S);
    emit(op.LOCAL_GET, 0);
    emit(op.I64_EXTEND_I32_U);
    emit(op.I64_CONST, linearUnit);
    emit(op.I64_MUL);
    emit(op.I64_CONST, linearBase);
    emit(op.I64_ADD);
    emit(op.LOCAL_TEE, cost);
    emit(op.I64_LT_S);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, cost);
    emit(op.I64_CONST, regularOpCost);
    emit(op.I64_MUL);
    emit(op.F64_CONVERT_I64_S);
    emit(op.CALL, OUT_OF_GAS_FUNCTION);
    emit(op.UNREACHABLE);
    emit(op.END);
    emit(op.GLOBAL_GET, gasGlobal);
    emit(op.LOCAL_GET, cost);
    emit(op.I32_WRAP_I64);
    emit(op.I32_SUB);
    emit(op.GLOBAL_SET, gasGlobal);
    emit(op.LOCAL_GET, 0);
  });
}

/**
 * The import `env.gas` costs nothing but what it is asked to charge: calls to the host would be far
 * too slow for that. Charges that do not fit the meter's numbers are left to the host.
 */
function payGasCode({
  functions,
  gasGlobal,
  gasImports,
  importPlaces,
}: MeterLayout): AddedFunction {
  const [gasImport] = gasImports;
  const left = 1;
  return defineFunction({ params: [I32], locals: [I32] }, (emit) => {
    if (gasImport === undefined) return;
    emit(op.LOCAL_GET, 0);
    emit(op.I32_CONST, PAID_OPERATIONS_MAX);
    emit(op.I32_GT_U);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, 0);
    emit(op.CALL, importPlaces[gasImport]!);
    emit(op.ELSE);
    emit(op.GLOBAL_GET, gasGlobal);
    emit(op.LOCAL_GET, 0);
    emit(op.I32_SUB);
    emit(op.LOCAL_TEE, left);
    emit(op.I32_CONST, 0);
    emit(op.I32_LT_S);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, 0);
    emit(op.CALL, functions.charge);
    emit(op.END);
    emit(op.LOCAL_GET, left);
    emit(op.GLOBAL_SET, gasGlobal);
    emit(op.END);
  });
}

/** Gives the lower half of a number and keeps the upper one in a global. */
function splitI64Code({ upperGlobal }: MeterLayout): AddedFunction {
  return defineFunction({ params: [I64], result: I32 }, (emit) => {
    emit(op.LOCAL_GET, 0);
    emit(op.I64_CONST, 32);
    emit(op.I64_SHR_U);
    emit(op.I32_WRAP_I64);
    emit(op.GLOBAL_SET, upperGlobal);
    emit(op.LOCAL_GET, 0);
    emit(op.I32_WRAP_I64);
  });
}

/**
 * Growing is slow in V8, and far cheaper in gas than that: where the size does not change, V8 is
 * not asked. What is left are as many calls as there are pages.
 */
function growMemoryCode({ memoryPagesMax }: MeterLayout): AddedFunction {
  return defineFunction({ params: [I32], result: I32 }, (emit) => {
    emit(op.LOCAL_GET, 0);
    emit(op.I32_EQZ);
    emit(op.IF, TYPE_BYTES[I32]!);
    emit(op.MEMORY_SIZE, MEMORY_0);
    emit(op.ELSE);
    emit(op.LOCAL_GET, 0);
    emit(op.I32_CONST, memoryPagesMax);
    emit(op.MEMORY_SIZE, MEMORY_0);
    emit(op.I32_SUB);
    emit(op.I32_GT_U);
    emit(op.IF, TYPE_BYTES[I32]!);
    emit(op.I32_CONST, GROW_FAILED);
    emit(op.ELSE);
    emit(op.LOCAL_GET, 0);
    emit(op.MEMORY_GROW, MEMORY_0);
    emit(op.END);
    emit(op.END);
  });
}

function getGasCode(layout: MeterLayout): AddedFunction {
  const { gasGlobal, gasRestGlobal, regularOpCost } = layout;
  return defineFunction({ result: F64 }, (emit) => {
    emit(op.GLOBAL_GET, gasGlobal);
    emit(op.I64_EXTEND_I32_U);
    emit(op.I64_CONST, regularOpCost);
    emit(op.I64_MUL);
    emit(op.GLOBAL_GET, gasRestGlobal);
    emit(op.I64_EXTEND_I32_U);
    emit(op.I64_ADD);
    emit(op.F64_CONVERT_I64_S);
  });
}

function setGasCode(layout: MeterLayout): AddedFunction {
  const { gasGlobal, gasRestGlobal, regularOpCost } = layout;
  const gas = 1;
  return defineFunction({ params: [F64], locals: [I64] }, (emit) => {
    emit(op.LOCAL_GET, 0);
    emit(op.I64_TRUNC_F64_U);
    emit(op.LOCAL_TEE, gas);
    emit(op.I64_CONST, regularOpCost);
    emit(op.I64_DIV_U);
    emit(op.I32_WRAP_I64);
    emit(op.GLOBAL_SET, gasGlobal);
    emit(op.LOCAL_GET, gas);
    emit(op.I64_CONST, regularOpCost);
    emit(op.I64_REM_U);
    emit(op.I32_WRAP_I64);
    emit(op.GLOBAL_SET, gasRestGlobal);
  });
}

function canonicalCode(type: TypeCode): AddedFunction {
  const out = new ByteWriter();
  out.u32(0);
  writeOperator(out, op.LOCAL_GET, 0);
  writeCanonicalNan(out, type, 0);
  out.u8(op.END);
  return { params: [type], result: type, body: out.written() };
}

/** V8 takes 0.1 µs to fill nothing; copying nothing checks the same bounds. */
function fillMemoryCode(): AddedFunction {
  const [to, byte, count] = [0, 1, 2];
  return defineFunction({ params: [I32, I32, I32] }, (emit) => {
    emit(op.LOCAL_GET, count);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, to);
    emit(op.LOCAL_GET, byte);
    emit(op.LOCAL_GET, count);
    emit(op.MEMORY_FILL, MEMORY_0);
    emit(op.ELSE);
    emit(op.LOCAL_GET, to);
    emit(op.LOCAL_GET, to);
    emit(op.I32_CONST, 0);
    emit(op.MEMORY_COPY, MEMORY_0, MEMORY_0);
    emit(op.END);
  });
}

/** Remembers the new size of a table of numbers. */
function growTableCode({ table }: MeterLayout): AddedFunction {
  const [number, count, old] = [0, 1, 2];
  return defineFunction({ params: [I32, I32], result: I32, locals: [I32] }, (emit) => {
    if (table === null) {
      emit(op.UNREACHABLE);
      return;
    }
    emit(op.LOCAL_GET, number);
    emit(op.LOCAL_GET, count);
    emit(op.CALL, tableFunction(table, 'grow'));
    emit(op.LOCAL_TEE, old);
    emit(op.I32_CONST, GROW_FAILED);
    emit(op.I32_NE);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, old);
    emit(op.LOCAL_GET, count);
    emit(op.I32_ADD);
    emit(op.GLOBAL_SET, table.sizeGlobal);
    emit(op.END);
    emit(op.LOCAL_GET, old);
  });
}

function isLastCalleeNullCode(layout: MeterLayout, hasTable: boolean): AddedFunction {
  return defineFunction({ result: I32 }, (emit) => {
    if (!hasTable) {
      emit(op.UNREACHABLE);
      return;
    }
    emit(op.GLOBAL_GET, layout.calleeGlobal);
    emit(op.TABLE_GET, TABLE_0);
    emit(op.REF_IS_NULL);
  });
}

export function createInjectedFunctions(
  layout: MeterLayout,
  hasTable: boolean,
): Readonly<Record<InjectedFunction, AddedFunction>> {
  return {
    charge: chargeCode(layout),
    chargeLinear: chargeLinearCode(layout),
    growMemory: growMemoryCode(layout),
    fillMemory: fillMemoryCode(),
    growTable: growTableCode(layout),
    payGas: payGasCode(layout),
    splitI64: splitI64Code(layout),
    getGas: getGasCode(layout),
    setGas: setGasCode(layout),
    canonicalF32: canonicalCode(F32),
    canonicalF64: canonicalCode(F64),
    isLastCalleeNull: isLastCalleeNullCode(layout, hasTable),
  };
}
