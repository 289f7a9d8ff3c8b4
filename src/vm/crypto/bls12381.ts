// The curve BLS12-381: its two groups and the pairing, made of field arithmetic in Wasm. They are
// created with the first use.

import { Bls12381Group, FP_BYTES } from './bls12381Group.ts';
import * as maps from './bls12381Maps.ts';
import { Curve } from './field/curve.ts';
import { defineFormulas } from './field/curveFormulas.ts';
import { defineEndomorphism } from './field/endomorphism.ts';
import type { Field } from './field/field.ts';
import { createMap, type MapOptions } from './field/mapToCurve.ts';
import { Pairing } from './field/pairing.ts';
import { PrimeField } from './field/primeField.ts';
import { QuadraticField } from './field/quadraticField.ts';
import { TowerField } from './field/towerField.ts';
import { WasmProgram } from './field/wasmProgram.ts';

const MODULUS = BigInt(
  '0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab',
);
/** The parameter that the curve is made of, without its sign: it is negative. */
const X = 0xd201000000010000n;
/** A third root of one: (βx, y) is -X² times the point (x, y) of the first group, and no other. */
const BETA = 0x5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffen;
/** The inverse of three. */
const THIRD = (2n * MODULUS + 1n) / 3n;
const MEMORY_BYTES = 4 * 65_536;
const FP2_BYTES = 2 * FP_BYTES;

type Bls12381 = {
  readonly g1: Bls12381Group;
  readonly g2: Bls12381Group;
  readonly pairing: Pairing;
};

let created: Bls12381 | undefined;

export function useBls12381(): Bls12381 {
  created ??= createBls12381();
  return created;
}

function createBls12381(): Bls12381 {
  const program = new WasmProgram(MEMORY_BYTES);
  const fp = new PrimeField(program, MODULUS);
  const fp2 = new QuadraticField(fp);
  const multiplyByXi = program.define(2, (out, a) => {
    fp.subtract(out, a, a + fp.size);
    fp.add(out + fp.size, a, a + fp.size);
  });
  const xi = { address: fp2.constant(1n, 1n), multiply: multiplyByXi };
  const tower = new TowerField(fp2, xi);
  const timesTwelve = createTimesTwelve(fp2);
  const twelvefold = fp2.allocate();
  const multiplyBy3b = (out: number, a: number) => {
    timesTwelve(twelvefold, a);
    multiplyByXi(out, twelvefold);
  };
  const b = fp2.constant(4n, 4n);
  const twist = new Curve(program, fp2, defineFormulas({ program, field: fp2, b, multiplyBy3b }));
  const pairing = new Pairing({
    tower,
    twist,
    multiplyBy3b,
    linePlaces: [0, 1, 4],
    loop: X,
    lastPoints: [],
    finishExponentiation: createFinish(tower),
  });
  return { g1: createG1(fp), g2: createG2(tower, twist), pairing };
}

function createG1(fp: PrimeField): Bls12381Group {
  const { program } = fp;
  const [b, multiplyBy3b] = [fp.constant(4n), createTimesTwelve(fp)];
  const curve = new Curve(program, fp, defineFormulas({ program, field: fp, b, multiplyBy3b }));
  const beta = fp.constant(BETA);
  const [image, multiple, t] = [curve.allocate(), curve.allocate(), curve.allocate()];
  return new Bls12381Group({
    curve,
    fieldBytes: FP_BYTES,
    readElement: (target, bytes) => fp.read(target, bytes),
    writeElement: (element) => [fp.write(element)],
    isInGroup: (point) => {
      curve.copy(image, point);
      fp.multiply(image, image, beta);
      curve.multiply(t, point, X);
      curve.multiply(multiple, t, X);
      curve.negate(multiple, multiple);
      return curve.areEqual(image, multiple);
    },
    mapToCurve: createMap(g1MapOptions(fp, curve)),
    clearCofactor: (point) => {
      curve.multiply(t, point, X + 1n);
      curve.copy(point, t);
    },
  });
}

function g1MapOptions(fp: PrimeField, curve: Curve): MapOptions {
  const z = fp.constant(maps.G1_Z);
  const rootOfMinusZ = fp.allocate();
  const [v, product, t] = [fp.allocate(), fp.allocate(), fp.allocate()];
  fp.program.initialize(() => {
    fp.subtract(t, fp.zero, z);
    fp.squareRoot(rootOfMinusZ, t);
  });
  return {
    program: fp.program,
    curve,
    a: fp.constant(maps.G1_A),
    b: fp.constant(maps.G1_B),
    z,
    isogeny: mapTable(maps.G1_ISOGENY, (value) => fp.constant(value)),
    // One power for the root and the quotient (RFC 9380, section F.2.1.2).
    rootOfQuotient: (target, numerator, denominator) => {
      fp.square(t, denominator);
      fp.multiply(product, numerator, denominator);
      fp.multiply(t, t, product);
      fp.inverseRoot(t, t);
      fp.multiply(v, t, product);
      fp.square(t, v);
      fp.multiply(t, t, denominator);
      const isSquare = fp.equals(t, numerator);
      fp.multiply(target, v, isSquare ? fp.one : rootOfMinusZ);
      return isSquare;
    },
  };
}

