// Points of a curve over a prime field as others name them: by both coordinates, or by x and which
// of the two roots y is.

import type { Curve } from './curve.ts';
import type { PrimeField } from './primeField.ts';

/** A point in memory that does not change. */
export function definePoint(field: PrimeField, x: bigint, y: bigint): number {
  const point = field.constant(x);
  field.constant(y);
  field.constant(1n);
  return point;
}

/**
 * Finds y for the x that is in the place of a point; `isOther` is asked whether the other root is
 * meant. False if there is no such point.
 */
export function completePoint(
  curve: Curve,
  field: PrimeField,
  point: number,
  isOther: (y: number) => boolean,
): boolean {
  const y = point + field.size;
  curve.rightSide(y, point);
  if (!field.squareRoot(y, y)) return false;
  if (isOther(y)) field.subtract(y, field.zero, y);
  field.copy(y + field.size, field.one);
  return true;
}
