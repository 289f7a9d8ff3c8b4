// The receipts of a transaction with their outcomes, each after the one that created it.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { StoredOutcome } from '../../chain/stored/chainReader.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { TracedHistory } from '../tracedHistory.ts';

export interface TreeNode {
  readonly receipt: Receipt;
  readonly parentId: Hash;
  /** Null while the receipt has not been executed. */
  readonly outcome: StoredOutcome | null;
}

/** Depth first. A receipt of the future that is not known yet is left out. */
export function collectReceipts(
  history: Pick<TracedHistory, 'receipt' | 'outcome'>,
  root: StoredOutcome,
): TreeNode[] {
  const nodes: TreeNode[] = [];
  const waiting = childrenOf(root);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const receipt = history.receipt(next.id);
    const outcome = history.outcome(next.id);
    if (receipt === null) continue;
    nodes.push({ receipt, parentId: next.parentId, outcome });
    if (outcome !== null) waiting.push(...childrenOf(outcome));
  }
  return nodes;
}

/** The last one first, for a stack. */
function childrenOf({ id, outcome }: StoredOutcome): { id: Hash; parentId: Hash }[] {
  return outcome.receiptIds.map((child) => ({ id: child, parentId: id })).reverse();
}

/** By the shard of the block that they were executed on, in the order of their first ones. */
export function groupByChunk(outcomes: readonly StoredOutcome[]): StoredOutcome[][] {
  const groups = new Map<string, StoredOutcome[]>();
  for (const outcome of outcomes) {
    const key = `${outcome.shardId} ${bytesKey(outcome.blockHash)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [outcome]);
    else group.push(outcome);
  }
  return [...groups.values()];
}
