// The host functions of BLS12-381 and alt_bn128 on @noble/curves: a second implementation to
// compare with. Results are those of the host functions: null for invalid input.

import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';

type Fp2 = { readonly c0: bigint; readonly c1: bigint };
export const bls = { G1: bls12_381.G1.Point, G2: bls12_381.G2.Point, ...bls12_381.fields };
export const bn = { G1: bn254.G1.Point, G2: bn254.G2.Point, ...bn254.fields };
type G1 = InstanceType<typeof bls.G1>;
type G2 = InstanceType<typeof bls.G2>;

export const toNumber = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
export const toBytes = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from(Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex'));

const parts = (bytes: Uint8Array, size: number): bigint[] =>
  Array.from({ length: bytes.length / size }, (_, i) =>
    toNumber(bytes.subarray(i * size, (i + 1) * size)),
  );

const encodeInfinity = (length: number) => Uint8Array.of(0x40, ...new Uint8Array(length - 1));

export function encodeG1(point: G1): Uint8Array {
  if (point.is0()) return encodeInfinity(96);
  const { x, y } = point.toAffine();
  return Buffer.concat([toBytes(x, 48), toBytes(y, 48)]);
}

export function encodeG2(point: G2): Uint8Array {
  if (point.is0()) return encodeInfinity(192);
  const { x, y } = point.toAffine();
  return Buffer.concat([x.c1, x.c0, y.c1, y.c0].map((value) => toBytes(value, 48)));
}

function isInfinity(bytes: Uint8Array, flags: number): boolean {
  return bytes[0] === flags && bytes.subarray(1).every((byte) => byte === 0);
}

function decodeG1(bytes: Uint8Array): G1 | null {
  if (isInfinity(bytes, 0x40)) return bls.G1.ZERO;
  const [x, y] = parts(bytes, 48) as [bigint, bigint];
  if (x >= bls.Fp.ORDER || y >= bls.Fp.ORDER) return null;
  const { Fp } = bls;
  const isOnCurve = Fp.eql(Fp.sqr(y), Fp.add(Fp.pow(x, 3n), 4n));
  return isOnCurve ? bls.G1.fromAffine({ x, y }) : null;
}

function decodeG2(bytes: Uint8Array): G2 | null {
  if (isInfinity(bytes, 0x40)) return bls.G2.ZERO;
  const [x1, x0, y1, y0] = parts(bytes, 48) as [bigint, bigint, bigint, bigint];
  if ([x1, x0, y1, y0].some((value) => value >= bls.Fp.ORDER)) return null;
  const [x, y] = [
    { c0: x0, c1: x1 },
    { c0: y0, c1: y1 },
  ];
  const { Fp2 } = bls;
  const isOnCurve = Fp2.eql(Fp2.sqr(y), Fp2.add(Fp2.mul(Fp2.sqr(x), x), { c0: 4n, c1: 4n }));
  return isOnCurve ? bls.G2.fromAffine({ x, y }) : null;
}

const isLarge = (value: bigint) => value > (bls.Fp.ORDER - 1n) / 2n;

function decompressG1(bytes: Uint8Array): G1 | null {
  if (isInfinity(bytes, 0xc0)) return bls.G1.ZERO;
  const x = toNumber(bytes) % 2n ** 381n;
  if ((bytes[0]! & 0xc0) !== 0x80 || x >= bls.Fp.ORDER) return null;
  const y = orNull(() => bls.Fp.sqrt(bls.Fp.add(bls.Fp.pow(x, 3n), 4n)));
  if (y === null) return null;
  const isRight = isLarge(y) === ((bytes[0]! & 0x20) !== 0);
  return bls.G1.fromAffine({ x, y: isRight ? y : bls.Fp.neg(y) });
}

function decompressG2(bytes: Uint8Array): G2 | null {
  if (isInfinity(bytes, 0xc0)) return bls.G2.ZERO;
  const [top, c0] = parts(bytes, 48) as [bigint, bigint];
  const x = { c0, c1: top % 2n ** 381n };
  if ((bytes[0]! & 0xc0) !== 0x80 || x.c0 >= bls.Fp.ORDER || x.c1 >= bls.Fp.ORDER) return null;
  const { Fp2 } = bls;
  const right = Fp2.add(Fp2.mul(Fp2.sqr(x), x), { c0: 4n, c1: 4n });
  const y: Fp2 | null = orNull(() => Fp2.sqrt(right));
  if (y === null) return null;
  const isRight = isLarge(y.c1 === 0n ? y.c0 : y.c1) === ((bytes[0]! & 0x20) !== 0);
  return bls.G2.fromAffine({ x, y: isRight ? y : Fp2.neg(y) });
}

function orNull<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch {
    return null;
  }
}

