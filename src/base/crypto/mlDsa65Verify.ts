/**
 * Verification of ML-DSA-65 (FIPS 204, algorithms 3 and 8) with an empty context. Polynomials are
 * arrays of 256 numbers below the modulus. The results are those of any other implementation; this
 * one is for versions of Node whose OpenSSL has none.
 */

import { equalBytes } from '../bytes/bytes.ts';
import { keccakBlocks, keccakHash, type Sponge } from './keccak.ts';

const Q = 8_380_417;
const Q_INVERSE = 1 / Q;
const N = 256;
const ROWS = 6;
const COLUMNS = 5;
const DROPPED_BITS = 13;
const CHALLENGE_ONES = 49;
const GAMMA_1 = 2 ** 19;
const GAMMA_2 = (Q - 1) / 32;
const BETA = 196;
const HINTS_MAX = 55;
const ROOT = 1_753;
/** The inverse of 256. */
const SCALE = 8_347_681;

const SEED_BYTES = 32;
const CHALLENGE_BYTES = 48;
const T1_BITS = 10;
const Z_BITS = 20;
const HASH_BYTES = 64;
const SHAKE_128: Sponge = { rate: 168, suffix: 0x1f };
const SHAKE_256: Sponge = { rate: 136, suffix: 0x1f };
/** A message is signed as it is, and with no context. */
const NO_CONTEXT = Uint8Array.of(0, 0);

type Polynomial = Int32Array;

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
  const responses = readResponses(signature);
  if (responses === null) return false;
  for (const response of responses) transform(response);
  const challengeBytes = signature.subarray(0, CHALLENGE_BYTES);
  const challenge = sampleChallenge(challengeBytes);
  transform(challenge);
  const seed = key.subarray(0, SEED_BYTES);
  const commitments = hints.map((hint, row) => {
    const t1 = readT1(key, row);
    transform(t1);
    const w = commitmentOf({ seed, row, responses, challenge, t1 });
    return encodeCommitment(w, hint);
  });
  const keyHash = keccakHash(SHAKE_256, [key], HASH_BYTES);
  const messageHash = keccakHash(SHAKE_256, [keyHash, NO_CONTEXT, message], HASH_BYTES);
  const expected = keccakHash(SHAKE_256, [messageHash, ...commitments], CHALLENGE_BYTES);
  return equalBytes(expected, challengeBytes);
}

type Commitment = {
  readonly seed: Uint8Array;
  readonly row: number;
  readonly responses: readonly Polynomial[];
  readonly challenge: Polynomial;
  readonly t1: Polynomial;
};

/** A row of the matrix times the responses, less the challenge times the key. */
function commitmentOf({ seed, row, responses, challenge, t1 }: Commitment): Polynomial {
  const sums = new Float64Array(N);
  for (const [column, response] of responses.entries()) {
    const element = sampleElement(seed, column, row);
    for (let i = 0; i < N; i++) sums[i]! += element[i]! * response[i]!;
  }
  const result = new Int32Array(N);
  for (let i = 0; i < N; i++) {
    const difference = reduce(sums[i]!) - reduce(challenge[i]! * t1[i]!);
    result[i] = difference < 0 ? difference + Q : difference;
  }
  transformBack(result);
  return result;
}

/** An element of the matrix, in its transformed form. */
function sampleElement(seed: Uint8Array, column: number, row: number): Polynomial {
  const nextBlock = keccakBlocks(SHAKE_128, [seed, Uint8Array.of(column, row)]);
  const element = new Int32Array(N);
  for (let count = 0; count < N; ) {
    const block = nextBlock();
    for (let at = 0; at < block.length && count < N; at += 3) {
      const value = block[at]! | (block[at + 1]! << 8) | ((block[at + 2]! & 0x7f) << 16);
      if (value < Q) element[count++] = value;
    }
  }
  return element;
}

