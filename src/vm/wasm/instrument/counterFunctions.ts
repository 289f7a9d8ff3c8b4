// The function that gives the counters of a module to the host, in a module that has any. Reading
// globals one by one from outside would take much longer, and exporting them makes instances slow.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { type AddedFunction, defineFunction } from '../format/addedFunction.ts';
import { I32 } from '../format/wasmTypes.ts';
import type { MeterLayout } from './meterLayout.ts';

const COUNTER_BYTES = 4;
/** The exponent of that. */
const ALIGNMENT = 2;

type ExportedFunction = AddedFunction & { readonly name: string };

/** It comes after all other functions. */
export function listCounterFunctions(layout: MeterLayout): ExportedFunction[] {
  const { counterCount, counterBase } = layout;
  if (counterCount === 0) return [];
  const added = defineFunction({ result: I32 }, (emit) => {
    for (let index = 0; index < counterCount; index++) {
      emit(op.I32_CONST, 0);
      emit(op.GLOBAL_GET, counterBase + index);
      emit(op.I32_STORE, ALIGNMENT, index * COUNTER_BYTES);
    }
    emit(op.I32_CONST, counterCount);
  });
  return [{ ...added, name: 'store_counters' }];
}