const toScalar = (bytes: Uint8Array) => toNumber(bytes.toReversed()) % bls.Fr.ORDER;
const member = <P extends G1 | G2>(point: P | null): P | null =>
  point?.isTorsionFree() ? point : null;

function items(input: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: input.length / size }, (_, i) =>
    input.subarray(i * size, (i + 1) * size),
  );
}

/** Null if one of them is. */
function all<T>(values: readonly (T | null)[]): T[] | null {
  return values.includes(null) ? null : (values as T[]);
}

function signedSum<P extends { add(other: P): P; negate(): P }>(
  zero: P,
  given: readonly Uint8Array[],
  decode: (bytes: Uint8Array) => P | null,
): P | null {
  const points = all(
    given.map((item) => {
      const point = item[0]! > 1 ? null : decode(item.subarray(1));
      return item[0] === 1 && point !== null ? point.negate() : point;
    }),
  );
  return points?.reduce((sum, point) => sum.add(point), zero) ?? null;
}

function sumOfProducts<P extends { add(other: P): P; multiplyUnsafe(scalar: bigint): P }>(
  zero: P,
  points: readonly P[],
  scalars: readonly bigint[],
): P {
  return points.reduce((sum, point, i) => sum.add(point.multiplyUnsafe(scalars[i]!)), zero);
}

const joined = (encoded: readonly Uint8Array[] | undefined) =>
  encoded === undefined ? null : Buffer.concat(encoded);
const mapToG1 = bls12_381.G1.mapToCurve as unknown as (element: bigint) => G1;
const mapToG2 = bls12_381.G2.mapToCurve as unknown as (element: [bigint, bigint]) => G2;
const areElements = (input: Uint8Array) => parts(input, 48).every((x) => x < bls.Fp.ORDER);

export const nobleBls: Readonly<Record<string, (input: Uint8Array) => Uint8Array | null>> = {
  bls12381_p1_sum: (input) => {
    const sum = signedSum(bls.G1.ZERO, items(input, 97), decodeG1);
    return sum === null ? null : encodeG1(sum);
  },
  bls12381_p2_sum: (input) => {
    const sum = signedSum(bls.G2.ZERO, items(input, 193), decodeG2);
    return sum === null ? null : encodeG2(sum);
  },
  bls12381_g1_multiexp: (input) => {
    const points = all(items(input, 128).map((item) => member(decodeG1(item.subarray(0, 96)))));
    const scalars = items(input, 128).map((item) => toScalar(item.subarray(96)));
    return points === null ? null : encodeG1(sumOfProducts(bls.G1.ZERO, points, scalars));
  },
  bls12381_g2_multiexp: (input) => {
    const points = all(items(input, 224).map((item) => member(decodeG2(item.subarray(0, 192)))));
    const scalars = items(input, 224).map((item) => toScalar(item.subarray(192)));
    return points === null ? null : encodeG2(sumOfProducts(bls.G2.ZERO, points, scalars));
  },
  bls12381_map_fp_to_g1: (input) =>
    areElements(input) ? joined(parts(input, 48).map((x) => encodeG1(mapToG1(x)))) : null,
  bls12381_map_fp2_to_g2: (input) => {
    if (!areElements(input)) return null;
    return joined(
      items(input, 96).map((item) => {
        const [c1, c0] = parts(item, 48) as [bigint, bigint];
        return encodeG2(mapToG2([c0, c1]));
      }),
    );
  },
  bls12381_p1_decompress: (input) =>
    joined(all(items(input, 48).map(decompressG1))?.map((point) => encodeG1(point))),
  bls12381_p2_decompress: (input) =>
    joined(all(items(input, 96).map(decompressG2))?.map((point) => encodeG2(point))),
  /** The status is the result: 0 if the product is one. */
  bls12381_pairing_check: (input) => {
    const pairs = items(input, 288).map((item) => {
      const g1 = member(decodeG1(item.subarray(0, 96)));
      const g2 = member(decodeG2(item.subarray(96)));
      return g1 === null || g2 === null ? null : { g1, g2 };
    });
    const valid = all(pairs);
    if (valid === null) return null;
    const factors = valid.filter(({ g1, g2 }) => !g1.is0() && !g2.is0());
    const isOne = bls.Fp12.eql(bls12_381.pairingBatch(factors), bls.Fp12.ONE);
    return Uint8Array.of(isOne ? 0 : 2);
  },
};

