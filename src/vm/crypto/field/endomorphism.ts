// Frobenius' map, which takes coordinates to the power of the modulus, carried over to a twisted
// curve: coordinates are conjugated, and x and y multiplied by constants.

import type { QuadraticField } from './quadraticField.ts';
import type { Operation } from './wasmProgram.ts';

export function defineEndomorphism(
  fp2: QuadraticField,
  xFactor: number,
  yFactor: number,
): Operation {
  const { size } = fp2;
  return fp2.base.program.define(2, (target, point) => {
    for (const offset of [0, size, 2 * size]) fp2.conjugate(target + offset, point + offset);
    fp2.multiply(target, target, xFactor);
    fp2.multiply(target + size, target + size, yFactor);
  });
}
