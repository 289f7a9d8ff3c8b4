/**
 * Ed25519 with tables of points: signing for keys that sign every block, and verifying for those
 * that are met again and again. Both take less than half of the time of node:crypto, and give the
 * same bytes and the same verdicts.
 */

import { concatBytes, equalBytes } from '../bytes/bytes.ts';
import {
  decodeEdwards,
  encodeBaseMultiple,
  encodeDifference,
  KEY_TABLES,
  writeKeyTable,
} from './edwardsMultiples.ts';
import { sha512 } from './hash.ts';
import { expandSeed, numberToBytes, ORDER, readNumber, readScalar } from './scalar25519.ts';

const R_BYTES = 32;

export function createEd25519Signer(
  seed: Uint8Array,
  publicKey: Uint8Array,
): (message: Uint8Array) => Uint8Array {
  const { scalar, prefix } = expandSeed(seed);
  return (message) => {
    const nonce = readScalar(sha512(concatBytes(prefix, message)));
    const r = encodeBaseMultiple(nonce);
    const challenge = challengeOf(r, publicKey, message);
    return concatBytes(r, numberToBytes((nonce + challenge * scalar) % ORDER));
  };
}

/** Building a table takes as long as this many verifications without one. */
const USES_BEFORE_TABLE = 16;

/** A public key that may have a table. */
export interface TableOwner {
  readonly publicKey: Uint8Array;
  uses: number;
  table: number | null;
}

/** The owner of each table; the oldest table makes room for a new one. */
const owners: (TableOwner | undefined)[] = Array(KEY_TABLES).fill(undefined);
let nextTable = 0;

/** Counts a use of the key; the number of its table if it has one by now. */
export function findTable(owner: TableOwner): number | null {
  if (owner.table !== null) return owner.table;
  owner.uses += 1;
  if (owner.uses !== USES_BEFORE_TABLE) return null;
  const point = decodeEdwards(owner.publicKey);
  if (point === null) return null;
  const evicted = owners[nextTable];
  if (evicted !== undefined) Object.assign(evicted, { uses: 0, table: null });
  writeKeyTable(nextTable, point);
  owner.table = nextTable;
  owners[nextTable] = owner;
  nextTable = (nextTable + 1) % KEY_TABLES;
  return owner.table;
}

/**
 * Whether s is below the order, and the bytes of R are the encoding of sB - kA, which the caller
 * knows how to find.
 */
export function verifyEquation(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  encode: (s: bigint, k: bigint) => Uint8Array,
): boolean {
  const r = signature.subarray(0, R_BYTES);
  const s = readNumber(signature.subarray(R_BYTES));
  if (s >= ORDER) return false;
  return equalBytes(encode(s, challengeOf(r, publicKey, message)), r);
}

export function verifyByTable(
  table: number,
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const encode = (s: bigint, k: bigint) => encodeDifference(s, k, table);
  return verifyEquation(publicKey, message, signature, encode);
}

function challengeOf(r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): bigint {
  return readScalar(sha512(concatBytes(r, publicKey, message)));
}