export function encodeBnG1(point: InstanceType<typeof bn.G1>): Uint8Array {
  const { x, y } = point.toAffine();
  return Buffer.concat([x, y].map((value) => toBytes(value, 32).reverse()));
}

export function encodeBnG2(point: InstanceType<typeof bn.G2>): Uint8Array {
  const { x, y } = point.toAffine();
  return Buffer.concat([x.c0, x.c1, y.c0, y.c1].map((value) => toBytes(value, 32).reverse()));
}

function decodeBn(bytes: Uint8Array): bigint[] | null {
  const numbers = items(bytes, 32).map((item) => toNumber(item.toReversed()));
  return numbers.every((number) => number < bn.Fp.ORDER) ? numbers : null;
}

function decodeBnG1(bytes: Uint8Array): InstanceType<typeof bn.G1> | null {
  const [x, y] = decodeBn(bytes) ?? [];
  return x === undefined || y === undefined
    ? null
    : orNull(() => valid(bn.G1.fromAffine({ x, y })));
}

function decodeBnG2(bytes: Uint8Array): InstanceType<typeof bn.G2> | null {
  const numbers = decodeBn(bytes);
  if (numbers === null) return null;
  const [x0, x1, y0, y1] = numbers as [bigint, bigint, bigint, bigint];
  return orNull(() => valid(bn.G2.fromAffine({ x: { c0: x0, c1: x1 }, y: { c0: y0, c1: y1 } })));
}

function valid<P extends { assertValidity(): void }>(point: P): P {
  point.assertValidity();
  return point;
}

export const nobleBn: Readonly<Record<string, (input: Uint8Array) => Uint8Array | null>> = {
  alt_bn128_g1_sum: (input) => {
    const sum = signedSum(bn.G1.ZERO, items(input, 65), decodeBnG1);
    return sum === null ? null : encodeBnG1(sum);
  },
  alt_bn128_g1_multiexp: (input) => {
    const points = all(items(input, 96).map((item) => decodeBnG1(item.subarray(0, 64))));
    const scalars = items(input, 96).map((item) => toNumber(item.subarray(64).toReversed()));
    if (points === null || scalars.some((scalar) => scalar >= bn.Fr.ORDER)) return null;
    return encodeBnG1(sumOfProducts(bn.G1.ZERO, points, scalars));
  },
  /** The returned value is the result. */
  alt_bn128_pairing_check: (input) => {
    const pairs = items(input, 192).map((item) => {
      const g1 = decodeBnG1(item.subarray(0, 64));
      const g2 = decodeBnG2(item.subarray(64));
      return g1 === null || g2 === null ? null : { g1, g2 };
    });
    const factors = all(pairs)?.filter(({ g1, g2 }) => !g1.is0() && !g2.is0());
    if (factors === undefined) return null;
    return Uint8Array.of(bn.Fp12.eql(bn254.pairingBatch(factors), bn.Fp12.ONE) ? 1 : 0);
  },
};
