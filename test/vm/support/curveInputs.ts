// Random input of the host functions of BLS12-381 and alt_bn128: members of the groups, points
// outside them, infinity, opposite and equal points, and edges of the fields.

import * as noble from './nobleCurves.ts';
import type { Random } from './random.ts';

const { bls, bn, toBytes, toNumber } = noble;

export class CurveInputs {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  number(bound: bigint): bigint {
    const bytes = Uint8Array.from({ length: 64 }, () => this.#random.below(256));
    return toNumber(bytes) % bound;
  }

  pick<T>(...choices: (() => T)[]): T {
    return choices[this.#random.below(choices.length)]!();
  }

  list<T>(create: () => T): T[] {
    const count = this.pick<number>(
      () => 1,
      () => 2,
      () => this.#random.below(4),
      () => 14 + this.#random.below(6),
    );
    return Array.from({ length: count }, create);
  }

  blsElement(): Uint8Array {
    const { ORDER } = bls.Fp;
    const value = this.pick(
      () => this.number(ORDER),
      () => this.number(ORDER),
      () => this.number(ORDER),
      () => this.number(ORDER),
      () => 0n,
      () => 1n,
      () => ORDER - 1n,
    );
    return toBytes(value, 48);
  }

  /** A point of the curve that is most likely in no group. */
  #outsideG1(): InstanceType<typeof bls.G1> {
    for (;;) {
      const x = this.number(bls.Fp.ORDER);
      try {
        const y = bls.Fp.sqrt(bls.Fp.add(bls.Fp.pow(x, 3n), 4n));
        return bls.G1.fromAffine({ x, y });
      } catch {}
    }
  }

