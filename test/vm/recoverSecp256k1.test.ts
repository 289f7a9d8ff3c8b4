// Recovery of secp256k1 keys, in Wasm, against libsecp256k1 for ids that it takes, and against
// @noble/curves for all: signatures, random numbers, numbers at the edges of their ranges, and
// pairs of multiples that the sum of points is made of.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { recover } from 'tiny-secp256k1';
import { concatBytes } from '../../src/base/bytes/bytes.ts';
import { recoverSecp256k1 } from '../../src/vm/crypto/ecdsa.ts';
import { CurveInputs } from './support/curveInputs.ts';
import { toBytes } from './support/nobleCurves.ts';
import { Random } from './support/random.ts';

const { Fn, Fp, BASE } = secp256k1.Point;
const ORDER = Fn.ORDER;
const ROUNDS = 60;
const IDS = [0, 1, 2, 3] as const;

type Signed = { readonly hash: Uint8Array; readonly r: bigint; readonly s: bigint };

function orNull(compute: () => Uint8Array | null): Uint8Array | null {
  try {
    return compute()?.slice(1) ?? null;
  } catch {
    return null;
  }
}

const toHex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex');

/** Compares the results of all ids; returns how many keys were recovered. */
function compare({ hash, r, s }: Signed): number {
  const signature = concatBytes(toBytes(r, 32), toBytes(s, 32));
  let found = 0;
  for (const id of IDS) {
    const name = `hash ${toHex(hash)}, signature ${toHex(signature)}, id ${id}`;
    const recovery = { hash, signature, recoveryId: id };
    const key = recoverSecp256k1({ ...recovery, refuseHighS: false });
    const expected = orNull(() =>
      new secp256k1.Signature(r, s, id).recoverPublicKey(hash).toBytes(false),
    );
    assert.equal(toHex(key), toHex(expected), name);
    if (id < 2) {
      const library = orNull(() => recover(hash, signature, id as 0 | 1, false));
      assert.equal(toHex(key), toHex(library), name);
    }
    const isRefused = s > ORDER / 2n;
    const low = recoverSecp256k1({ ...recovery, refuseHighS: true });
    assert.equal(toHex(low), isRefused ? null : toHex(key), name);
    if (key !== null) found++;
  }
  return found;
}

it('recovers the key that signed', () => {
  const inputs = new CurveInputs(new Random(1));
  for (let round = 0; round < ROUNDS; round++) {
    const secret = toBytes(inputs.number(ORDER - 1n) + 1n, 32);
    const hash = toBytes(inputs.number(2n ** 256n), 32);
    const signed = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
    const [recoveryId, signature] = [signed[0]!, signed.slice(1)];
    const key = recoverSecp256k1({ hash, signature, recoveryId, refuseHighS: true });
    assert.equal(toHex(key), toHex(secp256k1.getPublicKey(secret, false).slice(1)));
    const { r, s } = secp256k1.Signature.fromBytes(signature);
    assert.ok(compare({ hash, r, s }) > 0);
    compare({ hash, r, s: ORDER - s });
  }
});

it('computes the same for numbers that nobody signed with', () => {
  const inputs = new CurveInputs(new Random(2));
  let found = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const number = () => inputs.number(2n ** 256n);
    found += compare({ hash: toBytes(number(), 32), r: number(), s: number() });
  }
  assert.ok(found > 0);
});

it('computes the same at the edges of the ranges', () => {
  const [half, beyond] = [ORDER / 2n, Fp.ORDER - ORDER];
  const edges = [0n, 1n, 2n, half, half + 1n, ORDER - 1n, ORDER, ORDER + 1n];
  const ends = [beyond - 1n, beyond, beyond + 1n, Fp.ORDER - 1n, 2n ** 256n - 1n];
  for (const r of [...edges, ...ends]) {
    for (const s of [...edges, ...ends]) compare({ hash: toBytes(7n, 32), r, s });
  }
  for (const hash of [...edges, ...ends]) compare({ hash: toBytes(hash, 32), r: 2n, s: 3n });
});

it('finds nonce points whose x is beyond the order', () => {
  let found = 0;
  for (let r = 1n; r < 16n; r++) {
    for (const hash of [0n, 7n, ORDER, 2n ** 256n - 1n]) {
      for (const s of [1n, ORDER - 1n]) found += compare({ hash: toBytes(hash, 32), r, s });
    }
  }
  assert.ok(found > 120);
});

it('adds any two multiples, of points that may be equal or opposite', () => {
  const third = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n;
  const small = [0n, 1n, 2n, 15n, 16n, 17n, 127n, 128n, 129n, 2n ** 128n - 1n, 2n ** 128n];
  const factors = [...small, third, third + 1n, ORDER / 2n, ORDER - third];
  const all = [...factors, ...factors.slice(1, 8).map((factor) => ORDER - factor)];
  for (const nonce of [1n, 5n]) {
    const { x: r } = BASE.multiply(nonce).toAffine();
    for (const ofBase of all) {
      for (const ofPoint of all) {
        const hash = toBytes(Fn.create(-ofBase * r), 32);
        const signature = concatBytes(toBytes(r, 32), toBytes(Fn.create(ofPoint * r), 32));
        if (ofPoint === 0n) continue;
        for (const recoveryId of [0, 1]) {
          const key = recoverSecp256k1({ hash, signature, recoveryId, refuseHighS: false });
          const expected = orNull(() => recover(hash, signature, recoveryId as 0 | 1, false));
          assert.equal(toHex(key), toHex(expected), `${ofBase} and ${ofPoint}`);
        }
      }
    }
  }
});

it('recovers keys after any number of signatures that have none', () => {
  const hash = toBytes(7n, 32);
  const recoverWith = (r: bigint, recoveryId: number) => {
    const signature = concatBytes(toBytes(r, 32), toBytes(1n, 32));
    return recoverSecp256k1({ hash, signature, recoveryId, refuseHighS: false });
  };
  const before = recoverWith(1n, 0);
  for (let count = 0; count < 10_000; count++) assert.equal(recoverWith(5n, count % 2), null);
  assert.ok(before !== null);
  assert.deepEqual(recoverWith(1n, 0), before);
});
