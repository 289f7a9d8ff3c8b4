// The simplified map of Shallue, van de Woestijne and Ulas to an isogenous curve, and the isogeny
// from there (RFC 9380, sections 6.6.2 and 6.6.3).

import type { Curve } from './curve.ts';
import type { Field } from './field.ts';
import type { Operation, WasmProgram } from './wasmProgram.ts';

export type MapOptions = {
  readonly program: WasmProgram;
  readonly curve: Curve;
  /** The isogenous curve is y² = x³ + ax + b. */
  readonly a: number;
  readonly b: number;
  readonly z: number;
  /** Numerators and denominators of x and y, the constant coefficient first. */
  readonly isogeny: Isogeny;
  /**
   * Whether the quotient of the last two has a root. The target becomes that, or else the root of
   * the quotient times z.
   */
  readonly rootOfQuotient: (target: number, numerator: number, denominator: number) => boolean;
};

type Isogeny = Readonly<Record<'xTop' | 'xBottom' | 'yTop' | 'yBottom', readonly number[]>>;

/** The target is a point of the curve, not of the group. */
export function createMap(options: MapOptions): (target: number, element: number) => void {
  const { program, curve, a, b, z, rootOfQuotient } = options;
  const { field } = curve;
  const { add, subtract, multiply, square } = field;
  const applyIsogeny = defineIsogeny(program, field, options.isogeny);
  const [zu, t, top, bottom] = [0, 0, 0, 0].map(() => field.allocate()) as Four;
  /** x as a fraction, with y in between, as in a point. */
  const mapped = curve.allocate();
  const [x, y, xBottom] = [mapped, mapped + field.size, mapped + 2 * field.size];
  return (target, element) => {
    square(zu, element);
    multiply(zu, zu, z);
    square(t, zu);
    add(t, t, zu);
    add(x, t, field.one);
    multiply(x, x, b);
    subtract(t, field.zero, t);
    multiply(xBottom, a, field.equals(t, field.zero) ? z : t);
    square(bottom, xBottom);
    square(top, x);
    multiply(t, bottom, a);
    add(top, top, t);
    multiply(top, top, x);
    multiply(bottom, bottom, xBottom);
    multiply(t, bottom, b);
    add(top, top, t);
    if (!rootOfQuotient(y, top, bottom)) {
      multiply(x, x, zu);
      multiply(y, y, zu);
      multiply(y, y, element);
    }
    if (field.isOdd(y) !== field.isOdd(element)) subtract(y, field.zero, y);
    applyIsogeny(target, mapped);
    // The isogeny maps its kernel to the point at infinity.
    if (curve.isZero(target)) curve.copy(target, curve.zero);
  };
}

type Four = [number, number, number, number];

/** Takes x as a fraction: the third coordinate is its denominator. */
function defineIsogeny(program: WasmProgram, field: Field, isogeny: Isogeny): Operation {
  const { size, add, multiply } = field;
  const { xTop, xBottom, yTop, yBottom } = isogeny;
  const degree = Math.max(...Object.values(isogeny).map((row) => row.length - 1));
  const powers = Array.from({ length: degree }, () => field.allocate());
  const [xt, xb, yt, yb] = [0, 0, 0, 0].map(() => field.allocate()) as Four;
  const t = field.allocate();
  const evaluate = (out: number, row: readonly number[], x: number) => {
    add(out, row.at(-1)!, field.zero);
    for (let index = row.length - 2; index >= 0; index--) {
      multiply(out, out, x);
      multiply(t, row[index]!, powers[row.length - 2 - index]!);
      add(out, out, t);
    }
  };
  return program.define(2, (out, point) => {
    const [x, y, bottom] = [point, point + size, point + 2 * size];
    add(powers[0]!, bottom, field.zero);
    for (let index = 1; index < powers.length; index++) {
      multiply(powers[index]!, powers[index - 1]!, bottom);
    }
    evaluate(xt, xTop, x);
    evaluate(xb, xBottom, x);
    evaluate(yt, yTop, x);
    evaluate(yb, yBottom, x);
    // The numerator of x has one degree more than its denominator.
    multiply(xb, xb, bottom);
    multiply(yt, yt, y);
    multiply(out, xt, yb);
    multiply(out + size, yt, xb);
    multiply(out + 2 * size, xb, yb);
  });
}
