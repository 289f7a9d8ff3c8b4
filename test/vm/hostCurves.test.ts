// The host functions of BLS12-381, alt_bn128 and P-256, which compute in Wasm, against
// @noble/curves, which computes with BigInt: random members, points outside the group, infinity,
// opposite and equal points, edges of the fields, and bytes that are no points.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { p256 } from '@noble/curves/nist.js';
import { CURVE_INPUTS, CurveInputs } from './support/curveInputs.ts';
import { HostHarness } from './support/hostHarness.ts';
import * as noble from './support/nobleCurves.ts';
import { Random } from './support/random.ts';

const ROUNDS = 12;
const { toBytes } = noble;

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
  for (const [name, create] of Object.entries(CURVE_INPUTS)) {
    it(name, () => {
      const inputs = new CurveInputs(new Random(name.length));
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
    const inputs = new CurveInputs(new Random(256));
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
    const inputs = new CurveInputs(new Random(257));
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
