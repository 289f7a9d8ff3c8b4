// Products of pairings: Miller's loop over the lines through multiples of points of the twisted
// curve, and what all curves have in common of the final exponentiation. Lines may be off by a
// factor that the exponentiation removes, and results by a power, as only one is looked for.

import { BATCH_MAX, type Curve } from './curve.ts';
import type { Field } from './field.ts';
import type { TowerField } from './towerField.ts';
import type { Operation } from './wasmProgram.ts';

type PairingOptions = {
  readonly tower: TowerField;
  readonly twist: Curve;
  /** Multiplies by 3b of the twisted curve. */
  readonly multiplyBy3b: (out: number, a: number) => void;
  /** The coefficients of the tower that hold a line's constant, and its multiples of x and y. */
  readonly linePlaces: readonly [number, number, number];
  /** The multiple that the loop runs to. */
  readonly loop: bigint;
  /** Points made of the second point, to be added after the loop. */
  readonly lastPoints: readonly ((target: number, point: number) => void)[];
  /** The final exponentiation, in place, after its easy part. */
  readonly finishExponentiation: (value: number) => void;
};

/** Addresses of normalised points, neither of which is zero. */
export type Pair = { readonly first: number; readonly second: number };

export class Pairing {
  readonly #options: PairingOptions;
  readonly #double: Operation;
  readonly #add: Operation;
  readonly #multiplyByLine: Operation;
  readonly #line: number;
  readonly #further: number;
  readonly #values: readonly [product: number, value: number];
  readonly #multiples: readonly number[];

  constructor(options: PairingOptions) {
    const { tower, twist } = options;
    this.#options = options;
    this.#line = twist.allocate();
    this.#further = twist.allocate();
    this.#values = [tower.allocate(), tower.allocate()];
    this.#multiples = Array.from({ length: BATCH_MAX }, () => twist.allocate());
    this.#double = defineDouble(options);
    this.#add = defineAdd(options);
    this.#multiplyByLine = this.#defineMultiplyByLine();
  }

  start(): void {
    this.#options.tower.copy(this.#values[0], this.#options.tower.one);
  }

  /** Multiplies the product by the values of at most `BATCH_MAX` pairs, which share squarings. */
  multiplyBy(pairs: readonly Pair[]): void {
    const { tower, twist, loop, lastPoints } = this.#options;
    const [product, value] = this.#values;
    const multiples = this.#multiples;
    tower.copy(value, tower.one);
    for (const [index, { second }] of pairs.entries()) twist.copy(multiples[index]!, second);
    for (const bit of loop.toString(2).slice(1)) {
      tower.square(value, value);
      for (const [index, { first, second }] of pairs.entries()) {
        this.#double(this.#line, multiples[index]!);
        this.#multiplyByLine(value, first);
        if (bit === '1') this.#addPoint(multiples[index]!, second, first);
      }
    }
    for (const [index, { first, second }] of pairs.entries()) {
      for (const makePoint of lastPoints) {
        makePoint(this.#further, second);
        this.#addPoint(multiples[index]!, this.#further, first);
      }
    }
    tower.multiply(product, product, value);
  }

  isOne(): boolean {
    const { tower, finishExponentiation } = this.#options;
    const [product, value] = this.#values;
    tower.invert(value, product);
    tower.conjugate(product, product);
    tower.multiply(product, product, value);
    tower.frobenius(value, product);
    tower.frobenius(value, value);
    tower.multiply(product, product, value);
    finishExponentiation(product);
    return tower.isOne(product);
  }

  #addPoint(multiple: number, point: number, first: number): void {
    this.#add(this.#line, multiple, point);
    this.#multiplyByLine(this.#values[1], first);
  }

  /** Multiplies a value by the line, taken at a point of the first group. */
  #defineMultiplyByLine(): Operation {
    const { tower, linePlaces } = this.#options;
    const { base } = tower;
    const sparse = tower.allocate();
    const [constant, x, y] = linePlaces.map((place) => sparse + place * base.size) as Three;
    return base.base.program.define(2, (value, point) => {
      base.add(constant, this.#line, base.zero);
      base.scale(x, this.#line + base.size, point);
      base.scale(y, this.#line + 2 * base.size, point + base.base.size);
      tower.multiply(value, value, sparse);
    });
  }
}

type Three = [number, number, number];
type Six = [number, number, number, number, number, number];

function allocateSix(field: Field): Six {
  return [0, 0, 0, 0, 0, 0].map(() => field.allocate()) as Six;
}

/** Writes the tangent at a point to the first address, and doubles the point at the second. */
function defineDouble({ tower, multiplyBy3b }: PairingOptions): Operation {
  const { base } = tower;
  const { size, add, subtract, multiply, square } = base;
  const [xy, yy, e, f, h, t] = allocateSix(base);
  return base.base.program.define(2, (line, point) => {
    const [x, y, z] = [point, point + size, point + 2 * size];
    multiply(xy, x, y);
    square(yy, y);
    square(e, z);
    multiplyBy3b(e, e);
    add(f, e, e);
    add(f, f, e);
    multiply(h, y, z);
    add(h, h, h);
    subtract(line, e, yy);
    square(t, x);
    add(line + size, t, t);
    add(line + size, line + size, t);
    subtract(line + 2 * size, base.zero, h);
    subtract(t, yy, f);
    multiply(x, xy, t);
    add(x, x, x);
    add(t, yy, f);
    square(t, t);
    square(e, e);
    add(f, e, e);
    add(f, f, e);
    add(f, f, f);
    add(f, f, f);
    subtract(y, t, f);
    multiply(z, yy, h);
    add(z, z, z);
    add(z, z, z);
  });
}

/** Writes the line through two points, and adds the normalised third address to the second. */
function defineAdd({ tower }: PairingOptions): Operation {
  const { base } = tower;
  const { size, add, subtract, multiply, square } = base;
  const [theta, lambda, e, g, h, t] = allocateSix(base);
  return base.base.program.define(3, (line, point, added) => {
    const [x, y, z] = [point, point + size, point + 2 * size];
    const [addedX, addedY] = [added!, added! + size];
    multiply(theta, addedY, z);
    subtract(theta, y, theta);
    multiply(lambda, addedX, z);
    subtract(lambda, x, lambda);
    multiply(line, theta, addedX);
    multiply(t, lambda, addedY);
    subtract(line, line, t);
    subtract(line + size, base.zero, theta);
    add(line + 2 * size, lambda, base.zero);
    square(t, lambda);
    multiply(e, lambda, t);
    multiply(g, x, t);
    square(t, theta);
    multiply(h, z, t);
    add(h, h, e);
    subtract(h, h, g);
    subtract(h, h, g);
    multiply(x, lambda, h);
    subtract(g, g, h);
    multiply(g, g, theta);
    multiply(t, e, y);
    subtract(y, g, t);
    multiply(z, z, e);
  });
}
