// The field in which pairings lie: twelve coefficients over the prime field, as a + bw with w² = v,
// where a and b are triples of the quadratic field, x + yv + zv² with v³ = ξ.

import { power } from './field.ts';
import type { QuadraticField } from './quadraticField.ts';
import type { Operation, WasmProgram } from './wasmProgram.ts';

const TRIPLE = 3;
const PAIR = 2;
/** The power of w that each coefficient in memory belongs to. */
const DEGREES: readonly number[] = [0, 2, 4, 1, 3, 5];

type Xi = {
  readonly address: number;
  /** Multiplies an element of the quadratic field by it; the target is not the element. */
  readonly multiply: Operation;
};

export class TowerField {
  readonly base: QuadraticField;
  readonly size: number;
  readonly one: number;
  readonly multiply: Operation;
  readonly square: Operation;
  /** The inverse of an element whose norm over the half is one. */
  readonly conjugate: Operation;
  readonly invert: Operation;
  /** The power of the modulus. */
  readonly frobenius: Operation;
  readonly #program: WasmProgram;
  readonly #frobeniusFactors: readonly number[];

  constructor(base: QuadraticField, xi: Xi) {
    const { program } = base.base;
    this.base = base;
    this.size = PAIR * TRIPLE * base.size;
    this.#program = program;
    this.one = this.allocate();
    base.copy(this.one, base.one);
    const triples = new TripleFormulas(base, xi);
    this.multiply = defineMultiply(program, triples);
    this.square = defineSquare(program, triples);
    this.invert = defineInvert(program, triples);
    this.conjugate = program.define(2, (out, a) => {
      const zero = triples.zero;
      triples.add(out, a, zero);
      triples.subtract(out + triples.size, zero, a + triples.size);
    });
    const factors = DEGREES.map(() => base.allocate());
    this.#frobeniusFactors = factors;
    program.initialize(() => {
      const first = this.frobeniusFactor(1);
      power(base, first, xi.address, (base.base.modulus - 1n) / 6n);
      base.copy(this.frobeniusFactor(0), base.one);
      for (const degree of [2, 3, 4, 5]) {
        base.multiply(this.frobeniusFactor(degree), this.frobeniusFactor(degree - 1), first);
      }
    });
    this.frobenius = program.define(2, (out, a) => {
      for (const [index, factor] of factors.entries()) {
        const offset = index * base.size;
        base.conjugate(out + offset, a + offset);
        base.multiply(out + offset, out + offset, factor);
      }
    });
  }

  /** What the power of the modulus multiplies w, to the power of `degree`, by. */
  frobeniusFactor(degree: number): number {
    return this.#frobeniusFactors[DEGREES.indexOf(degree)]!;
  }

  allocate(): number {
    return this.#program.allocate(this.size);
  }

  copy(target: number, source: number): void {
    this.#program.memory.copyWithin(target, source, source + this.size);
  }

  isOne(element: number): boolean {
    const { base } = this;
    return DEGREES.every((_, index) =>
      base.equals(element + index * base.size, index === 0 ? base.one : base.zero),
    );
  }
}

/** Arithmetic of triples. */
class TripleFormulas {
  readonly size: number;
  readonly zero: number;
  readonly add: Operation;
  readonly subtract: Operation;
  readonly multiply: Operation;
  readonly invert: Operation;
  /** Multiplies by v; the target is not the element. */
  readonly shift: Operation;
  readonly #program: WasmProgram;

  constructor(base: QuadraticField, xi: Xi) {
    const { program } = base.base;
    const s = base.size;
    this.#program = program;
    this.size = TRIPLE * s;
    this.zero = this.allocate();
    const each = (operation: Operation) =>
      program.define(3, (out, a, b) => {
        for (const offset of [0, s, 2 * s]) operation(out + offset, a + offset, b! + offset);
      });
    this.add = each(base.add);
    this.subtract = each(base.subtract);
    this.shift = program.define(2, (out, a) => {
      xi.multiply(out, a + 2 * s);
      base.add(out + s, a, base.zero);
      base.add(out + 2 * s, a + s, base.zero);
    });
    this.multiply = defineTripleMultiply(base, xi);
    this.invert = defineTripleInvert(base, xi);
  }

