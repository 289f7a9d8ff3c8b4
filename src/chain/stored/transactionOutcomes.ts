// The outcomes of a transaction and of all its receipts, and what they amount to.

import { bytesKey, equalBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { FinalExecutionStatus } from '../../types/views/finalStatusView.ts';
import type { ChainReader, StoredOutcome } from './chainReader.ts';
import { receiptIdsOf, statusOf } from './outcomeRow.ts';

/** All outcomes in pre-order; a receipt without one is omitted with its descendants. */
export function collectOutcomes(
  chain: Pick<ChainReader, 'outcome'>,
  transactionHash: Hash,
): StoredOutcome[] {
  const outcomes: StoredOutcome[] = [];
  const pending = [transactionHash];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const outcome = chain.outcome(id);
    if (outcome === null) continue;
    outcomes.push(outcome);
    const made = receiptIdsOf(outcome);
    for (let i = made.length - 1; i >= 0; i--) pending.push(made[i] as Hash);
  }
  return outcomes;
}

/** The receipts that these outcomes produced and that have no outcome among them. */
export function listPending(outcomes: readonly StoredOutcome[]): readonly Hash[] {
  const executed = new Set(outcomes.map(({ id }) => bytesKey(id)));
  const made = outcomes.flatMap(receiptIdsOf);
  return made.filter((id) => !executed.has(bytesKey(id)));
}

/** The overall result, given at least the outcome of the transaction itself. */
export function finalStatus(outcomes: readonly StoredOutcome[]): FinalExecutionStatus {
  let sought = outcomes[0]?.id ?? HASH_ZERO;
  for (const outcome of outcomes) {
    if (!equalBytes(outcome.id, sought)) continue;
    const status = statusOf(outcome);
    if (status.kind === 'SuccessReceiptId') sought = status.value;
    else if (status.kind !== 'Unknown') return status;
    else return { kind: outcomes.length === 1 ? 'NotStarted' : 'Started' };
  }
  return { kind: 'Started' };
}
