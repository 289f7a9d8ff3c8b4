// What formulas of curves need of a field: its elements are named by their addresses.

import type { Operation } from './wasmProgram.ts';

export type Field = {
  /** Bytes of memory that an element takes. */
  readonly size: number;
  readonly zero: number;
  readonly one: number;
  readonly add: Operation;
  readonly subtract: Operation;
  readonly multiply: Operation;
  readonly square: Operation;
  /** Zero stays zero. */
  readonly invert: Operation;
  /** The address of a new element. */
  allocate(): number;
  copy(target: number, source: number): void;
  equals(a: number, b: number): boolean;
  /** False if there is none; then the target is undefined. */
  squareRoot(target: number, source: number): boolean;
  /** The parity of the first coefficient that is not zero, `sgn0` of RFC 9380. */
  isOdd(element: number): boolean;
  /** Whether it comes after its negation in the order of numbers, the last coefficient first. */
  isLarger(element: number): boolean;
};

export function power(field: Field, target: number, base: number, exponent: bigint): void {
  field.copy(target, field.one);
  for (const bit of exponent.toString(2)) {
    field.square(target, target);
    if (bit === '1') field.multiply(target, target, base);
  }
}
