// Whether a row of a cluster is the one that its key names. What is named by its own hash is hashed
// again before anybody uses it; what is named by another row is told by that row.

import { bytesKey, equalBytes } from '../base/bytes/bytes.ts';
import { Caches } from '../base/collections/caches.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import { transactionsRoot } from '../chain/blocks/chunkRoots.ts';
import { ReceiptRecord, TransactionRecord } from '../chain/stored/storedRecords.ts';
import { decode } from '../codec/codec.ts';
import { Column } from '../store/columns.ts';
import { Block, blockHash } from '../types/block.ts';
import { Chunk, chunkHash } from '../types/chunk.ts';
import { hashTransaction } from '../types/transaction.ts';
import type { VerifyRow } from './clusterRows.ts';

/** A decoded block takes about so many times its bytes. */
const DECODED_FACTOR = 8;

/** Of all clusters: a block is named by its hash, and only verified ones are here. */
export const verifiedBlockCaches = new Caches(['cluster']);
const verifiedBlocks = verifiedBlockCaches.create<Block>('verified_blocks');

/** Of a row that was verified; mostly whoever verified it has decoded it lately. */
export function decodeBlock(hash: Hash, bytes: Uint8Array): Block {
  return verifiedBlocks.get(bytesKey(hash)) ?? keepBlock(hash, bytes, decode(Block, bytes));
}

function keepBlock(hash: Hash, bytes: Uint8Array, block: Block): Block {
  verifiedBlocks.set(bytesKey(hash), block, DECODED_FACTOR * bytes.length);
  return block;
}

const NAMES: Partial<Record<Column, (value: Uint8Array) => Hash | null>> = {
  [Column.stateNode]: sha256,
  [Column.block]: nameOfBlock,
  [Column.chunk]: nameOfChunk,
  [Column.transaction]: (value) => hashTransaction(decode(TransactionRecord, value).signed).hash,
  [Column.receipt]: (value) => decode(ReceiptRecord, value).receipt.receiptId,
};

export const verifyRow: VerifyRow = (column, key, value) => {
  const name = NAMES[column];
  if (name === undefined) return true;
  try {
    const found = name(value);
    return found !== null && equalBytes(found, key);
  } catch {
    // Bytes that are no such value at all.
    return false;
  }
};

function nameOfBlock(value: Uint8Array): Hash {
  const block = decode(Block, value);
  const hash = blockHash(block.header);
  keepBlock(hash, value, block);
  return hash;
}

/** The header names the transactions; null when they are others. */
function nameOfChunk(value: Uint8Array): Hash | null {
  const { header, transactions } = decode(Chunk, value);
  const root = transactionsRoot(transactions.map(hashTransaction));
  return equalBytes(root, header.inner.value.txRoot) ? chunkHash(header) : null;
}
