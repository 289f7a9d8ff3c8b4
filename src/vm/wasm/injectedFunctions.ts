// The functions that preparation adds to a module. Gas is counted in regular operations; `gasRest`
// is what is left over below one of them.

import * as op from '../../base/wasm/wasmOpcodes.ts';
import { ByteWriter } from './byteWriter.ts';
import type { InjectedFunction, MeterLayout } from './meterLayout.ts';
import { OUT_OF_GAS_FUNCTION } from './meterLayout.ts';
import { writeCanonicalNan } from './nanCanonical.ts';
import type { TypeCode } from './wasmTypes.ts';
import { F32, F64, I32, I64, NONE, TYPE_BYTES } from './wasmTypes.ts';
import { writeOperator } from './writeOperator.ts';

const EMPTY_BLOCK = TYPE_BYTES[NONE]!;
const MEMORY_0 = 0;
const TABLE_0 = 0;
const GROW_FAILED = -1;
const PAID_OPERATIONS_MAX = 2 ** 20;

type InjectedCode = {
  readonly param: TypeCode;
  readonly result: TypeCode;
  /** The type of the one local besides the parameter, if any. */
  readonly local: TypeCode;
  readonly operators: Uint8Array;
};

/** An operator is a list of its opcode and immediates. */
function code(
  types: { param?: TypeCode; result?: TypeCode; local?: TypeCode },
  write: (emit: (...operator: number[]) => void) => void,
): InjectedCode {
  const out = new ByteWriter();
  write((opcode, immediate) => {
    out.u8(opcode!);
    if (immediate === undefined) return;
    if (opcode === op.I32_CONST || opcode === op.I64_CONST) out.i32(immediate);
    else out.u32(immediate);
  });
  const { param = NONE, result = NONE, local = NONE } = types;
  return { param, result, local, operators: out.written() };
}

/** Takes a number of operations from the gas, or stops. */
function chargeCode(layout: MeterLayout): InjectedCode {
  const { gasGlobal, regularOpCost } = layout;
  return code({ param: I32 }, (emit) => {
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
function chargeLinearCode(layout: MeterLayout): InjectedCode {
  const { gasGlobal, regularOpCost, linearBase, linearUnit } = layout;
  const cost = 1;
  return code({ param: I32, result: I32, local: I64 }, (emit) => {
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
function payGasCode({ functions, gasGlobal, gasImports, shift }: MeterLayout): InjectedCode {
  const [gasImport] = gasImports;
  const left = 1;
  return code({ param: I32, local: I32 }, (emit) => {
    if (gasImport === undefined) return;
    emit(op.LOCAL_GET, 0);
    emit(op.I32_CONST, PAID_OPERATIONS_MAX);
    emit(op.I32_GT_U);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, 0);
    emit(op.CALL, gasImport + shift);
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
function splitI64Code({ upperGlobal }: MeterLayout): InjectedCode {
  return code({ param: I64, result: I32 }, (emit) => {
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
function growMemoryCode({ memoryPagesMax }: MeterLayout): InjectedCode {
  return code({ param: I32, result: I32 }, (emit) => {
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

function getGasCode(layout: MeterLayout): InjectedCode {
  const { gasGlobal, gasRestGlobal, regularOpCost } = layout;
  return code({ result: F64 }, (emit) => {
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

function setGasCode(layout: MeterLayout): InjectedCode {
  const { gasGlobal, gasRestGlobal, regularOpCost } = layout;
  const gas = 1;
  return code({ param: F64, local: I64 }, (emit) => {
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

function canonicalCode(type: TypeCode): InjectedCode {
  const out = new ByteWriter();
  writeOperator(out, op.LOCAL_GET, 0);
  writeCanonicalNan(out, type, 0);
  return { param: type, result: type, local: NONE, operators: out.written() };
}

function isLastCalleeNullCode(layout: MeterLayout, hasTable: boolean): InjectedCode {
  return code({ result: I32 }, (emit) => {
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
): Readonly<Record<InjectedFunction, InjectedCode>> {
  return {
    charge: chargeCode(layout),
    chargeLinear: chargeLinearCode(layout),
    growMemory: growMemoryCode(layout),
    payGas: payGasCode(layout),
    splitI64: splitI64Code(layout),
    getGas: getGasCode(layout),
    setGas: setGasCode(layout),
    canonicalF32: canonicalCode(F32),
    canonicalF64: canonicalCode(F64),
    isLastCalleeNull: isLastCalleeNullCode(layout, hasTable),
  };
}
