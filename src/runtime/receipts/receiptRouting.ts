// Where a receipt goes: to the shard of its receiver, to the shard it names, or nowhere because it
// runs immediately.

import { requireConsistent } from '../../state/inconsistentState.ts';
import { actionReceipt, isPromiseYield, type Receipt } from '../../types/receipt.ts';
import { type ShardLayout, shardIdOfAccount, shardIndex } from '../../types/shardLayout.ts';
import { resolveToCurrentShard } from '../../types/shardSplits.ts';

/**
 * The id of the shard that executes a receipt. A distribution to a shard that has been split since
 * goes to the first of its descendants.
 */
export function receiptShardId(layout: ShardLayout, { body, receiverId }: Receipt): number {
  if (body.kind !== 'GlobalContractDistribution') return shardIdOfAccount(layout, receiverId);
  const { targetShard } = body.value.value;
  if (shardIndex(layout, targetShard) !== -1) return targetShard;
  const descendant = resolveToCurrentShard(layout, targetShard);
  requireConsistent(descendant !== null, `shard ${targetShard} was never split`);
  return descendant;
}

/**
 * Whether a receipt runs right after the one that made it, on the same shard and without limits. It
 * must be little work: storing a yielded receipt, or deleting an account.
 */
export function isInstantReceipt(receipt: Receipt): boolean {
  if (isPromiseYield(receipt)) return true;
  const envelope = actionReceipt(receipt);
  if (envelope === null || envelope.inputDataIds.length > 0) return false;
  return envelope.actions.length === 1 && envelope.actions[0]?.kind === 'DeleteAccount';
}
