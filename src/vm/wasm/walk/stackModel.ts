// The height of a function's operand stack as the reference's analysis sees it, in bytes. It is not
// the real stack: `call_indirect` leaves an entry behind there, so it is kept apart from the
// validator's. Nothing moves in dead code.

import { growInt32 } from '../format/growing.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { TYPE_SIZES } from '../format/wasmTypes.ts';

const CAPACITY_MIN = 1024;

export class StackModel {
  /** Bytes of the lowest n entries, by n: removing entries needs no arithmetic. */
  totals = new Int32Array(CAPACITY_MIN);
  height = 0;
  bytesMax = 0;

  /** No operator adds more than one entry. */
  begin(bodyLength: number): void {
    this.totals = growInt32(this.totals, bodyLength + 2);
    this.height = 0;
    this.bytesMax = 0;
  }

  push(type: TypeCode): void {
    const total = this.totals[this.height]! + TYPE_SIZES[type]!;
    this.totals[++this.height] = total;
    if (total > this.bytesMax) this.bytesMax = total;
  }
}