/** A few coefficients of one or minus one, among zeros. */
function sampleChallenge(bytes: Uint8Array): Polynomial {
  const nextBlock = keccakBlocks(SHAKE_256, [bytes]);
  let block = nextBlock();
  const signs = block.slice(0, 8);
  let at = signs.length;
  const challenge = new Int32Array(N);
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
  return challenge;
}

/** Numbers of equal width, the lowest bits first. */
function unpack(bytes: Uint8Array, bits: number): Int32Array {
  const values = new Int32Array(N);
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
  return values;
}

/** A row of the key, with the bits that it lacks. */
function readT1(key: Uint8Array, row: number): Polynomial {
  const start = SEED_BYTES + row * polynomialBytes(T1_BITS);
  const t1 = unpack(key.subarray(start, start + polynomialBytes(T1_BITS)), T1_BITS);
  return t1.map((value) => value << DROPPED_BITS);
}

/** Null if a coefficient is too large. */
function readResponses(signature: Uint8Array): Polynomial[] | null {
  const responses: Polynomial[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    const start = Z_OFFSET + column * polynomialBytes(Z_BITS);
    const values = unpack(signature.subarray(start, start + polynomialBytes(Z_BITS)), Z_BITS);
    for (let i = 0; i < N; i++) {
      const value = GAMMA_1 - values[i]!;
      if (Math.abs(value) >= GAMMA_1 - BETA) return null;
      values[i] = value < 0 ? value + Q : value;
    }
    responses.push(values);
  }
  return responses;
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
  const steps = (Q - 1) / (2 * GAMMA_2);
  const high = (index: number): number => {
    const value = w[index]!;
    let low = value % (2 * GAMMA_2);
    if (low > GAMMA_2) low -= 2 * GAMMA_2;
    const isLast = value - low === Q - 1;
    const top = isLast ? 0 : (value - low) / (2 * GAMMA_2);
    if (hint[index] === 0) return top;
    return (top + ((isLast ? low - 1 : low) > 0 ? 1 : steps - 1)) % steps;
  };
  return Uint8Array.from({ length: N / 2 }, (_, i) => high(2 * i) | (high(2 * i + 1) << 4));
}

/** Below the modulus, for products and short sums of them, which are exact numbers. */
function reduce(value: number): number {
  // Multiplying is faster than dividing; the quotient may be off by one.
  const rest = value - Math.floor(value * Q_INVERSE) * Q;
  return rest < 0 ? rest + Q : rest >= Q ? rest - Q : rest;
}

/** Powers of the root, in the order of their use. */
const ROOTS = Int32Array.from({ length: N }, (_, index) => {
  const reversed = Number.parseInt(
    index.toString(2).padStart(8, '0').split('').reverse().join(''),
    2,
  );
  let power = 1;
  for (let i = 0; i < reversed; i++) power = reduce(power * ROOT);
  return power;
});

/** The number-theoretic transform, in place. */
function transform(w: Polynomial): void {
  let next = 0;
  for (let length = N / 2; length >= 1; length /= 2) {
    for (let start = 0; start < N; start += 2 * length) {
      const root = ROOTS[++next]!;
      for (let i = start; i < start + length; i++) {
        const product = reduce(root * w[i + length]!);
        const sum = w[i]! + product;
        const difference = w[i]! - product;
        w[i] = sum >= Q ? sum - Q : sum;
        w[i + length] = difference < 0 ? difference + Q : difference;
      }
    }
  }
}

function transformBack(w: Polynomial): void {
  let next = N;
  for (let length = 1; length < N; length *= 2) {
    for (let start = 0; start < N; start += 2 * length) {
      const root = ROOTS[--next]!;
      for (let i = start; i < start + length; i++) {
        const sum = w[i]! + w[i + length]!;
        const difference = w[i + length]! - w[i]!;
        w[i] = sum >= Q ? sum - Q : sum;
        w[i + length] = reduce(root * (difference < 0 ? difference + Q : difference));
      }
    }
  }
  for (let i = 0; i < N; i++) w[i] = reduce(w[i]! * SCALE);
}
