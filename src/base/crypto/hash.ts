/**
 * Hash functions. SHA-256 is the hash of the protocol; the others serve the VRF (BLAKE2b), key
 * handles (SHA3) and the host functions of contracts.
 */

import { createHash, hash as hashOnce } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js';
import { encodeBase58, readBase58 } from '../bytes/base58.ts';
import { concatBytes, keyToBytes, utf8ToBytes } from '../bytes/bytes.ts';
import { PerigeeError } from '../errors.ts';
import { keccakHash, type Sponge } from './keccak.ts';

/** 32 bytes; never modified in place. */
export type Hash = Uint8Array;

type HashError = { readonly code: 'hash' };

export const HASH_LENGTH = 32;
export const HASH_ZERO: Hash = new Uint8Array(HASH_LENGTH);

/** The original Keccak ends messages with a single bit. */
const KECCAK_256: Sponge = { rate: 136, suffix: 0x01 };
const KECCAK_512: Sponge = { rate: 72, suffix: 0x01 };

/** Taking the digest as latin1 text costs half of taking it as a Buffer, which has memory apart. */
export function sha256(bytes: Uint8Array): Hash {
  return keyToBytes(hashOnce('sha256', bytes, 'binary'));
}

/** Up to here pieces are joined faster than they are hashed one by one. */
const JOINED_BYTES_MAX = 4096;

/** SHA-256 of several pieces in a row. */
export function sha256Pieces(...pieces: Uint8Array[]): Hash {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length <= JOINED_BYTES_MAX) return sha256(concatBytes(...pieces));
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return keyToBytes(hash.digest('binary'));
}

const pairScratch = new Uint8Array(new ArrayBuffer(2 * HASH_LENGTH));

/** SHA-256 of two hashes in a row: the inner node of every Merkle tree. */
export function combineHash(left: Hash, right: Hash): Hash {
  pairScratch.set(left, 0);
  pairScratch.set(right, HASH_LENGTH);
  return sha256(pairScratch);
}

export function formatHash(hash: Hash): string {
  return encodeBase58(hash);
}

/** Throws a PerigeeError of code `hash` with the text that the reference node gives. */
export function parseHash(text: string): Hash {
  const result = readBase58(text, HASH_LENGTH);
  if (result instanceof Uint8Array && result.length === HASH_LENGTH) return result;
  const isCharacterError = result instanceof PerigeeError && result.info.reason === 'character';
  const message = isCharacterError
    ? result.message
    : `invalid length ${utf8ToBytes(text).length}, expected base58-encoded 256-bit hash`;
  throw new PerigeeError<HashError>({ code: 'hash' }, message);
}

export function sha512(bytes: Uint8Array): Uint8Array {
  return toPlainBytes(hashOnce('sha512', bytes, 'buffer'));
}

export function sha3_256(bytes: Uint8Array): Uint8Array {
  return toPlainBytes(hashOnce('sha3-256', bytes, 'buffer'));
}

export function sha3_384(bytes: Uint8Array): Uint8Array {
  return toPlainBytes(hashOnce('sha3-384', bytes, 'buffer'));
}

export function sha3_512(bytes: Uint8Array): Uint8Array {
  return toPlainBytes(hashOnce('sha3-512', bytes, 'buffer'));
}

export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccakHash(KECCAK_256, [bytes], 32);
}

export function keccak512(bytes: Uint8Array): Uint8Array {
  return keccakHash(KECCAK_512, [bytes], 64);
}

export function blake2b256(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: 32 });
}

export function blake2b512(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: 64 });
}

/** False once OpenSSL has refused it, as builds without older functions do. */
let hasNativeRipemd160 = true;

/** OpenSSL takes a fifth of the time that JavaScript needs. */
export function ripemd160(bytes: Uint8Array): Uint8Array {
  if (hasNativeRipemd160) {
    try {
      return keyToBytes(hashOnce('ripemd160', bytes, 'binary'));
    } catch {
      hasNativeRipemd160 = false;
    }
  }
  return nobleRipemd160(bytes);
}

function toPlainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}