  #outsideG2(): InstanceType<typeof bls.G2> {
    const { Fp2 } = bls;
    for (;;) {
      const x = { c0: this.number(bls.Fp.ORDER), c1: this.number(3n) };
      try {
        const y = Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), { c0: 4n, c1: 4n }));
        return bls.G2.fromAffine({ x, y });
      } catch {}
    }
  }

  #memberG1 = () => bls.G1.BASE.multiplyUnsafe(this.number(bls.Fr.ORDER));
  #memberG2 = () => bls.G2.BASE.multiplyUnsafe(this.number(bls.Fr.ORDER));

  /** Of a small set, so that points are often equal. */
  blsG1(allowOutside = true): Uint8Array {
    const member = () => noble.encodeG1(this.#memberG1());
    return this.pick(
      member,
      member,
      () => noble.encodeG1(bls.G1.BASE),
      () => noble.encodeG1(bls.G1.BASE.negate()),
      () => noble.encodeG1(bls.G1.ZERO),
      ...(allowOutside ? [() => noble.encodeG1(this.#outsideG1())] : [member]),
    );
  }

  blsG2(allowOutside = true): Uint8Array {
    const member = () => noble.encodeG2(this.#memberG2());
    return this.pick(
      member,
      member,
      () => noble.encodeG2(bls.G2.BASE),
      () => noble.encodeG2(bls.G2.BASE.negate()),
      () => noble.encodeG2(bls.G2.ZERO),
      ...(allowOutside ? [() => noble.encodeG2(this.#outsideG2())] : [member]),
    );
  }

  compressed(point: Uint8Array): Uint8Array {
    const bytes = point.slice(0, point.length / 2);
    bytes[0]! |=
      0x80 |
      this.pick(
        () => 0,
        () => ((point[0]! & 0x40) === 0 ? 0x20 : 0),
      );
    return bytes;
  }

  scalar(order: bigint, max: bigint): Uint8Array {
    const value = this.pick(
      () => this.number(max),
      () => this.number(max),
      () => 0n,
      () => 1n,
      () => order - 1n,
      () => max - 1n,
      () => 0x8888n,
    );
    return toBytes(value, 32).reverse();
  }

  sign(): Uint8Array {
    return Uint8Array.of(this.#random.below(2));
  }

  bnG1(): Uint8Array {
    return this.pick(
      () => noble.encodeBnG1(bn.G1.BASE.multiplyUnsafe(this.number(bn.Fr.ORDER))),
      () => noble.encodeBnG1(bn.G1.BASE),
      () => noble.encodeBnG1(bn.G1.BASE.negate()),
      () => new Uint8Array(64),
    );
  }

  /** A point of the curve that is most likely not in the group. */
  #outsideBnG2(): InstanceType<typeof bn.G2> {
    const { Fp2 } = bn;
    for (;;) {
      const x = { c0: this.number(bn.Fp.ORDER), c1: this.number(3n) };
      try {
        const y = Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), bn.G2.CURVE().b));
        return bn.G2.fromAffine({ x, y });
      } catch {}
    }
  }

  bnG2(allowOutside = false): Uint8Array {
    return this.pick(
      ...(allowOutside ? [() => noble.encodeBnG2(this.#outsideBnG2())] : []),
      () => noble.encodeBnG2(bn.G2.BASE.multiplyUnsafe(this.number(bn.Fr.ORDER))),
      () => noble.encodeBnG2(bn.G2.BASE),
      () => noble.encodeBnG2(bn.G2.BASE.negate()),
      () => new Uint8Array(128),
    );
  }

  /** Changes a byte, now and then. */
  spoil(input: Uint8Array): Uint8Array {
    if (input.length === 0 || this.#random.below(4) > 0) return input;
    const bytes = Uint8Array.from(input);
    bytes[this.#random.below(bytes.length)]! ^= 1 << this.#random.below(8);
    return bytes;
  }
}

/** Pairs whose product is one: (a, b) and (-a, b), or with the factor on the other side. */
function cancellingPairs(inputs: CurveInputs): Uint8Array[] {
  const factor = inputs.number(bls.Fr.ORDER - 1n) + 1n;
  const g1 = bls.G1.BASE.multiply(factor).negate();
  const g2 = bls.G2.BASE.multiply(factor);
  return [
    noble.encodeG1(bls.G1.BASE),
    noble.encodeG2(g2),
    noble.encodeG1(g1),
    noble.encodeG2(bls.G2.BASE),
  ];
}

function cancellingBnPairs(inputs: CurveInputs): Uint8Array[] {
  const factor = inputs.number(bn.Fr.ORDER - 1n) + 1n;
  return [
    noble.encodeBnG1(bn.G1.BASE),
    noble.encodeBnG2(bn.G2.BASE.multiply(factor)),
    noble.encodeBnG1(bn.G1.BASE.multiply(factor).negate()),
    noble.encodeBnG2(bn.G2.BASE),
  ];
}

/** The parts of one input of each function. */
export const CURVE_INPUTS: Readonly<Record<string, (inputs: CurveInputs) => Uint8Array[]>> = {
  bls12381_p1_sum: (inputs) => inputs.list(() => [inputs.sign(), inputs.blsG1()]).flat(),
  bls12381_p2_sum: (inputs) => inputs.list(() => [inputs.sign(), inputs.blsG2()]).flat(),
  bls12381_g1_multiexp: (inputs) => {
    const isOutside = inputs.pick(...[true, false, false].map((value) => () => value));
    const scalar = () => inputs.scalar(bls.Fr.ORDER, 2n ** 256n);
    return inputs.list(() => [inputs.blsG1(isOutside), scalar()]).flat();
  },
  bls12381_g2_multiexp: (inputs) => {
    const isOutside = inputs.pick(...[true, false, false].map((value) => () => value));
    const scalar = () => inputs.scalar(bls.Fr.ORDER, 2n ** 256n);
    return inputs.list(() => [inputs.blsG2(isOutside), scalar()]).flat();
  },
  bls12381_map_fp_to_g1: (inputs) => inputs.list(() => inputs.blsElement()),
  bls12381_map_fp2_to_g2: (inputs) =>
    inputs.list(() => [inputs.blsElement(), inputs.blsElement()]).flat(),
  bls12381_p1_decompress: (inputs) => inputs.list(() => inputs.compressed(inputs.blsG1())),
  bls12381_p2_decompress: (inputs) => inputs.list(() => inputs.compressed(inputs.blsG2())),
  bls12381_pairing_check: (inputs) =>
    inputs.pick(
      () => cancellingPairs(inputs),
      () => inputs.list(() => [inputs.blsG1(false), inputs.blsG2(false)]).flat(),
      () => [inputs.blsG1(), inputs.blsG2()],
    ),
  alt_bn128_g1_sum: (inputs) => inputs.list(() => [inputs.sign(), inputs.bnG1()]).flat(),
  alt_bn128_g1_multiexp: (inputs) =>
    inputs.list(() => [inputs.bnG1(), inputs.scalar(bn.Fr.ORDER, bn.Fr.ORDER)]).flat(),
  alt_bn128_pairing_check: (inputs) =>
    inputs.pick(
      () => cancellingBnPairs(inputs),
      () => inputs.list(() => [inputs.bnG1(), inputs.bnG2()]).flat(),
      () => [inputs.bnG1(), inputs.bnG2(true)],
    ),
};
