// Signatures and curves against vectors: those of EIP-2537 and of Ethereum's precompiles in NEAR's
// encoding, RFC 8032, FIPS 186 and FIPS 204, with the results for malformed input.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { p256 } from '@noble/curves/nist.js';
import { hexToBytes } from '../../src/base/bytes/bytes.ts';
import { keyFromSeed, secretToPublic, sign } from '../../src/base/crypto/keys.ts';
import { readText } from '../support/repository.ts';
import { HostHarness, hostErrorOf } from './support/hostHarness.ts';

const ALL_GAS = 10n ** 15n;

type Vectors = {
  bls12381: { fn: string; input: string; status: number; output: string | null }[];
  altBn128: { fn: string; input: string; output?: string; value?: number; error?: string }[];
  ecrecover: { m: string; v: number; sig: string; mc: boolean; res: string | null }[];
};

const vectors = JSON.parse(readText('test/vm/data/curveVectors.json')) as Vectors;

function createHarness(): HostHarness {
  return new HostHarness({ prepaidGas: ALL_GAS });
}

describe('bls12381', () => {
  for (const [index, { fn, input, status, output }] of vectors.bls12381.entries()) {
    it(`${index}: ${fn}`, () => {
      const harness = createHarness();
      const data = harness.put(hexToBytes(input));
      const args = fn === 'bls12381_pairing_check' ? data : [...data, 0n];
      assert.equal(harness.call(fn, ...args), BigInt(status));
      assert.equal(harness.register(0), output ?? undefined);
    });
  }

  const GENERATOR =
    '17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905' +
    'a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb' +
    '08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af6' +
    '00db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1';
  const INFINITY = `40${'00'.repeat(95)}`;

  it('decompresses, with the sign of y', () => {
    const harness = createHarness();
    const compressed = hexToBytes(GENERATOR.slice(0, 96));
    compressed[0]! |= 0x80;
    assert.equal(harness.call('bls12381_p1_decompress', ...harness.put(compressed), 0), 0n);
    assert.equal(harness.register(0), GENERATOR);
    compressed[0]! |= 0x20;
    const two = harness.put(compressed);
    const infinity = harness.put(hexToBytes(`c0${'00'.repeat(47)}`));
    const length = two[0] + infinity[0];
    assert.equal(harness.call('bls12381_p1_decompress', length, two[1], 0), 0n);
    assert.notEqual(harness.register(0)?.slice(96, 192), GENERATOR.slice(96));
    assert.equal(harness.register(0)?.slice(192), INFINITY);
  });

  it('adds a point to its negation', () => {
    const harness = createHarness();
    const data = harness.put(hexToBytes(`00${GENERATOR}01${GENERATOR}`));
    assert.equal(harness.call('bls12381_p1_sum', ...data, 0), 0n);
    assert.equal(harness.register(0), INFINITY);
  });

  it('calls malformed points invalid', () => {
    const flagged = (flag: number) => {
      const bytes = hexToBytes(GENERATOR);
      bytes[0]! |= flag;
      return `00${Buffer.from(bytes).toString('hex')}`;
    };
    const zeroX = `${'00'.repeat(96)}02`;
    const cases = [flagged(0x80), flagged(0x40), flagged(0x20), `02${GENERATOR}`, zeroX];
    for (const input of cases) {
      const harness = createHarness();
      const result = harness.call('bls12381_p1_sum', ...harness.put(hexToBytes(input)), 0);
      assert.equal(result, 1n, input);
    }
  });

  it('names the function in length errors as the reference does', () => {
    const harness = createHarness();
    const error = hostErrorOf(() => harness.call('bls12381_g1_multiexp', 1, 0, 0));
    const text = 'Incorrect input length for bls12381_p1_multiexp: 1 is not divisible by 128';
    assert.equal(error, `BLS12381InvalidInput: BLS12-381 invalid input: ${text}`);
  });
});

describe('alt_bn128', () => {
  for (const [index, { fn, input, output, value, error }] of vectors.altBn128.entries()) {
    it(`${index}: ${fn} ${error ?? ''}`, () => {
      const harness = createHarness();
      const data = harness.put(hexToBytes(input));
      const run = () => harness.call(fn, ...data, ...(fn.endsWith('check') ? [] : [0]));
      if (error !== undefined) assert.ok(hostErrorOf(run).includes(error));
      else if (value !== undefined) assert.equal(run(), BigInt(value));
      else {
        run();
        assert.equal(harness.register(0), output);
      }
    });
  }

  it('shows the offending bytes', () => {
    const harness = createHarness();
    const bytes = new Uint8Array(65);
    bytes[0] = 10;
    const error = hostErrorOf(() => harness.call('alt_bn128_g1_sum', ...harness.put(bytes), 0));
    assert.equal(error, 'AltBn128InvalidInput: AltBn128 invalid input: invalid bool: [A]');
  });
});

describe('ecrecover', () => {
  for (const [index, { m, v, sig, mc, res }] of vectors.ecrecover.entries()) {
    it(`vector ${index}`, () => {
      const harness = createHarness();
      const message = harness.put(hexToBytes(m));
      const signature = harness.put(hexToBytes(sig));
      const found = harness.call('ecrecover', ...message, ...signature, v, mc ? 1 : 0, 0);
      assert.equal(found, res === null ? 0n : 1n);
      assert.equal(harness.register(0), res ?? undefined);
    });
  }

  it('checks lengths and flags in order', () => {
    const cases: readonly (readonly [number[], string])[] = [
      [[31, 0, 63, 0, 4, 2, 0], 'The length of the signature: 63, exceeds the limit of 64 bytes'],
      [[31, 0, 64, 0, 4, 2, 0], 'V recovery byte 0 through 3 are valid but was provided 4'],
      [[31, 0, 64, 0, 3, 2, 0], 'The length of the hash: 31, exceeds the limit of 32 bytes'],
      [[32, 0, 64, 0, 3, 2, 0], 'Malleability flag needs to be 0 or 1, but is instead 2'],
    ];
    for (const [args, text] of cases) {
      const error = hostErrorOf(() => createHarness().call('ecrecover', ...args));
      assert.equal(error, `ECRecoverError: ECDSA recover error: ${text}`);
    }
  });
});

