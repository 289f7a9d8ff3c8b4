/**
 * Verification of ML-DSA-65 (FIPS 204, algorithms 3 and 8) with an empty context. Polynomials are
 * arrays of 256 numbers below the modulus. The results are those of any other implementation; this
 * one is for versions of Node whose OpenSSL has none.
 */

import { equalBytes } from '../bytes/bytes.ts';
import { keccakBlocks, keccakHash, type Sponge } from './keccak.ts';
import { COLUMNS, N, Q, usePolynomials } from './mlDsaPolynomials.ts';

const ROWS = 6;
const DROPPED_BITS = 13;
const CHALLENGE_ONES = 49;
const GAMMA_1 = 2 ** 19;
const GAMMA_2 = (Q - 1) / 32;
const STEP = 2 * GAMMA_2;
const STEPS = (Q - 1) / STEP;
const BETA = 196;
const HINTS_MAX = 55;

const SEED_BYTES = 32;
const CHALLENGE_BYTES = 48;
const T1_BITS = 10;
const Z_BITS = 20;
const HASH_BYTES = 64;
const SHAKE_128: Sponge = { rate: 168, suffix: 0x1f };
const SHAKE_256: Sponge = { rate: 136, suffix: 0x1f };
/** A message is signed as it is, and with no context. */
const NO_CONTEXT = Uint8Array.of(0, 0);

type Polynomial = Uint32Array;

const polynomialBytes = (bits: number): number => (N * bits) / 8;
const Z_OFFSET = CHALLENGE_BYTES;
const HINT_OFFSET = Z_OFFSET + COLUMNS * polynomialBytes(Z_BITS);

/** The key and the signature have the right lengths. */
export function verifyMlDsa65Signature(
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const hints = readHints(signature.subarray(HINT_OFFSET));
  if (hints === null) return false;
  if (!readResponses(signature)) return false;
  const { challenge, transform } = usePolynomials();
  const challengeBytes = signature.subarray(0, CHALLENGE_BYTES);
  sampleChallenge(challenge.numbers, challengeBytes);
  transform(challenge.at);
  const commitments = hints.map((hint, row) => encodeCommitment(commitmentOf(key, row), hint));
  const keyHash = keccakHash(SHAKE_256, [key], HASH_BYTES);
  const messageHash = keccakHash(SHAKE_256, [keyHash, NO_CONTEXT, message], HASH_BYTES);
  const expected = keccakHash(SHAKE_256, [messageHash, ...commitments], CHALLENGE_BYTES);
  return equalBytes(expected, challengeBytes);
}

/** A row of the matrix times the responses, less the challenge times the key. */
function commitmentOf(key: Uint8Array, row: number): Polynomial {
  const polynomials = usePolynomials();
  const seed = key.subarray(0, SEED_BYTES);
  for (const [column, { numbers }] of polynomials.elements.entries()) {
    sampleElement(numbers, seed, Uint8Array.of(column, row));
  }
  readT1(polynomials.key.numbers, key, row);
  polynomials.transform(polynomials.key.at);
  polynomials.commit();
  return polynomials.commitment.numbers;
}

/** An element of the matrix, in its transformed form. */
function sampleElement(element: Polynomial, seed: Uint8Array, place: Uint8Array): void {
  const nextBlock = keccakBlocks(SHAKE_128, [seed, place]);
  for (let count = 0; count < N; ) {
    const block = nextBlock();
    for (let at = 0; at < block.length && count < N; at += 3) {
      const value = block[at]! | (block[at + 1]! << 8) | ((block[at + 2]! & 0x7f) << 16);
      if (value < Q) element[count++] = value;
    }
  }
}

/** A few coefficients of one or minus one, among zeros. */
function sampleChallenge(challenge: Polynomial, bytes: Uint8Array): void {
  const nextBlock = keccakBlocks(SHAKE_256, [bytes]);
  let block = nextBlock();
  const signs = block.slice(0, 8);
  let at = signs.length;
  challenge.fill(0);
  for (let index = N - CHALLENGE_ONES; index < N; ) {
    if (at === block.length) {
      block = nextBlock();
      at = 0;
    }
    const place = block[at++]!;
    if (place > index) continue;
    const sign = index - (N - CHALLENGE_ONES);
    const isNegative = ((signs[sign >> 3]! >> (sign & 7)) & 1) === 1;
    challenge[index] = challenge[place]!;
    challenge[place] = isNegative ? Q - 1 : 1;
    index++;
  }
}

/** Numbers of equal width, the lowest bits first. */
function unpack(values: Polynomial, bytes: Uint8Array, bits: number): void {
  let [buffer, filled, at] = [0, 0, 0];
  for (let i = 0; i < N; i++) {
    while (filled < bits) {
      buffer |= bytes[at++]! << filled;
      filled += 8;
    }
    values[i] = buffer & ((1 << bits) - 1);
    buffer >>>= bits;
    filled -= bits;
  }
}

/** A row of the key, with the bits that it lacks. */
function readT1(t1: Polynomial, key: Uint8Array, row: number): void {
  const start = SEED_BYTES + row * polynomialBytes(T1_BITS);
  unpack(t1, key.subarray(start, start + polynomialBytes(T1_BITS)), T1_BITS);
  for (let i = 0; i < N; i++) t1[i]! <<= DROPPED_BITS;
}

/** Reads and transforms the responses; false if a coefficient is too large. */
function readResponses(signature: Uint8Array): boolean {
  const { responses, transform } = usePolynomials();
  for (const [column, { numbers, at }] of responses.entries()) {
    const start = Z_OFFSET + column * polynomialBytes(Z_BITS);
    unpack(numbers, signature.subarray(start, start + polynomialBytes(Z_BITS)), Z_BITS);
    for (let i = 0; i < N; i++) {
      const value = GAMMA_1 - numbers[i]!;
      if (Math.abs(value) >= GAMMA_1 - BETA) return false;
      numbers[i] = value < 0 ? value + Q : value;
    }
    transform(at);
  }
  return true;
}

/** For each row, which coefficients are off by one. Null unless they are in their one order. */
function readHints(bytes: Uint8Array): Uint8Array[] | null {
  const hints: Uint8Array[] = [];
  let at = 0;
  for (let row = 0; row < ROWS; row++) {
    const hint = new Uint8Array(N);
    const first = at;
    const end = bytes[HINTS_MAX + row]!;
    if (end < at || end > HINTS_MAX) return null;
    for (; at < end; at++) {
      if (at > first && bytes[at - 1]! >= bytes[at]!) return null;
      hint[bytes[at]!] = 1;
    }
    hints.push(hint);
  }
  return bytes.subarray(at, HINTS_MAX).every((byte) => byte === 0) ? hints : null;
}

/** The high bits of the coefficients, corrected by the hints, two to a byte. */
function encodeCommitment(w: Polynomial, hint: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(N / 2);
  for (let i = 0; i < bytes.length; i++) {
    const [even, odd] = [2 * i, 2 * i + 1];
    bytes[i] = highBits(w[even]!, hint[even]!) | (highBits(w[odd]!, hint[odd]!) << 4);
  }
  return bytes;
}

/** The nearest multiple of the step; a hint is for the next one, on the side of the value. */
function highBits(value: number, hint: number): number {
  const nearest = ((value + GAMMA_2 - 1) / STEP) | 0;
  // The last multiple is minus one, modulo the modulus.
  const isLast = nearest === STEPS;
  const top = isLast ? 0 : nearest;
  if (hint === 0) return top;
  const low = value - nearest * STEP - (isLast ? 1 : 0);
  return (top + (low > 0 ? 1 : STEPS - 1)) % STEPS;
}