function createG2(tower: TowerField, curve: Curve): Bls12381Group {
  const fp2 = tower.base;
  const fp = fp2.base;
  const [xFactor, yFactor] = [fp2.allocate(), fp2.allocate()];
  fp.program.initialize(() => {
    fp2.invert(xFactor, tower.frobeniusFactor(2));
    fp2.invert(yFactor, tower.frobeniusFactor(3));
  });
  const applyEndomorphism = defineEndomorphism(fp2, xFactor, yFactor);
  const [t1, t2, t3] = [curve.allocate(), curve.allocate(), curve.allocate()];
  /** Multiplies by the negative parameter. */
  const multiplyByX = (target: number, point: number) => {
    curve.multiply(target, point, X);
    curve.negate(target, target);
  };
  return new Bls12381Group({
    curve,
    fieldBytes: FP2_BYTES,
    readElement: (target, bytes) =>
      fp.read(target + fp.size, bytes.subarray(0, FP_BYTES)) &&
      fp.read(target, bytes.subarray(FP_BYTES)),
    writeElement: (element) => [fp.write(element + fp.size), fp.write(element)],
    isInGroup: (point) => {
      applyEndomorphism(t1, point);
      multiplyByX(t2, point);
      return curve.areEqual(t1, t2);
    },
    mapToCurve: createMap(g2MapOptions(fp2, curve)),
    // The multiple x² - x - 1, with x - 1 times the image and twice the image of that (RFC 9380,
    // section G.3), which is as much as the cofactor.
    clearCofactor: (point) => {
      multiplyByX(t1, point);
      applyEndomorphism(t2, point);
      curve.double(t3, point);
      applyEndomorphism(t3, t3);
      applyEndomorphism(t3, t3);
      curve.negate(point, point);
      curve.add(point, point, t3);
      curve.add(t3, t1, t2);
      curve.negate(t2, t2);
      curve.add(point, point, t2);
      curve.negate(t1, t1);
      curve.add(point, point, t1);
      multiplyByX(t1, t3);
      curve.add(point, point, t1);
    },
  });
}

function g2MapOptions(fp2: QuadraticField, curve: Curve): MapOptions {
  const { program, modulus } = fp2.base;
  const constant = ([c0, c1]: readonly [bigint, bigint]) =>
    fp2.constant((c0 + modulus) % modulus, (c1 + modulus) % modulus);
  const z = constant(maps.G2_Z);
  const quotient = fp2.allocate();
  return {
    program,
    curve,
    a: constant(maps.G2_A),
    b: constant(maps.G2_B),
    z,
    isogeny: mapTable(maps.G2_ISOGENY, ([c0, c1, thirds]) => {
      const divide = (value: bigint) => (value * THIRD ** thirds) % MODULUS;
      return constant([divide(c0), divide(c1)]);
    }),
    rootOfQuotient: (target, numerator, denominator) => {
      fp2.invert(quotient, denominator);
      fp2.multiply(quotient, quotient, numerator);
      if (fp2.squareRoot(target, quotient)) return true;
      fp2.multiply(quotient, quotient, z);
      fp2.squareRoot(target, quotient);
      return false;
    },
  };
}

function mapTable<T>(table: maps.IsogenyTable<T>, convert: (value: T) => number) {
  const { xTop, xBottom, yTop, yBottom } = table;
  return {
    xTop: xTop.map(convert),
    xBottom: xBottom.map(convert),
    yTop: yTop.map(convert),
    yBottom: yBottom.map(convert),
  };
}

/** Sums that multiply by twelve. */
function createTimesTwelve(field: Field): (out: number, a: number) => void {
  const t = field.allocate();
  return (out, a) => {
    field.add(t, a, a);
    field.add(t, t, a);
    field.add(t, t, t);
    field.add(out, t, t);
  };
}

/** The power 3(p⁴ - p² + 1)/r = (x - 1)²(x + p)(x² + p² - 1) + 3 (Hayashida and others, 2020). */
function createFinish(tower: TowerField): (value: number) => void {
  const [a, b, t] = [tower.allocate(), tower.allocate(), tower.allocate()];
  const powerOfX = (target: number, base: number) => {
    tower.copy(target, base);
    for (const bit of X.toString(2).slice(1)) {
      tower.square(target, target);
      if (bit === '1') tower.multiply(target, target, base);
    }
    tower.conjugate(target, target);
  };
  /** The power of x - 1. */
  const powerOfXLessOne = (target: number, base: number) => {
    powerOfX(target, base);
    tower.conjugate(t, base);
    tower.multiply(target, target, t);
  };
  return (value) => {
    powerOfXLessOne(a, value);
    powerOfXLessOne(b, a);
    powerOfX(a, b);
    tower.frobenius(b, b);
    tower.multiply(a, a, b);
    powerOfX(t, a);
    powerOfX(b, t);
    tower.conjugate(t, a);
    tower.multiply(b, b, t);
    tower.frobenius(a, a);
    tower.frobenius(a, a);
    tower.multiply(b, b, a);
    tower.square(t, value);
    tower.multiply(value, value, t);
    tower.multiply(value, value, b);
  };
}
