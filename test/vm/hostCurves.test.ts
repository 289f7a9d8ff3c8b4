// The host functions of BLS12-381, alt_bn128 and P-256, which compute in Wasm, against
// @noble/curves, which computes with BigInt: random members, points outside the group, infinity,
// opposite and equal points, edges of the fields, and bytes that are no points.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { p256 } from '@noble/curves/nist.js';
import { HostHarness } from './support/hostHarness.ts';
import * as noble from './support/nobleCurves.ts';
import { Random } from './support/random.ts';

const ROUNDS = 12;
const { bls, bn, toBytes, toNumber } = noble;

class Inputs {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
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

  bnG2(): Uint8Array {
    return this.pick(
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
function cancellingPairs(inputs: Inputs): Uint8Array[] {
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

function cancellingBnPairs(inputs: Inputs): Uint8Array[] {
  const factor = inputs.number(bn.Fr.ORDER - 1n) + 1n;
  return [
    noble.encodeBnG1(bn.G1.BASE),
    noble.encodeBnG2(bn.G2.BASE.multiply(factor)),
    noble.encodeBnG1(bn.G1.BASE.multiply(factor).negate()),
    noble.encodeBnG2(bn.G2.BASE),
  ];
}

/** The parts of one input of each function. */
const CREATORS: Readonly<Record<string, (inputs: Inputs) => Uint8Array[]>> = {
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
    ),
};

/** The result in the form of the other implementation's. */
function callHost(name: string, input: Uint8Array): Uint8Array | null {
  const harness = new HostHarness({ prepaidGas: 10n ** 15n });
  const data = harness.put(input);
  const isCheck = name.endsWith('check');
  let status: number;
  try {
    status = Number(harness.call(name, ...data, ...(isCheck ? [] : [0])) ?? 0);
  } catch {
    return null;
  }
  if (name.startsWith('bls') && status === 1) return null;
  if (isCheck) return Uint8Array.of(status);
  return Buffer.from(harness.register(0) as string, 'hex');
}

const toHex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex');

describe('curves in Wasm', () => {
  for (const [name, create] of Object.entries(CREATORS)) {
    it(name, () => {
      const inputs = new Inputs(name.length);
      const compute = (noble.nobleBls[name] ?? noble.nobleBn[name])!;
      for (let round = 0; round < ROUNDS; round++) {
        const input = inputs.spoil(Buffer.concat(create(inputs)));
        const result = toHex(callHost(name, input));
        assert.equal(result, toHex(compute(input)), `${name} ${toHex(input)}`);
      }
    });
  }
});

describe('P-256 in Wasm', () => {
  const verify = (signature: Uint8Array, hash: Uint8Array, key: Uint8Array) => {
    const harness = new HostHarness({ prepaidGas: 10n ** 15n });
    const args = [signature, hash, key].flatMap((part) => harness.put(part));
    return harness.call('p256_verify', ...args) === 1n;
  };
  const options = { prehash: false, lowS: false } as const;
  const verifyNoble = (signature: Uint8Array, hash: Uint8Array, key: Uint8Array) => {
    try {
      return p256.verify(signature, hash, key, options);
    } catch {
      return false;
    }
  };

  it('verifies, and refuses what was changed', () => {
    const inputs = new Inputs(256);
    let accepted = 0;
    for (let round = 0; round < 4 * ROUNDS; round++) {
      const secret = toBytes(inputs.number(p256.Point.Fn.ORDER - 1n) + 1n, 32);
      const hash = toBytes(inputs.number(2n ** 256n), 32);
      const signature = inputs.spoil(p256.sign(hash, secret, options));
      const key = inputs.spoil(p256.getPublicKey(secret, true));
      // The tag of another encoding would be taken for a key of another length.
      if (key[0] !== 2 && key[0] !== 3) continue;
      const isValid = verify(signature, hash, key);
      assert.equal(isValid, verifyNoble(signature, hash, key), `round ${round}`);
      if (isValid) accepted++;
    }
    assert.ok(accepted > ROUNDS);
  });

  it('takes the smaller y for a compact key', () => {
    const inputs = new Inputs(257);
    for (let round = 0; round < ROUNDS; round++) {
      const secret = toBytes(inputs.number(p256.Point.Fn.ORDER - 1n) + 1n, 32);
      const hash = toBytes(inputs.number(2n ** 256n), 32);
      const key = p256.getPublicKey(secret, true);
      const { y } = p256.Point.fromBytes(key);
      const compact = Uint8Array.of(5, ...key.subarray(1));
      const isSmaller = y <= p256.Point.Fp.ORDER - y;
      assert.equal(verify(p256.sign(hash, secret, options), hash, compact), isSmaller);
    }
  });
});
