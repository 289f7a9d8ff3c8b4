// Which operators need a table of numbers (`numberTable.ts` says why).

import * as op from '../../../base/wasm/wasmOpcodes.ts';

/** Thrown by the first operator that needs such a table, in a module that was begun without. */
export class TableIsUsed extends Error {}

export function usesTable(opcode: number): boolean {
  if (opcode === op.TABLE_GET || opcode === op.TABLE_SET) return true;
  return opcode >= op.TABLE_INIT && opcode <= op.TABLE_FILL && opcode !== op.TABLE_SIZE;
}
