/**
 * Keys and signatures of the three schemes: text forms, signing, verifying, and the handle under
 * which a key is stored. The texts of refusals are those of the reference node.
 */

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { assert } from '../assert.ts';
import { encodeBase58, readBase58 } from '../bytes/base58.ts';
import { concatBytes, utf8ToBytes } from '../bytes/bytes.ts';
import { PerigeeError } from '../errors.ts';
import { ChaChaRng } from './chacha.ts';
import {
  deriveEd25519,
  signEd25519,
  verifyEd25519,
  verifyEd25519Aside,
  verifyEd25519Together,
} from './ed25519.ts';
import { createEd25519Signer } from './ed25519Tables.ts';
import { decodeEdwards } from './edwardsMultiples.ts';
import { sha3_256 } from './hash.ts';
import { verifyMlDsa65 } from './mlDsa65.ts';
import { verifySecp256k1 } from './secp256k1.ts';

export type KeyType = 'ed25519' | 'secp256k1' | 'ml-dsa-65';

type Typed<T extends string> = { readonly type: T; readonly data: Uint8Array };
/** secp256k1: both coordinates without the leading 04. */
export type PublicKey = Typed<KeyType>;
/** secp256k1: r, s and the recovery id. */
export type Signature = Typed<KeyType>;
/** ed25519: the seed and the public key, 32 bytes each. */
export type SecretKey = Typed<KeyType>;
/** How a key is stored and listed: an ML-DSA-65 key only as a hash. */
export type PublicKeyHandle = Typed<'ed25519' | 'secp256k1' | 'ml-dsa-65-hash'>;

type KeyError = { readonly code: 'key' };

type Lengths = Readonly<Record<KeyType, number>>;
export const PUBLIC_KEY_LENGTHS: Lengths = { ed25519: 32, secp256k1: 64, 'ml-dsa-65': 1952 };
export const SIGNATURE_LENGTHS: Lengths = { ed25519: 64, secp256k1: 65, 'ml-dsa-65': 3309 };
const SECRET_KEY_LENGTHS: Lengths = { ed25519: 64, secp256k1: 32, 'ml-dsa-65': 4032 };

const HANDLE_DOMAIN = utf8ToBytes('near:ml-dsa-65-pubkey-hash:v1');
const HANDLE_PREFIX = 'ml-dsa-65-hash:';
const SEED_LENGTH = 32;

export function publicKeyToHandle(key: PublicKey): PublicKeyHandle {
  if (key.type !== 'ml-dsa-65') return { type: key.type, data: key.data };
  return { type: 'ml-dsa-65-hash', data: sha3_256(concatBytes(HANDLE_DOMAIN, key.data)) };
}

export function formatPublicKey(key: PublicKey): string {
  return formatTyped(key);
}

/** Throws a PerigeeError of code `key`. */
export function parsePublicKey(text: string): PublicKey {
  return parseTyped(text, PUBLIC_KEY_LENGTHS, 'key');
}

export function formatPublicKeyHandle(handle: PublicKeyHandle): string {
  return formatTyped(handle);
}

/** Throws a PerigeeError of code `key`. Only here the prefix of the hash form is in lower case. */
export function parsePublicKeyHandle(text: string): PublicKeyHandle {
  if (text.startsWith(HANDLE_PREFIX)) {
    return {
      type: 'ml-dsa-65-hash',
      data: decodeData(text.slice(HANDLE_PREFIX.length), 32, 'key'),
    };
  }
  const { type, data } = splitTyped(text, 'key');
  if (type !== 'ml-dsa-65')
    return { type, data: decodeData(data, PUBLIC_KEY_LENGTHS[type], 'key') };
  const message =
    'full ML-DSA-65 keys cannot appear in a PublicKeyHandle; ' +
    'use the `ml-dsa-65-hash:` form instead';
  throw new PerigeeError<KeyError>({ code: 'key' }, `invalid key data: ${message}`);
}

export function formatSignature(signature: Signature): string {
  return formatTyped(signature);
}

/** Throws a PerigeeError of code `signature`. See `isWellFormedSignature` for binary input. */
export function parseSignature(text: string): Signature {
  return parseTyped(text, SIGNATURE_LENGTHS, 'signature');
}

/** The check that decoding makes: an ed25519 signature has the top three bits of s clear. */
export function isWellFormedSignature(signature: Signature): boolean {
  return signature.type !== 'ed25519' || (signature.data[63]! & 0xe0) === 0;
}

export function formatSecretKey(secret: SecretKey): string {
  return formatTyped(secret);
}

/** Throws a PerigeeError of code `key`. */
export function parseSecretKey(text: string): SecretKey {
  const secret = parseTyped(text, SECRET_KEY_LENGTHS, 'key');
  try {
    secretToPublic(secret);
  } catch (cause) {
    const message = 'invalid key data: malformed or out-of-range secret key';
    throw new PerigeeError<KeyError>({ code: 'key' }, message, { cause });
  }
  return secret;
}

export function secretToPublic(secret: SecretKey): PublicKey {
  return { type: secret.type, data: derivePublicData(secret) };
}

function derivePublicData({ type, data }: SecretKey): Uint8Array {
  if (type === 'ed25519') return data.slice(SEED_LENGTH);
  if (type === 'secp256k1') return secp256k1.getPublicKey(data, false).slice(1);
  return ml_dsa65.getPublicKey(data);
}

/** The key that the reference node's tests and test chains derive from a word. */
export function keyFromSeed(type: KeyType, seedText: string): SecretKey {
  const seed = new Uint8Array(SEED_LENGTH).fill(0x20);
  seed.set(utf8ToBytes(seedText).subarray(0, SEED_LENGTH));
  if (type === 'ed25519') return { type, data: concatBytes(seed, deriveEd25519(seed)) };
  if (type === 'secp256k1') return { type, data: drawSecp256k1Secret(seed) };
  return { type, data: ml_dsa65.keygen(seed).secretKey };
}

