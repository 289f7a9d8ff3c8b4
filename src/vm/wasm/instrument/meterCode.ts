// The pieces of code that meter a function. Pieces are made once for each scratch local and cost,
// and then copied: most of what is written for a module are these.
//
// The gas left is mirrored in the scratch local. The global is written at every charge, as a trap
// or a call may follow, and read again after a call.

import { concatBytes } from '../../../base/bytes/bytes.ts';
import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { ByteWriter } from '../format/byteWriter.ts';
import { NONE, TYPE_BYTES } from '../format/wasmTypes.ts';
import { writeI32, writeOperator } from '../format/writeOperator.ts';
import type { MeterLayout } from './meterLayout.ts';
import { STACK_OVERFLOW_FUNCTION } from './meterLayout.ts';

const CONSTANT = Uint8Array.of(op.I32_CONST);
const CONSTANT_0 = Uint8Array.of(op.I32_CONST, 0);
const IF = Uint8Array.of(op.IF, TYPE_BYTES[NONE]!);
const FAILURE_END = Uint8Array.of(op.UNREACHABLE, op.END);

/** For all functions whose scratch local has the same index. */
export class MeterCode {
  readonly reloadGas: Uint8Array;
  readonly chargeLinear: Uint8Array;
  /** By cost. */
  readonly #charges: Uint8Array[] = [];
  readonly #getLocal: Uint8Array;
  readonly #callCharge: Uint8Array;
  /** Subtracts the constant before it, and opens the case that too little was there. */
  readonly #subtract: Uint8Array;
  /** Closes that case, and stores what is left. */
  readonly #storeGas: Uint8Array;
  readonly #takeStack: Uint8Array;
  readonly #takeGas: Uint8Array;
  readonly #addToStack: Uint8Array;

  constructor(layout: MeterLayout, scratchLocal: number) {
    const { functions, gasGlobal, stackGlobal } = layout;
    const getGas = indexed(op.GLOBAL_GET, gasGlobal);
    const store = concatBytes(FAILURE_END, indexed(op.LOCAL_GET, scratchLocal));
    this.reloadGas = concatBytes(getGas, indexed(op.LOCAL_SET, scratchLocal));
    this.chargeLinear = concatBytes(indexed(op.CALL, functions.chargeLinear), this.reloadGas);
    this.#getLocal = indexed(op.LOCAL_GET, scratchLocal);
    this.#callCharge = indexed(op.CALL, functions.charge);
    this.#subtract = concatBytes(
      Uint8Array.of(op.I32_SUB),
      indexed(op.LOCAL_TEE, scratchLocal),
      CONSTANT_0,
      Uint8Array.of(op.I32_LT_S),
      IF,
    );
    this.#storeGas = concatBytes(store, indexed(op.GLOBAL_SET, gasGlobal));
    this.#takeStack = concatBytes(indexed(op.GLOBAL_GET, stackGlobal), CONSTANT);
    this.#takeGas = concatBytes(
      this.#subtract,
      indexed(op.CALL, STACK_OVERFLOW_FUNCTION),
      store,
      indexed(op.GLOBAL_SET, stackGlobal),
      getGas,
      CONSTANT,
    );
    this.#addToStack = concatBytes(Uint8Array.of(op.I32_ADD), indexed(op.GLOBAL_SET, stackGlobal));
  }

  charge(cost: number): Uint8Array {
    return (this.#charges[cost] ??= this.#makeCharge(cost));
  }

  #makeCharge(cost: number): Uint8Array {
    const out = new ByteWriter();
    out.all(this.#getLocal);
    writeI32(out, cost);
    out.all(this.#subtract);
    this.#writeFailure(out, cost);
    out.all(this.#storeGas);
    return out.written().slice();
  }

  #writeFailure(out: ByteWriter, cost: number): void {
    writeI32(out, cost);
    out.all(this.#callCharge);
  }

  /**
   * Takes a frame from the stack, then charges for it and for the first operators. If both charges
   * fit together, each does; if not, one after the other shows which of them fails.
   */
  writeEntry(out: ByteWriter, stackBytes: number, frameCost: number, firstCost: number): void {
    out.all(this.#takeStack);
    out.i32(stackBytes);
    out.all(this.#takeGas);
    out.i32(frameCost + firstCost);
    out.all(this.#subtract);
    this.#writeFailure(out, frameCost);
    if (firstCost > 0) this.#writeFailure(out, firstCost);
    out.all(this.#storeGas);
  }

  /** Gives the frame back. */
  writeExit(out: ByteWriter, stackBytes: number): void {
    out.all(this.#takeStack);
    out.i32(stackBytes);
    out.all(this.#addToStack);
  }
}

function indexed(opcode: number, index: number): Uint8Array {
  const out = new ByteWriter();
  writeOperator(out, opcode, index);
  return out.written().slice();
}