describe('ed25519_verify', () => {
  const verify = (signature: Uint8Array, message: Uint8Array, key: Uint8Array) => {
    const harness = createHarness();
    const args = [signature, message, key].flatMap((bytes) => harness.put(bytes));
    return { result: () => harness.call('ed25519_verify', ...args), harness };
  };
  const secret = keyFromSeed('ed25519', 'signer');
  const key = secretToPublic(secret).data;
  const message = new Uint8Array(32).fill(1);
  const signature = sign(secret, message).data;

  it('accepts a signature of the key only', () => {
    assert.equal(verify(signature, message, key).result(), 1n);
    assert.equal(verify(signature, message.with(0, 2), key).result(), 0n);
    assert.equal(verify(signature, message, key.with(31, 0xe1)).result(), 0n);
  });

  it('ends without charges for the rest when s has high bits', () => {
    const { result, harness } = verify(signature.with(63, 0xe1), message, key);
    assert.equal(result(), 0n);
    assert.equal(harness.charged().ed25519_verify_byte, undefined);
    assert.equal(harness.charged().read_memory_byte, 64n * 3_801_333n);
  });

  it('accepts a small-order key whose equation holds', () => {
    // The neutral element as key and as R, and s = 0.
    const one = new Uint8Array(32).with(0, 1);
    const trivial = new Uint8Array(64);
    trivial.set(one);
    assert.equal(verify(trivial, message, one).result(), 1n);
  });

  it('refuses wrong lengths', () => {
    const short = hostErrorOf(verify(signature.slice(1), message, key).result);
    assert.match(short, /ED25519 signature verification error: invalid signature length$/);
    const shortKey = hostErrorOf(verify(signature, message, key.slice(1)).result);
    assert.match(shortKey, /ED25519 signature verification error: invalid public key length$/);
  });
});

describe('p256_verify', () => {
  const secret = hexToBytes('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721');
  const key = p256.getPublicKey(secret, true);
  const hash = new Uint8Array(32).fill(7);
  const signature = p256.sign(hash, secret, { prehash: false, lowS: false });
  const verify = (sig: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => {
    const harness = createHarness();
    const args = [sig, message, publicKey].flatMap((bytes) => harness.put(bytes));
    return harness.call('p256_verify', ...args);
  };

  it('takes the first 32 bytes of the message', () => {
    assert.equal(verify(signature, hash, key), 1n);
    assert.equal(verify(signature, new Uint8Array(40).fill(7), key), 1n);
    assert.equal(verify(signature, hash.with(0, 8), key), 0n);
  });

  it('left-pads a short message, down to 16 bytes', () => {
    const short = new Uint8Array(16).fill(7);
    const padded = new Uint8Array(32);
    padded.set(short, 16);
    const signed = p256.sign(padded, secret, { prehash: false, lowS: false });
    assert.equal(verify(signed, short, key), 1n);
    assert.equal(verify(signed, short.slice(1), key), 0n);
  });

  it('accepts a high s and a compact key', () => {
    const { r, s } = p256.Signature.fromBytes(signature);
    const other = new p256.Signature(r, p256.Point.Fn.ORDER - s).toBytes();
    assert.equal(verify(other, hash, key), 1n);
    const { y } = p256.Point.fromBytes(key);
    const isSmaller = y < p256.Point.Fp.ORDER - y;
    assert.equal(verify(signature, hash, key.with(0, 5)), isSmaller ? 1n : 0n);
    assert.equal(verify(signature, hash, key.with(0, 4)), 0n);
  });

  it('refuses scalars out of range before it reads the message', () => {
    const harness = createHarness();
    const zero = harness.put(new Uint8Array(64));
    assert.equal(harness.call('p256_verify', ...zero, 0, 10n ** 9n, 0, 10n ** 9n), 0n);
    const error = hostErrorOf(() => harness.call('p256_verify', 63, 0, 0, 0, 0, 0));
    assert.match(error, /P256 signature verification error: invalid signature length$/);
  });
});

describe('ml_dsa_verify', () => {
  it('accepts a signature of the key only', () => {
    const secret = keyFromSeed('ml-dsa-65', 'signer');
    const message = new Uint8Array(10).fill(1);
    const signature = sign(secret, message).data;
    const verify = (sig: Uint8Array) => {
      const harness = createHarness();
      const parts = [sig, message, secretToPublic(secret).data];
      return harness.call('ml_dsa_verify', ...parts.flatMap((bytes) => harness.put(bytes)));
    };
    assert.equal(verify(signature), 1n);
    assert.equal(verify(signature.with(0, signature[0]! ^ 1)), 0n);
    assert.equal(verify(signature.with(3308, 0xff)), 0n);
  });

  it('names the lengths', () => {
    const error = hostErrorOf(() => createHarness().call('ml_dsa_verify', 5, 0, 0, 0, 0, 0));
    const text = 'invalid signature length: expected the input of 3309 bytes, but 5 was given';
    assert.equal(error, `MlDsaVerifyInvalidInput: ML-DSA-65 signature verification error: ${text}`);
  });
});
