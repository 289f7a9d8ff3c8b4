/**
 * THE table of columns: everything the node keeps, one line each, as key → value. The number is
 * the first byte of a stored key; a number that was ever used is never given to anything else.
 * Keys are built in storeKeys.ts; values are opaque here. `‖` joins; heights, ordinals, indexes
 * and shard ids are u64 big-endian, so that their byte order is their order.
 */

export const Column = {
  /** Name → value. The only rows that are ever overwritten. Written by: opening, every block. */
  meta: 0,

  /** Block hash → block. Written by: every block, as all columns without a remark. */
  block: 1,
  /** Height → hash of the canonical block. */
  blockAt: 2,
  /** Block hash → what the chain needs to continue from it and no one else can see. */
  blockExtra: 3,
  /** Block hash → hash of the next canonical block. Written by: that next block. */
  nextBlock: 4,
  /** Level ‖ index → root of a complete subtree of the block merkle tree; leaves are level 0. */
  blockMerkle: 5,

  /** Chunk hash → chunk. */
  chunk: 6,
  /** Block hash ‖ shard id → result of applying that shard in that block, new chunk or not. */
  chunkExtra: 7,
  /** Block hash ‖ shard id → receipts that go out. */
  outgoingReceipts: 8,
  /** Block hash ‖ shard id → ids of the outcomes, in order of execution. */
  outcomeIds: 9,

  /** Transaction hash → signed transaction and the block that first held it. */
  transaction: 10,
  /** Receipt id → receipt, and the transaction or receipt that made it. */
  receipt: 11,
  /** Transaction hash or receipt id → outcome, its block and shard, and its merkle path. */
  outcome: 12,

  /** Hash → trie node or value. Content addressed, hence one column for all shards. */
  stateNode: 13,
  /** Block hash ‖ trie key ‖ shard id → changes of that key with causes, in order of commit. */
  stateChanges: 14,

  /** Epoch id → epoch info. Written by: the last block of an epoch, as the next three. */
  epochInfo: 15,
  /** Epoch id → what the validators of a finished epoch did. */
  epochSummary: 16,
  /** Epoch id → height of its first block. Written by: that block. */
  epochStart: 17,
  /** Epoch id → light client block. */
  lightClientBlock: 18,

  /**
   * Block hash → the rows that the block changed, as they were. Written by: blocks after a
   * snapshot.
   */
  undo: 19,

  /**
   * Account id backwards ‖ 0 ‖ height → where in that block something concerns the account.
   * Backwards, so that the accounts below another one stand beside each other.
   */
  accountHistory: 20,

  /**
   * Height → account that made the block; height of creation ‖ shard id → that of a chunk. This
   * column and the next five are written only by a node that follows a chain.
   */
  author: 21,
  /** Receipt or data id → the transaction or receipt that made it. */
  parent: 22,
  /** Transaction hash, receipt id or chunk hash → what is shown of it and bound by nothing. */
  shown: 23,
  /** Trie key that may be listed → nothing. */
  stateKey: 24,
  /** Hash of a trie key ‖ 2^53 - 1 - height → the row from that block on. */
  stateAt: 25,
  /** Account id, or nothing for the whole state → height from which on it is known in full. */
  stateMark: 26,

  /** Public key ‖ account id → nothing: the account was given the key, and may still have it. */
  keyAccount: 27,

  /**
   * 0 ‖ hash of a trie key → row of the network that a fork began from, or that there is none; 1 ‖
   * hash of a prefix → keys with it. Written by: a fork, when one of its blocks reads it first.
   */
  originRow: 28,
} as const;

export type Column = (typeof Column)[keyof typeof Column];
