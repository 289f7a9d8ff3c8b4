// The curve alt_bn128 (BN254): its two groups and the pairing, made of field arithmetic in Wasm.
// They are created with the first use.

import { BATCH_MAX, Curve } from './field/curve.ts';
import { defineFormulas } from './field/curveFormulas.ts';
import { defineEndomorphism } from './field/endomorphism.ts';
import type { Field } from './field/field.ts';
import { Pairing } from './field/pairing.ts';
import { PrimeField } from './field/primeField.ts';
import { QuadraticField } from './field/quadraticField.ts';
import { TowerField } from './field/towerField.ts';
import { WasmProgram } from './field/wasmProgram.ts';

const MODULUS = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n;
export const FR_ORDER = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n;
/** The parameter that the curve is made of. */
const X = 4_965_661_367_192_848_881n;
const MEMORY_BYTES = 3 * 65_536;

export type AltBn128 = {
  readonly fq: PrimeField;
  readonly g1: { readonly curve: Curve; readonly slots: readonly number[] };
  readonly g2: {
    readonly curve: Curve;
    readonly slots: readonly number[];
    readonly isInGroup: (point: number) => boolean;
  };
  readonly pairing: Pairing;
};

let created: AltBn128 | undefined;

export function useAltBn128(): AltBn128 {
  created ??= createAltBn128();
  return created;
}

function createAltBn128(): AltBn128 {
  const program = new WasmProgram(MEMORY_BYTES);
  const fq = new PrimeField(program, MODULUS);
  const fq2 = new QuadraticField(fq);
  const xi = fq2.constant(9n, 1n);
  const g1Formulas = { program, field: fq, b: fq.constant(3n), multiplyBy3b: createTimesNine(fq) };
  const curve1 = new Curve(program, fq, defineFormulas(g1Formulas));
  const [b, b3] = [fq2.allocate(), fq2.allocate()];
  program.initialize(() => {
    fq2.invert(b, xi);
    fq2.add(b3, b, b);
    fq2.add(b, b3, b);
    fq2.add(b3, b, b);
    fq2.add(b3, b3, b);
  });
  const multiplyBy3b = (out: number, a: number) => fq2.multiply(out, a, b3);
  const curve2 = new Curve(program, fq2, defineFormulas({ program, field: fq2, b, multiplyBy3b }));
  const slots = (curve: Curve) => Array.from({ length: BATCH_MAX }, () => curve.allocate());
  return {
    fq,
    g1: { curve: curve1, slots: slots(curve1) },
    g2: { curve: curve2, slots: slots(curve2), isInGroup: createOrderCheck(curve2) },
    pairing: createPairing(fq2, curve2, { xi, multiplyBy3b }),
  };
}

type TwistConstants = {
  readonly xi: number;
  readonly multiplyBy3b: (out: number, a: number) => void;
};

function createPairing(
  fq2: QuadraticField,
  twist: Curve,
  { xi, multiplyBy3b }: TwistConstants,
): Pairing {
  const fq = fq2.base;
  const timesNine = createTimesNine(fq2);
  const ninefold = fq2.allocate();
  const multiplyByXi = fq.program.define(2, (out, a) => {
    timesNine(ninefold, a);
    fq.subtract(out, ninefold, a + fq.size);
    fq.add(out + fq.size, ninefold + fq.size, a);
  });
  const tower = new TowerField(fq2, { address: xi, multiply: multiplyByXi });
  const applyEndomorphism = defineEndomorphism(
    fq2,
    tower.frobeniusFactor(2),
    tower.frobeniusFactor(3),
  );
  return new Pairing({
    tower,
    twist,
    multiplyBy3b,
    linePlaces: [4, 3, 0],
    loop: 6n * X + 2n,
    lastPoints: [
      applyEndomorphism,
      (target, point) => {
        applyEndomorphism(target, point);
        applyEndomorphism(target, target);
        twist.negate(target, target);
      },
    ],
    finishExponentiation: createFinish(tower),
  });
}

/** Whether a point has the order of the group: not all points of the twisted curve do. */
function createOrderCheck(curve: Curve): (point: number) => boolean {
  const multiple = curve.allocate();
  return (point) => {
    curve.multiply(multiple, point, FR_ORDER);
    return curve.isZero(multiple);
  };
}

/** Sums that multiply by nine. */
function createTimesNine(field: Field): (out: number, a: number) => void {
  const t = field.allocate();
  return (out, a) => {
    field.add(t, a, a);
    field.add(t, t, t);
    field.add(t, t, t);
    field.add(out, t, a);
  };
}

/**
 * A multiple of (p⁴ - p² + 1)/r, as a sum of powers of p with these factors: 1 + 6x + 12x² + 12x³,
 * 4x + 6x² + 12x³, 6x + 6x² + 12x³ and -1 + 4x + 6x² + 12x³ (Fuentes-Castañeda and others, 2011).
 */
function createFinish(tower: TowerField): (value: number) => void {
  const [x1, x2, x3, t, sum] = [0, 0, 0, 0, 0].map(() => tower.allocate()) as Five;
  const { multiply, square } = tower;
  const powerOfX = (target: number, base: number) => {
    tower.copy(target, base);
    for (const bit of X.toString(2).slice(1)) {
      square(target, target);
      if (bit === '1') multiply(target, target, base);
    }
  };
  /** x1, x2 and x3 become the powers of 2x, 6x² and 6x² + 12x³. */
  const computePowers = (value: number) => {
    powerOfX(x1, value);
    powerOfX(x2, x1);
    powerOfX(x3, x2);
    square(x1, x1);
    square(t, x2);
    multiply(x2, t, x2);
    square(x2, x2);
    square(t, x3);
    multiply(x3, t, x3);
    square(x3, x3);
    square(x3, x3);
    multiply(x3, x3, x2);
  };
  return (value) => {
    computePowers(value);
    // The powers of 4x + 6x² + 12x³ and 6x + 6x² + 12x³.
    square(t, x1);
    multiply(t, t, x3);
    multiply(x3, t, x1);
    multiply(sum, x3, x2);
    multiply(sum, sum, value);
    // The last factor, times p³, then p² and p.
    tower.conjugate(x1, value);
    multiply(x1, x1, t);
    tower.frobenius(x1, x1);
    multiply(x1, x1, x3);
    tower.frobenius(x1, x1);
    multiply(x1, x1, t);
    tower.frobenius(x1, x1);
    multiply(value, sum, x1);
  };
}

type Five = [number, number, number, number, number];
