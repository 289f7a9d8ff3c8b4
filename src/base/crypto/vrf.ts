/**
 * The verifiable random function behind the random value of a block: group
 * ristretto255, scalars little endian, BLAKE2b without domain separation. The key is the ed25519
 * key of the validator read as a ristretto point.
 */

import { ristretto255 } from '@noble/curves/ed25519.js';
import { assert } from '../assert.ts';
import { bytesKey, concatBytes } from '../bytes/bytes.ts';
import { decodeEdwards } from './edwardsMultiples.ts';
import { blake2b256, blake2b512 } from './hash.ts';
import { invertModulo } from './invertModulo.ts';
import { keyCaches } from './keyCaches.ts';
import type { PublicKey, SecretKey } from './keys.ts';
import { encodeBaseMultiples } from './ristrettoBase.ts';
import { expandSeed, numberToBytes, ORDER, readNumber, readScalar } from './scalar25519.ts';

const { Point } = ristretto255;
const { Fn: Scalar } = Point;
type RistrettoPoint = InstanceType<typeof Point>;

type VrfSecret = { readonly scalar: bigint; readonly publicBytes: Uint8Array };
type VrfPublic = { readonly point: RistrettoPoint; readonly publicBytes: Uint8Array };

const VRF_PROOF_LENGTH = 64;

/** Deriving a key costs about as much as using it; the validators of an epoch are few. */
const SECRET_BYTES = 256;
const secrets = keyCaches.create<VrfSecret>('vrf_secret_keys');
/** The tables for this window pay off after five multiplications. */
const WINDOW_BITS = 4;
const PUBLIC_BYTES = 1 << 18;
const publics = keyCaches.create<VrfPublic>('vrf_public_keys');

export function proveVrf(
  secret: SecretKey,
  input: Uint8Array,
): { value: Uint8Array; proof: Uint8Array } {
  assert(secret.type === 'ed25519', 'only an ed25519 key proves');
  const { scalar, publicBytes } = getVrfSecret(secret.data.subarray(0, 32));
  const x = Scalar.add(scalar, hashToScalar(publicBytes, input));
  // The reference takes the inverse of zero as one.
  const inverse = x === 0n ? 1n : invertModulo(x, ORDER);
  const nonce = readScalar(blake2b512(numberToBytes(x)));
  const points = encodeBaseMultiples([inverse, nonce, Scalar.mul(inverse, nonce)]);
  const value = points[0]!;
  const challenge = hashToScalar(publicBytes, ...points);
  const response = Scalar.sub(nonce, Scalar.mul(challenge, x));
  return { value, proof: concatBytes(numberToBytes(response), numberToBytes(challenge)) };
}

/**
 * What other nodes make of a proof; the tests hold `proveVrf` to it. Returns false for anything
 * malformed, and for a key that may not stake.
 */
export function verifyVrf(
  publicKey: PublicKey,
  input: Uint8Array,
  value: Uint8Array,
  proof: Uint8Array,
): boolean {
  const known = getVrfPublic(publicKey);
  const valuePoint = decodePoint(value);
  if (known === undefined || valuePoint === undefined) return false;
  if (proof.length !== VRF_PROOF_LENGTH) return false;
  const response = readNumber(proof.subarray(0, 32));
  const challenge = readNumber(proof.subarray(32));
  if (!Scalar.isValid(response) || !Scalar.isValid(challenge)) return false;

  const { point, publicBytes } = known;
  const offset = hashToScalar(publicBytes, input);
  const factor = Scalar.add(response, Scalar.mul(challenge, offset));
  const first = Point.BASE.multiplyUnsafe(factor).add(point.multiplyUnsafe(challenge));
  const second = valuePoint.multiplyUnsafe(response).add(Point.BASE.multiplyUnsafe(challenge));
  return challenge === hashToScalar(publicBytes, value, first.toBytes(), second.toBytes());
}

function getVrfSecret(seed: Uint8Array): VrfSecret {
  const cacheKey = bytesKey(seed);
  const known = secrets.get(cacheKey);
  if (known !== undefined) return known;
  const { scalar } = expandSeed(seed);
  const derived = { scalar, publicBytes: encodeBaseMultiples([scalar])[0]! };
  secrets.set(cacheKey, derived, SECRET_BYTES);
  return derived;
}

/** Undefined unless the key is an ed25519 point without a torsion component. */
function getVrfPublic(publicKey: PublicKey): VrfPublic | undefined {
  if (publicKey.type !== 'ed25519') return undefined;
  const cacheKey = bytesKey(publicKey.data);
  const known = publics.get(cacheKey);
  if (known !== undefined) return known;
  const edwards = decodeEdwards(publicKey.data);
  if (edwards === null || !edwards.isTorsionFree()) return undefined;
  const point = new Point(edwards).precompute(WINDOW_BITS);
  const derived = { point, publicBytes: point.toBytes() };
  publics.set(cacheKey, derived, PUBLIC_BYTES);
  return derived;
}

function decodePoint(bytes: Uint8Array): RistrettoPoint | undefined {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}

function hashToScalar(...parts: Uint8Array[]): bigint {
  return readScalar(blake2b256(concatBytes(...parts)));
}
