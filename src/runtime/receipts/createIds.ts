// Ids of what a chunk creates. Each is a hash of its origin, the height of the block, and a number
// that distinguishes siblings.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { concatBytes, u64Le } from '../../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';

function createId(base: Hash, height: number, salt: number | bigint): Hash {
  return sha256(concatBytes(base, u64Le(height), u64Le(salt)));
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
