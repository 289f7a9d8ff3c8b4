// The validator's operand stack: types, checked against what an operator takes.
// In unreachable code a block's stack has as many operands as needed.

import { growUint8 } from '../format/growing.ts';
import { refuse } from '../format/refuse.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { ANY } from '../format/wasmTypes.ts';
import type { ControlFrames } from './controlFrames.ts';

const CAPACITY_MIN = 1024;

export class OperandStack {
  types = new Uint8Array(CAPACITY_MIN);
  readonly #frames: ControlFrames;
  height = 0;

  constructor(frames: ControlFrames) {
    this.#frames = frames;
  }

  /** No operator adds more than one operand. */
  begin(bodyLength: number): void {
    this.types = growUint8(this.types, bodyLength + 2);
    this.height = 0;
  }

  push(type: TypeCode): void {
    this.types[this.height++] = type;
  }

  pop(expected: TypeCode): void {
    if (this.height > this.#frames.operandHeight && this.types[this.height - 1] === expected) {
      this.height--;
    } else {
      const type = this.popAny();
      if (type !== expected && type !== ANY) refuse('Deserialization');
    }
  }

  popAny(): TypeCode {
    if (this.height > this.#frames.operandHeight) return this.types[--this.height]!;
    if (!this.#frames.isUnreachable) refuse('Deserialization');
    return ANY;
  }

  /** The rest of the block is unreachable. */
  abandon(): void {
    this.height = this.#frames.operandHeight;
    this.#frames.markUnreachable();
  }
}