  allocate(): number {
    return this.#program.allocate(this.size);
  }
}

function defineTripleMultiply(base: QuadraticField, xi: Xi): Operation {
  const { add, subtract, multiply } = base;
  const s = base.size;
  const v = [base.allocate(), base.allocate(), base.allocate()];
  const mixed = [base.allocate(), base.allocate(), base.allocate()];
  const t = base.allocate();
  return base.base.program.define(3, (out, a, b) => {
    for (const i of [0, 1, 2]) multiply(v[i]!, a + i * s, b! + i * s);
    // In the place i, the sum of the products of the other two coefficients.
    for (const i of [0, 1, 2]) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3] as const;
      add(mixed[i]!, a + j * s, a + k * s);
      add(t, b! + j * s, b! + k * s);
      multiply(mixed[i]!, mixed[i]!, t);
      subtract(mixed[i]!, mixed[i]!, v[j]!);
      subtract(mixed[i]!, mixed[i]!, v[k]!);
    }
    xi.multiply(t, mixed[0]!);
    add(out, v[0]!, t);
    xi.multiply(t, v[2]!);
    add(out + s, mixed[2]!, t);
    add(out + 2 * s, mixed[1]!, v[1]!);
  });
}

function defineTripleInvert(base: QuadraticField, xi: Xi): Operation {
  const { add, subtract, multiply, square } = base;
  const s = base.size;
  const [x, y, z, t, norm] = [0, 0, 0, 0, 0].map(() => base.allocate()) as Five;
  return base.base.program.define(2, (out, a) => {
    const [a0, a1, a2] = [a, a + s, a + 2 * s];
    multiply(t, a1, a2);
    xi.multiply(y, t);
    square(x, a0);
    subtract(x, x, y);
    square(t, a2);
    xi.multiply(y, t);
    multiply(t, a0, a1);
    subtract(y, y, t);
    square(z, a1);
    multiply(t, a0, a2);
    subtract(z, z, t);
    multiply(norm, a2, y);
    multiply(t, a1, z);
    add(t, norm, t);
    xi.multiply(norm, t);
    multiply(t, a0, x);
    add(norm, norm, t);
    base.invert(norm, norm);
    multiply(out, x, norm);
    multiply(out + s, y, norm);
    multiply(out + 2 * s, z, norm);
  });
}

type Five = [number, number, number, number, number];

function defineMultiply(program: WasmProgram, triples: TripleFormulas): Operation {
  const { size, add, subtract, multiply, shift } = triples;
  const [t0, t1, t2, t3] = [0, 0, 0, 0, 0].map(() => triples.allocate()) as Five;
  return program.define(3, (out, a, b) => {
    multiply(t0, a, b);
    multiply(t1, a + size, b! + size);
    add(t2, a, a + size);
    add(t3, b!, b! + size);
    multiply(t2, t2, t3);
    subtract(t2, t2, t0);
    subtract(out + size, t2, t1);
    shift(t3, t1);
    add(out, t0, t3);
  });
}

function defineSquare(program: WasmProgram, triples: TripleFormulas): Operation {
  const { size, add, subtract, multiply, shift } = triples;
  const [t0, t1, t2] = [0, 0, 0, 0, 0].map(() => triples.allocate()) as Five;
  return program.define(2, (out, a) => {
    multiply(t0, a, a + size);
    shift(t1, a + size);
    add(t1, t1, a);
    add(t2, a, a + size);
    multiply(t1, t1, t2);
    subtract(t1, t1, t0);
    shift(t2, t0);
    subtract(out, t1, t2);
    add(out + size, t0, t0);
  });
}

function defineInvert(program: WasmProgram, triples: TripleFormulas): Operation {
  const { size, subtract, multiply, shift, zero } = triples;
  const [t0, t1, t2] = [0, 0, 0, 0, 0].map(() => triples.allocate()) as Five;
  return program.define(2, (out, a) => {
    multiply(t0, a + size, a + size);
    shift(t1, t0);
    multiply(t0, a, a);
    subtract(t0, t0, t1);
    triples.invert(t2, t0);
    multiply(out, a, t2);
    multiply(t1, a + size, t2);
    subtract(out + size, zero, t1);
  });
}
