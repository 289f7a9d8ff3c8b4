// Ids of what a chunk creates. Each is a hash of its origin, the height of the block, and a number
// that distinguishes siblings.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { HASH_LENGTH, type Hash, sha256 } from '../../base/crypto/hash.ts';

/** What is hashed: the origin, and two integers. Every transfer creates several ids. */
const seed = new Uint8Array(new ArrayBuffer(HASH_LENGTH + 16));
const seedView = new DataView(seed.buffer);

function createId(base: Hash, height: number, salt: number | bigint): Hash {
  seed.set(base);
  seedView.setBigUint64(HASH_LENGTH, BigInt(height), true);
  seedView.setBigUint64(HASH_LENGTH + 8, BigInt(salt), true);
  return sha256(seed);
}

/**
 * `parent` is the transaction or receipt that creates it; `index` its position among all it
 * creates.
 */
export function createReceiptId(parent: Hash, height: number, index: number): Hash {
  return createId(parent, height, index);
}

/** Counts down from the largest number, so that it never collides with the id of a receipt. */
export function createActionHash(receiptId: Hash, height: number, actionIndex: number): Hash {
  return createId(receiptId, height, U64_MAX - BigInt(actionIndex));
}

/** `index` counts the data ids that one action has requested. */
export function createDataId(actionHash: Hash, height: number, index: number): Hash {
  return createId(actionHash, height, index);
}
