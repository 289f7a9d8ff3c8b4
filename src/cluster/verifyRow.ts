// Whether a row matches its key, as far as its column can tell from the row alone. A row named by
// its own hash is hashed again before it is used.

import { bytesKey, equalBytes } from '../base/bytes/bytes.ts';
import { Caches } from '../base/collections/caches.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { Column } from '../chain/columns/columns.ts';
import { decode } from '../codec/codec.ts';
import { Block } from '../types/block.ts';
import type { VerifyRow } from './clusterRows.ts';

/** A decoded block takes roughly this many times its bytes. */
const DECODED_FACTOR = 8;

/** Shared by all clusters: a block is named by its hash, and only verified ones are cached. */
export const verifiedBlockCaches = new Caches(['cluster']);
const verifiedBlocks = verifiedBlockCaches.create<Block>('verified_blocks');

/** Decodes a verified row; it is usually cached, as verification has just decoded it. */
export function decodeBlock(hash: Hash, bytes: Uint8Array): Block {
  return verifiedBlocks.get(bytesKey(hash)) ?? keepBlock(hash, bytes, decode(Block, bytes));
}

function keepBlock(hash: Hash, bytes: Uint8Array, block: Block): Block {
  verifiedBlocks.set(bytesKey(hash), block, DECODED_FACTOR * bytes.length);
  return block;
}

export const verifyRow: VerifyRow = (column, key, value) => {
  if (column.identity === null) return true;
  try {
    const decoded = column.value.decode(value);
    const name = column.identity.of(decoded);
    if (name === null || !equalBytes(name, key)) return false;
    if (column === Column.block) keepBlock(name, value, decoded as Block);
    return true;
  } catch {
    // The bytes cannot be decoded at all.
    return false;
  }
};
