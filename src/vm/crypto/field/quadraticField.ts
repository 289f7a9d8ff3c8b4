// The field with the elements a + bu, where u² = -1, over a prime field. In memory, a comes first.

import type { Field } from './field.ts';
import type { PrimeField } from './primeField.ts';
import type { Operation } from './wasmProgram.ts';

export class QuadraticField implements Field {
  readonly base: PrimeField;
  readonly size: number;
  readonly zero: number;
  readonly one: number;
  readonly add: Operation;
  readonly subtract: Operation;
  readonly multiply: Operation;
  readonly square: Operation;
  readonly invert: Operation;
  readonly conjugate: Operation;
  /** Multiplies by an element of the prime field. */
  readonly scale: Operation;
  readonly #half: number;
  readonly #temporary: Readonly<Record<'t0' | 't1' | 't2' | 't3', number>>;

  constructor(base: PrimeField) {
    const { program, size } = base;
    this.base = base;
    this.size = 2 * size;
    this.zero = this.constant(0n, 0n);
    this.one = this.constant(1n, 0n);
    this.#half = base.constant((base.modulus + 1n) / 2n);
    const t0 = base.allocate();
    const t1 = base.allocate();
    const t2 = base.allocate();
    const t3 = base.allocate();
    this.#temporary = { t0, t1, t2, t3 };
    this.add = program.define(3, (out, a, b) => {
      base.add(out, a, b);
      base.add(out + size, a + size, b! + size);
    });
    this.subtract = program.define(3, (out, a, b) => {
      base.subtract(out, a, b);
      base.subtract(out + size, a + size, b! + size);
    });
    this.multiply = program.define(3, (out, a, b) => {
      base.add(t2, a, a + size);
      base.add(t3, b!, b! + size);
      base.multiply(t2, t2, t3);
      base.multiply(t0, a, b);
      base.multiply(t1, a + size, b! + size);
      base.subtract(out, t0, t1);
      base.add(t0, t0, t1);
      base.subtract(out + size, t2, t0);
    });
    this.square = program.define(2, (out, a) => {
      base.add(t0, a, a + size);
      base.subtract(t1, a, a + size);
      base.multiply(t2, a, a + size);
      base.multiply(out, t0, t1);
      base.add(out + size, t2, t2);
    });
    this.conjugate = program.define(2, (out, a) => {
      base.add(out, a, base.zero);
      base.subtract(out + size, base.zero, a + size);
    });
    this.scale = program.define(3, (out, a, factor) => {
      base.multiply(out, a, factor);
      base.multiply(out + size, a + size, factor);
    });
    this.invert = program.define(2, (out, a) => {
      base.square(t0, a);
      base.square(t1, a + size);
      base.add(t0, t0, t1);
      base.invert(t0, t0);
      this.conjugate(out, a);
      this.scale(out, out, t0);
    });
  }

  allocate(): number {
    return this.base.program.allocate(this.size);
  }

  constant(c0: bigint, c1: bigint): number {
    const address = this.base.constant(c0);
    this.base.constant(c1);
    return address;
  }

  copy(target: number, source: number): void {
    this.base.program.memory.copyWithin(target, source, source + this.size);
  }

  equals(a: number, b: number): boolean {
    return this.base.equals(a, b) && this.base.equals(a + this.size / 2, b + this.size / 2);
  }

  /**
   * Of a + bu with the norm n² it is x + yu with x² = (a + n) / 2 and y = b / 2x. If that has no
   * root, its negation has one, which is y; then x is b / 2y.
   */
  squareRoot(target: number, source: number): boolean {
    const { base } = this;
    const { t0: square, t1: inverse, t2: halfB, t3: root } = this.#temporary;
    const [a, b] = [source, source + base.size];
    const [x, y] = [target, target + base.size];
    if (base.equals(b, base.zero)) {
      const isReal = base.squareRoot(root, a);
      base.copy(isReal ? x : y, root);
      base.copy(isReal ? y : x, base.zero);
      return true;
    }
    base.square(square, a);
    base.square(inverse, b);
    base.add(square, square, inverse);
    if (!base.squareRoot(square, square)) return false;
    base.add(square, square, a);
    base.multiply(square, square, this.#half);
    base.multiply(halfB, b, this.#half);
    base.inverseRoot(inverse, square);
    base.multiply(root, square, inverse);
    base.multiply(inverse, inverse, halfB);
    base.square(halfB, root);
    if (base.equals(halfB, square)) {
      base.copy(x, root);
      base.copy(y, inverse);
    } else {
      base.subtract(x, base.zero, inverse);
      base.copy(y, root);
    }
    return true;
  }

  isOdd(element: number): boolean {
    const isReal = this.base.equals(element, this.base.zero);
    return this.base.isOdd(isReal ? element + this.base.size : element);
  }

  isLarger(element: number): boolean {
    const last = element + this.base.size;
    return this.base.isLarger(this.base.equals(last, this.base.zero) ? element : last);
  }
}
