// Recovery of keys on the curve secp256k1 (SEC 1, section 4.1.6), with field arithmetic in Wasm,
// created with the first use. The endomorphism of the curve splits scalars into halves (Gallant,
// Lambert and Vanstone, 2001), so that half of the doublings remain. All values are public.

import { assert } from '../../base/assert.ts';
import { concatBytes } from '../../base/bytes/bytes.ts';
import { invertModulo } from '../../base/crypto/invertModulo.ts';
import { completePoint, definePoint } from './field/affinePoints.ts';
import { Curve, type Multiples, type Term } from './field/curve.ts';
import { defineFormulas } from './field/curveFormulas.ts';
import { PrimeField } from './field/primeField.ts';
import { type Operation, WasmProgram } from './field/wasmProgram.ts';
import { bytesToNumberBe, numberToBytesBe } from './numbers.ts';

const MODULUS = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const B = 7n;
const BASE_X = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n;
const BASE_Y = 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n;
/** A third root of one: (βx, y) is the point (x, y) times another third root of one. */
const BETA = 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een;
/** Short vectors (a, b) with a + λb = 0 modulo the order, where λ is that other root. */
const [A1, B1] = [0x3086d221a7d46bcde86c90e49284eb15n, -0xe4437ed6010e88286f547fa90abfe4c3n];
const [A2, B2] = [0x114ca50f7a8e2f3f657c1108d9d44cfd8n, A1];

const MEMORY_BYTES = 65_536;
const NUMBER_BYTES = 32;
const HALF_BYTES = 16;
/** Of the digits that multiply the base point, whose multiples are computed once. */
const BASE_BITS = 8;
const POINT_BITS = 5;
/** Recovery ids with this bit mean that x is not below the order. */
const BEYOND_ORDER = 2;

type Secp256k1 = {
  readonly curve: Curve;
  readonly field: PrimeField;
  readonly point: number;
  readonly sum: number;
  /** Of the base point and of the point, each with its image under the endomorphism. */
  readonly baseMultiples: readonly [Multiples, Multiples];
  readonly pointMultiples: readonly [Multiples, Multiples];
  readonly fill: (multiples: readonly [Multiples, Multiples], point: number) => void;
};

let created: Secp256k1 | undefined;

function useSecp256k1(): Secp256k1 {
  created ??= createSecp256k1();
  return created;
}

function createSecp256k1(): Secp256k1 {
  const program = new WasmProgram(MEMORY_BYTES);
  const field = new PrimeField(program, MODULUS);
  const multiplyBy3b = createTimes21(field);
  const curve = new Curve(
    program,
    field,
    defineFormulas({ program, field, b: field.constant(B), multiplyBy3b }),
  );
  const base = definePoint(field, BASE_X, BASE_Y);
  const beta = field.constant(BETA);
  const two = (bits: number) =>
    [curve.allocateMultiples(bits), curve.allocateMultiples(bits)] as const;
  const fill: Secp256k1['fill'] = ([multiples, images], of) => {
    curve.fillMultiples(multiples, of);
    for (const [index, image] of images.points.entries()) {
      curve.copy(image, multiples.points[index]!);
      field.multiply(image, image, beta);
    }
  };
  const baseMultiples = two(BASE_BITS);
  program.initialize(() => fill(baseMultiples, base));
  const [point, sum] = [curve.allocate(), curve.allocate()];
  return { curve, field, point, sum, baseMultiples, pointMultiples: two(POINT_BITS), fill };
}

/** Three times the constant of the curve is 21. */
function createTimes21(field: PrimeField): Operation {
  const t = field.allocate();
  return field.program.define(2, (out, a) => {
    field.add(t, a, a);
    field.add(t, t, t);
    field.add(out, t, a);
    field.add(t, t, t);
    field.add(t, t, t);
    field.add(out, t, out);
  });
}

/** The key, both coordinates, or null if there is none. A high s is taken. */
export function recoverSecp256k1Key(
  hash: Uint8Array,
  { r, s }: { readonly r: bigint; readonly s: bigint },
  recoveryId: number,
): Uint8Array | null {
  if (r === 0n || r >= ORDER || s === 0n || s >= ORDER) return null;
  const x = (recoveryId & BEYOND_ORDER) === 0 ? r : r + ORDER;
  const { curve, field, point, sum, baseMultiples, pointMultiples, fill } = useSecp256k1();
  if (x >= MODULUS || !decodePoint(point, x, (recoveryId & 1) === 1)) return null;
  fill(pointMultiples, point);
  const inverse = invertModulo(r, ORDER);
  const z = bytesToNumberBe(hash);
  curve.copy(sum, curve.zero);
  curve.addTerms(sum, [
    ...createTerms(baseMultiples, ((ORDER - (z % ORDER)) * inverse) % ORDER),
    ...createTerms(pointMultiples, (s * inverse) % ORDER),
  ]);
  if (curve.isZero(sum)) return null;
  curve.normalize(sum);
  return concatBytes(field.write(sum), field.write(sum + field.size));
}

function decodePoint(target: number, x: bigint, isOdd: boolean): boolean {
  const { curve, field } = useSecp256k1();
  field.read(target, numberToBytesBe(x, NUMBER_BYTES));
  return completePoint(curve, field, target, (y) => field.isOdd(y) !== isOdd);
}

/** The scalar as k + λl, where neither has more than 128 bits. */
function createTerms([multiples, images]: readonly [Multiples, Multiples], scalar: bigint): Term[] {
  const c1 = divideRounded(B2 * scalar);
  const c2 = divideRounded(-B1 * scalar);
  const halves = [scalar - c1 * A1 - c2 * A2, -c1 * B1 - c2 * B2] as const;
  return [createTerm(multiples, halves[0]), createTerm(images, halves[1])];
}

/** By the order, of a number that is not negative. */
function divideRounded(value: bigint): bigint {
  return (value + ORDER / 2n) / ORDER;
}

function createTerm(multiples: Multiples, half: bigint): Term {
  const isNegative = half < 0n;
  const bytes = numberToBytesBe(isNegative ? -half : half, HALF_BYTES);
  assert(bytes.length === HALF_BYTES, 'halves of scalars fit');
  return { multiples, scalar: bytes.reverse(), isNegative };
}
