// Formulas for the sum of points in projective coordinates. They hold for all points of a curve of
// odd order, equal and opposite ones and the point at infinity included (Renes, Costello and
// Batina, 2015).

import type { Field } from './field.ts';
import type { Operation, WasmProgram } from './wasmProgram.ts';

export type CurveFormulas = {
  readonly add: Operation;
  readonly double: Operation;
  /** What y² is for an x. */
  readonly rightSide: Operation;
};

type WithoutA = {
  readonly program: WasmProgram;
  readonly field: Field;
  readonly b: number;
  readonly multiplyBy3b: (out: number, a: number) => void;
};

/** For y² = x³ + b. */
export function defineFormulas(options: WithoutA): CurveFormulas {
  const { program, field, b } = options;
  const cube = field.allocate();
  return {
    add: defineAdd(options),
    double: defineDouble(options),
    rightSide: program.define(2, (out, x) => {
      field.square(cube, x);
      field.multiply(cube, cube, x);
      field.add(out, cube, b);
    }),
  };
}

/** For y² = x³ - 3x + b. */
export function defineFormulasMinus3(program: WasmProgram, field: Field, b: number): CurveFormulas {
  const { add: sum, subtract, multiply, square } = field;
  const [right, threefold] = [field.allocate(), field.allocate()];
  const add = defineAddMinus3(program, field, b);
  return {
    add,
    double: program.define(2, (out, p) => add(out, p, p)),
    rightSide: program.define(2, (out, x) => {
      square(right, x);
      multiply(right, right, x);
      sum(threefold, x, x);
      sum(threefold, threefold, x);
      subtract(right, right, threefold);
      sum(out, right, b);
    }),
  };
}

type Two = readonly [number, number];

/** a1 b2 + a2 b1, where the products aa and bb are known. */
function createCross(field: Field) {
  const { add, subtract, multiply } = field;
  const t = field.allocate();
  return (out: number, [a1, b1]: Two, [a2, b2]: Two, [aa, bb]: Two): void => {
    add(out, a1, b1);
    add(t, a2, b2);
    multiply(out, out, t);
    subtract(out, out, aa);
    subtract(out, out, bb);
  };
}

function defineAdd({ program, field, multiplyBy3b }: WithoutA): Operation {
  const { size, add, subtract, multiply } = field;
  const [xx, yy, zz, xy, yz, xz, t, z3] = allocateEight(field);
  const cross = createCross(field);
  return program.define(3, (out, p, second) => {
    const q = second!;
    const [x1, y1, z1] = [p, p + size, p + 2 * size];
    const [x2, y2, z2] = [q, q + size, q + 2 * size];
    multiply(xx, x1, x2);
    multiply(yy, y1, y2);
    multiply(zz, z1, z2);
    cross(xy, [x1, y1], [x2, y2], [xx, yy]);
    cross(yz, [y1, z1], [y2, z2], [yy, zz]);
    cross(xz, [x1, z1], [x2, z2], [xx, zz]);
    add(t, xx, xx);
    add(xx, t, xx);
    multiplyBy3b(zz, zz);
    multiplyBy3b(xz, xz);
    add(z3, yy, zz);
    subtract(yy, yy, zz);
    multiply(out, xy, yy);
    multiply(t, yz, xz);
    subtract(out, out, t);
    multiply(out + size, yy, z3);
    multiply(t, xz, xx);
    add(out + size, out + size, t);
    multiply(z3, z3, yz);
    multiply(t, xx, xy);
    add(out + 2 * size, z3, t);
  });
}

function defineDouble({ program, field, multiplyBy3b }: WithoutA): Operation {
  const { size, add, subtract, multiply, square } = field;
  const [yy, yy8, yz, zz, xy, t] = allocateEight(field);
  return program.define(2, (out, p) => {
    const [x, y, z] = [p, p + size, p + 2 * size];
    square(yy, y);
    multiply(yz, y, z);
    square(zz, z);
    multiply(xy, x, y);
    multiplyBy3b(zz, zz);
    add(yy8, yy, yy);
    add(yy8, yy8, yy8);
    add(yy8, yy8, yy8);
    multiply(out + 2 * size, yz, yy8);
    multiply(yy8, zz, yy8);
    add(yz, yy, zz);
    add(t, zz, zz);
    add(t, t, zz);
    subtract(yy, yy, t);
    multiply(t, yy, yz);
    add(out + size, yy8, t);
    multiply(t, yy, xy);
    add(out, t, t);
  });
}

function defineAddMinus3(program: WasmProgram, field: Field, b: number): Operation {
  const { size, add, subtract, multiply } = field;
  const [xx, yy, zz, xy, yz, xz, t, z3] = allocateEight(field);
  const cross = createCross(field);
  const triple = (out: number, a: number) => {
    add(t, a, a);
    add(out, t, a);
  };
  return program.define(3, (out, p, second) => {
    const q = second!;
    const [x1, y1, z1] = [p, p + size, p + 2 * size];
    const [x2, y2, z2] = [q, q + size, q + 2 * size];
    multiply(xx, x1, x2);
    multiply(yy, y1, y2);
    multiply(zz, z1, z2);
    cross(xy, [x1, y1], [x2, y2], [xx, yy]);
    cross(yz, [y1, z1], [y2, z2], [yy, zz]);
    cross(xz, [x1, z1], [x2, z2], [xx, zz]);
    multiply(t, b, zz);
    subtract(z3, xz, t);
    triple(z3, z3);
    multiply(xz, b, xz);
    triple(zz, zz);
    subtract(xz, xz, zz);
    subtract(xz, xz, xx);
    triple(xz, xz);
    triple(xx, xx);
    subtract(xx, xx, zz);
    add(zz, yy, z3);
    subtract(z3, yy, z3);
    multiply(out, xy, zz);
    multiply(t, yz, xz);
    subtract(out, out, t);
    multiply(out + size, zz, z3);
    multiply(t, xx, xz);
    add(out + size, out + size, t);
    multiply(z3, z3, yz);
    multiply(t, xy, xx);
    add(out + 2 * size, z3, t);
  });
}

type Eight = [number, number, number, number, number, number, number, number];

function allocateEight(field: Field): Eight {
  return Array.from({ length: 8 }, () => field.allocate()) as Eight;
}
