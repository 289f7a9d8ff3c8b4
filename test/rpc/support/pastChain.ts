// A chain as it was when an earlier block was its head: later blocks are hidden. This avoids
// applying a recording once for each head at which requests were recorded.

import assert from 'node:assert/strict';
import type { Hash } from '../../../src/base/crypto/hash.ts';
import type { ChainTip } from '../../../src/chain/stored/chainReader.ts';
import type { RpcChain } from '../../../src/rpc/core/context.ts';

export function createPastChain(chain: RpcChain, headHeight: number): RpcChain {
  const isPast = (hash: Hash) => {
    const block = chain.block(hash);
    return block !== null && block.header.lite.height <= headHeight;
  };
  const tipAt = (hash: Hash): ChainTip => {
    const block = chain.block(hash);
    assert.ok(block !== null);
    return { hash, height: block.header.lite.height };
  };
  const headHash = chain.hashAt(headHeight);
  assert.ok(headHash !== null);
  const head = tipAt(headHash);
  const keepPast = <T extends { blockHash: Hash }>(found: T | null) =>
    found !== null && isPast(found.blockHash) ? found : null;
  return {
    head: () => head,
    finalHead: () => tipAt(chain.block(headHash)?.header.rest.lastFinalBlock ?? headHash),
    genesis: () => chain.genesis(),
    tail: () => chain.tail(),
    block: (hash) => (isPast(hash) ? chain.block(hash) : null),
    height: (hash) => (isPast(hash) ? chain.height(hash) : null),
    hashAt: (height) => (height <= headHeight ? chain.hashAt(height) : null),
    nextHash: (hash) => {
      const next = chain.nextHash(hash);
      return next !== null && isPast(next) ? next : null;
    },
    ordinal: (hash) => (isPast(hash) ? chain.ordinal(hash) : null),
    verifyUnknown: (id) => chain.verifyUnknown(id),
    verifyPending: (id) => chain.verifyPending(id),
    receiptBytes: (id) => chain.receiptBytes(id),
    ancestorNodes: (head) => chain.ancestorNodes(head),
    subtreeRoot: (level, index) => chain.subtreeRoot(level, index),
    chunk: (hash) => chain.chunk(hash),
    chunkExtra: (blockHash, shardId) => chain.chunkExtra(blockHash, shardId),
    transaction: (hash) => keepPast(chain.transaction(hash)),
    receipt: (id) => chain.receipt(id),
    unboundParts: (id) => chain.unboundParts(id),
    receiptParent: (id) => chain.receiptParent(id),
    outcome: (id) => keepPast(chain.outcome(id)),
    outgoingReceipts: (blockHash, shardId) => chain.outgoingReceipts(blockHash, shardId),
    outcomeIds: (blockHash, shardId) => chain.outcomeIds(blockHash, shardId),
    accountHistory: (accountId, before, limit) =>
      chain.accountHistory(accountId, before ?? { height: headHeight + 1, index: 0 }, limit),
    subAccounts: (accountId, after, limit) => chain.subAccounts(accountId, after, limit),
    keyAccounts: (key, after, limit) => chain.keyAccounts(key, after, limit),
    hashes: (kind, prefix, limit) => chain.hashes(kind, prefix, limit),
    relatedContracts: (accountId, limit) => chain.relatedContracts(accountId, limit),
    stateChanges: (blockHash, prefix) => chain.stateChanges(blockHash, prefix),
    stateNode: (hash) => chain.stateNode(hash),
    lightClientBlock: (epochId) => chain.lightClientBlock(epochId),
  };
}