/** Draws 32 bytes at a time until they are a valid scalar. */
function drawSecp256k1Secret(seed: Uint8Array): Uint8Array {
  const rng = new ChaChaRng(seed, 12);
  const secret = new Uint8Array(32);
  const view = new DataView(secret.buffer);
  do {
    for (let i = 0; i < 32; i += 4) view.setUint32(i, rng.nextU32(), true);
  } while (!secp256k1.utils.isValidSecretKey(secret));
  return secret;
}

/** Deterministic for all schemes. A secp256k1 key signs 32 bytes only. */
export function sign({ type, data }: SecretKey, message: Uint8Array): Signature {
  if (type === 'ed25519') return { type, data: signEd25519(data.slice(0, SEED_LENGTH), message) };
  if (type === 'ml-dsa-65')
    return { type, data: ml_dsa65.sign(message, data, { extraEntropy: false }) };
  assert(message.length === 32, 'secp256k1 signs a hash');
  const options = { prehash: false, format: 'recovered' } as const;
  const signature = secp256k1.sign(message, data, options);
  return { type, data: concatBytes(signature.subarray(1), signature.subarray(0, 1)) };
}

/** As `sign`, for a key that signs again and again. */
export function createSigner(secret: SecretKey): (message: Uint8Array) => Signature {
  const { type, data } = secret;
  if (type !== 'ed25519') return (message) => sign(secret, message);
  const seed = data.slice(0, SEED_LENGTH);
  const signData = createEd25519Signer(seed, deriveEd25519(seed));
  return (message) => ({ type, data: signData(message) });
}

/** Returns false for anything malformed. */
export function verify(key: PublicKey, message: Uint8Array, signature: Signature): boolean {
  if (key.type !== signature.type) return false;
  if (key.type === 'ed25519') return verifyEd25519(key.data, message, signature.data);
  if (key.type === 'ml-dsa-65') return verifyMlDsa65(key.data, message, signature.data);
  return verifyRecoverable(key.data, message, signature.data);
}

/** A message that a key may have signed. */
export interface SignatureCheck {
  readonly key: PublicKey;
  readonly message: Uint8Array;
  readonly signature: Signature;
}

/** As `verify` of each; those of ed25519 keys together. */
export function verifyAll(checks: readonly SignatureCheck[]): boolean[] {
  const isPlain = ({ key, signature }: SignatureCheck) =>
    key.type === 'ed25519' && signature.type === 'ed25519';
  const plain = checks.filter(isPlain).map(({ key, message, signature }) => {
    return { publicKey: key.data, message, signature: signature.data };
  });
  const verdicts = verifyEd25519Together(plain).values();
  return checks.map((check) => {
    if (isPlain(check)) return verdicts.next().value as boolean;
    return verify(check.key, check.message, check.signature);
  });
}

/** As `verify` of each, for ed25519 keys: together, and off this thread if that helps. */
export function verifyAllAside(checks: readonly SignatureCheck[]): (boolean | Promise<boolean>)[] {
  // A signature of another scheme has another length, and is refused for it.
  const unpacked = checks.map(({ key, message, signature }) => {
    assert(key.type === 'ed25519', 'other schemes are verified elsewhere');
    return { publicKey: key.data, message, signature: signature.data };
  });
  return verifyEd25519Aside(unpacked);
}

/** The recovery id only has to be in range, nothing is recovered. */
function verifyRecoverable(key: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_LENGTHS.secp256k1 || signature[64]! > 3) return false;
  return verifySecp256k1(key, hash, signature.subarray(0, 64));
}

/** Whether the key can stake: an ed25519 point without a torsion component. */
export function isSuitableStakingKey(key: PublicKey): boolean {
  if (key.type !== 'ed25519') return false;
  return decodeEdwards(key.data)?.isTorsionFree() ?? false;
}

function formatTyped({ type, data }: Typed<string>): string {
  return `${type}:${encodeBase58(data)}`;
}

type Subject = 'key' | 'signature';

function parseTyped(text: string, lengths: Lengths, subject: Subject): Typed<KeyType> {
  const { type, data } = splitTyped(text, subject);
  return { type, data: decodeData(data, lengths[type], subject) };
}

/** Without a prefix the type is ed25519; the case of a prefix does not matter. */
function splitTyped(text: string, subject: Subject): { type: KeyType; data: string } {
  const colon = text.indexOf(':');
  if (colon === -1) return { type: 'ed25519', data: text };
  const type = text.slice(0, colon).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (!isKeyType(type)) {
    throw new PerigeeError({ code: subject }, `unknown key type '${type}'`);
  }
  return { type, data: text.slice(colon + 1) };
}

function isKeyType(text: string): text is KeyType {
  return Object.hasOwn(PUBLIC_KEY_LENGTHS, text);
}

function decodeData(text: string, length: number, subject: Subject): Uint8Array {
  const result = readBase58(text, length);
  if (result instanceof Uint8Array && result.length === length) return result;
  if (result instanceof PerigeeError && result.info.reason === 'character') {
    throw new PerigeeError({ code: subject }, `invalid ${subject} data: ${result.message}`);
  }
  // The reference stops at the first byte too many, so it knows no longer length.
  const received = result instanceof Uint8Array ? result.length : length + 1;
  const lengths = `expected the input of ${length} bytes, but ${received} was given`;
  throw new PerigeeError({ code: subject }, `invalid ${subject} length: ${lengths}`);
}
