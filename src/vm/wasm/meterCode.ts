// The pieces of code that meter a function (facts: vm.md 2.4, 2.6). A piece is made once for each
// cost and scratch local and then copied, which is most of what writing a module consists of.
//
// The gas left is mirrored in the scratch local. The global is written at every charge, as a trap
// or a call may follow, and read again after a call.

import { ByteWriter } from './byteWriter.ts';
import type { MeterLayout } from './meterLayout.ts';
import { STACK_OVERFLOW_FUNCTION } from './meterLayout.ts';
import * as op from './opcodes.ts';
import { NONE, TYPE_BYTES } from './wasmTypes.ts';

const I32_ADD = 0x6a;
const I32_SUB = 0x6b;
const I32_LT_S = 0x48;

/** For all functions whose scratch local has the same index. */
export class MeterCode {
  readonly #layout: MeterLayout;
  readonly #gasLocal: number;
  /** By cost. */
  readonly #charges: Uint8Array[] = [];
  readonly reloadGas: Uint8Array;
  readonly chargeLinear: Uint8Array;

  constructor(layout: MeterLayout, gasLocal: number) {
    this.#layout = layout;
    this.#gasLocal = gasLocal;
    this.reloadGas = piece((out) => writeReload(out, layout, gasLocal));
    this.chargeLinear = piece((out) => {
      writeIndexed(out, op.CALL, layout.functions.chargeLinear);
      writeReload(out, layout, gasLocal);
    });
  }

  charge(cost: number): Uint8Array {
    return (this.#charges[cost] ??= piece((out) => {
      writeIndexed(out, op.LOCAL_GET, this.#gasLocal);
      this.#writeSubtract(out, this.#layout.gasGlobal, cost, () => this.#writeCall(out, cost));
    }));
  }

  /**
   * Takes a frame from the stack, then charges for it and for the first operators. If both charges
   * fit together, each does; if not, one after the other shows which of them fails.
   */
  writeEntry(out: ByteWriter, stackBytes: number, frameCost: number, firstCost: number): void {
    const { stackGlobal, gasGlobal } = this.#layout;
    writeIndexed(out, op.GLOBAL_GET, stackGlobal);
    this.#writeSubtract(out, stackGlobal, stackBytes, () => {
      writeIndexed(out, op.CALL, STACK_OVERFLOW_FUNCTION);
    });
    writeIndexed(out, op.GLOBAL_GET, gasGlobal);
    this.#writeSubtract(out, gasGlobal, frameCost + firstCost, () => {
      this.#writeCall(out, frameCost);
      if (firstCost > 0) this.#writeCall(out, firstCost);
    });
  }

  /** Gives the frame back. */
  writeExit(out: ByteWriter, stackBytes: number): void {
    const { stackGlobal } = this.#layout;
    writeIndexed(out, op.GLOBAL_GET, stackGlobal);
    writeConstant(out, stackBytes);
    out.u8(I32_ADD);
    writeIndexed(out, op.GLOBAL_SET, stackGlobal);
  }

  /** Subtracts from the value on the stack and stores the rest, unless it would be negative. */
  #writeSubtract(out: ByteWriter, global: number, amount: number, writeFailure: () => void): void {
    writeConstant(out, amount);
    out.u8(I32_SUB);
    writeIndexed(out, op.LOCAL_TEE, this.#gasLocal);
    writeConstant(out, 0);
    out.u8(I32_LT_S);
    out.u8(op.IF);
    out.u8(TYPE_BYTES[NONE]!);
    writeFailure();
    out.u8(op.UNREACHABLE);
    out.u8(op.END);
    writeIndexed(out, op.LOCAL_GET, this.#gasLocal);
    writeIndexed(out, op.GLOBAL_SET, global);
  }

  #writeCall(out: ByteWriter, cost: number): void {
    writeConstant(out, cost);
    writeIndexed(out, op.CALL, this.#layout.functions.charge);
  }
}

function piece(write: (out: ByteWriter) => void): Uint8Array {
  const out = new ByteWriter(0);
  write(out);
  return out.written().slice();
}

function writeReload(out: ByteWriter, layout: MeterLayout, gasLocal: number): void {
  writeIndexed(out, op.GLOBAL_GET, layout.gasGlobal);
  writeIndexed(out, op.LOCAL_SET, gasLocal);
}

function writeIndexed(out: ByteWriter, opcode: number, index: number): void {
  out.u8(opcode);
  out.u32(index);
}

function writeConstant(out: ByteWriter, value: number): void {
  out.u8(op.I32_CONST);
  out.i32(value);
}
