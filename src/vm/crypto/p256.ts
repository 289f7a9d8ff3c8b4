// Verification on the curve P-256 (FIPS 186), with field arithmetic in Wasm that is created with
// the first use. It computes with public values only.

import { invertModulo } from '../../base/crypto/invertModulo.ts';
import { completePoint, definePoint } from './field/affinePoints.ts';
import { Curve, type Multiples } from './field/curve.ts';
import { defineFormulasMinus3 } from './field/curveFormulas.ts';
import { PrimeField } from './field/primeField.ts';
import { WasmProgram } from './field/wasmProgram.ts';
import { bytesToNumberBe, numberToBytesBe } from './numbers.ts';

const MODULUS = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const BASE_X = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n;
const BASE_Y = 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n;
const MEMORY_BYTES = 65_536;
const NUMBER_BYTES = 32;
/** Of the digits that multiply the base point, whose multiples are computed once. */
const BASE_BITS = 8;
const KEY_BITS = 5;

/** First bytes of a key, which say what y is. */
const TAG_EVEN = 2;
const TAG_ODD = 3;
/** Only x is known; the smaller y is meant. */
const TAG_COMPACT = 5;

type P256 = {
  readonly curve: Curve;
  readonly field: PrimeField;
  readonly baseMultiples: Multiples;
  readonly keyMultiples: Multiples;
  readonly key: number;
  readonly sum: number;
};

let created: P256 | undefined;

function useP256(): P256 {
  created ??= createP256();
  return created;
}

function createP256(): P256 {
  const program = new WasmProgram(MEMORY_BYTES);
  const field = new PrimeField(program, MODULUS);
  const curve = new Curve(program, field, defineFormulasMinus3(program, field, field.constant(B)));
  const base = definePoint(field, BASE_X, BASE_Y);
  const baseMultiples = curve.allocateMultiples(BASE_BITS);
  const keyMultiples = curve.allocateMultiples(KEY_BITS);
  program.initialize(() => curve.fillMultiples(baseMultiples, base));
  const [key, sum] = [curve.allocate(), curve.allocate()];
  return { curve, field, baseMultiples, keyMultiples, key, sum };
}

export function isP256Scalar(value: bigint): boolean {
  return value > 0n && value < ORDER;
}

/** With r and s in range; the hash has 32 bytes. False for a key that is not a point. */
export function verifyP256Signature(
  { r, s }: { readonly r: bigint; readonly s: bigint },
  hash: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const { curve, field, baseMultiples, keyMultiples, key, sum } = useP256();
  if (!decodeKey(key, publicKey)) return false;
  const inverse = invertModulo(s, ORDER);
  const scalarOf = (factor: bigint) =>
    numberToBytesBe((factor * inverse) % ORDER, NUMBER_BYTES).reverse();
  curve.fillMultiples(keyMultiples, key);
  curve.copy(sum, curve.zero);
  curve.addTerms(sum, [
    { multiples: baseMultiples, scalar: scalarOf(bytesToNumberBe(hash)) },
    { multiples: keyMultiples, scalar: scalarOf(r) },
  ]);
  if (curve.isZero(sum)) return false;
  curve.normalize(sum);
  return bytesToNumberBe(field.write(sum)) % ORDER === r;
}

function decodeKey(target: number, bytes: Uint8Array): boolean {
  const { curve, field } = useP256();
  const tag = bytes[0]!;
  if (tag !== TAG_EVEN && tag !== TAG_ODD && tag !== TAG_COMPACT) return false;
  if (!field.read(target, bytes.subarray(1))) return false;
  return completePoint(curve, field, target, (y) =>
    tag === TAG_COMPACT ? field.isLarger(y) : field.isOdd(y) !== (tag === TAG_ODD),
  );
}
