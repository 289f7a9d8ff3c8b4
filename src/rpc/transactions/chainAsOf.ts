// The chain as it was when one of its blocks was the head, as far as the status of a transaction
// depends on it. Blocks may arrive faster than this thread checks: a caller that waits for a
// milestone gets the status as of the block that reached it, not as of the current head.

import type { Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { RpcChain } from '../core/context.ts';

/** What the status of a transaction is read from. */
export type StatusSource = Pick<
  RpcChain,
  | 'finalHead'
  | 'height'
  | 'outcome'
  | 'outgoingReceipts'
  | 'receipt'
  | 'receiptBytes'
  | 'transaction'
  | 'verifyPending'
>;

/** Null for a height without a block, or whose block was pruned. */
export function chainAsOf(chain: RpcChain, height: number): StatusSource | null {
  const hash = chain.hashAt(height);
  const block = hash === null ? null : chain.block(hash);
  if (block === null) return null;
  const { lastFinalBlock } = block.header.rest;
  // The headers of the first blocks of a chain name no final block.
  const finalHeight = chain.height(lastFinalBlock);
  const finalHead =
    finalHeight === null ? chain.genesis() : { hash: lastFinalBlock, height: finalHeight };
  const isThere = (blockHash: Hash) =>
    requireRow(chain.height(blockHash), Column.block, blockHash) <= height;
  return {
    height: (blockHash) => chain.height(blockHash),
    finalHead: () => finalHead,
    outcome: (id) => {
      const outcome = chain.outcome(id);
      return outcome !== null && isThere(outcome.blockHash) ? outcome : null;
    },
    outgoingReceipts: (blockHash, shardId) => chain.outgoingReceipts(blockHash, shardId),
    receipt: (id) => chain.receipt(id),
    receiptBytes: (id) => chain.receiptBytes(id),
    verifyPending: (id) => chain.verifyPending(id),
    transaction: (transactionHash) => {
      const included = chain.transaction(transactionHash);
      return included !== null && isThere(included.blockHash) ? included : null;
    },
  };
}
