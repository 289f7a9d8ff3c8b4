// Runs of one simulated transaction with other gas than it has: its block is made again, with the
// same transactions beside it, on what was there before.

import { collectOutcomes, finalStatus } from '../chain/stored/transactionOutcomes.ts';
import { traceTransaction } from '../trace/traceTransaction.ts';
import { SYSTEM_ACCOUNT } from '../types/accountId.ts';
import type { Action } from '../types/action.ts';
import { UnsignedTransactions } from './givenTransaction.ts';
import { type RanBlock, runBlock, type SentTransaction } from './runBlock.ts';
import type { SimulatedMoment, SimulationBase } from './simulatedChain.ts';
import { createSimulatedPast } from './simulatedPast.ts';
import type { GivenBlock, GivenTransaction } from './simulationRequest.ts';
import type { GasRun, SuggestionParts } from './suggestGas.ts';

/** A block of the request, and what it was made on. */
export interface RanGivenBlock {
  readonly given: GivenBlock;
  readonly before: SimulatedMoment;
  readonly ran: RanBlock;
}

/** Null for a transaction that was not included. */
export function createGasRuns(
  base: SimulationBase,
  { given, before, ran: { chain, sent } }: RanGivenBlock,
  index: number,
): Omit<SuggestionParts, 'budget'> | null {
  const { hash } = sent[index] as SentTransaction;
  const transaction = chain.stored.transaction(hash)?.transaction.transaction;
  if (transaction === undefined) return null;
  const run = (actions: readonly Action[]): GasRun => {
    const original = given.transactions[index] as GivenTransaction;
    const transactions = given.transactions.with(index, withActions(original, actions));
    const again = { ...given, transactions, waitForReceipts: true };
    const unsigned = new UnsignedTransactions();
    const ran = runBlock(base, before, again, { unsigned, blocksMade: 0 });
    return describeRun(base, ran, ran.sent[index] as SentTransaction, unsigned);
  };
  const { receiverId, actions } = transaction;
  return { protocol: chain.protocolAfterHead(), receiverId, actions, run };
}

/** A signature is not valid for other actions. */
function withActions(given: GivenTransaction, actions: readonly Action[]): GivenTransaction {
  switch (given.kind) {
    case 'parts':
      return { kind: 'parts', value: { ...given.value, actions } };
    case 'unsigned':
      return { kind: 'unsigned', value: { ...given.value, actions } };
    default:
      return { kind: 'unsigned', value: { ...given.value.transaction, actions } };
  }
}

function describeRun(
  base: SimulationBase,
  { chain }: RanBlock,
  { hash, error }: SentTransaction,
  unsigned: UnsignedTransactions,
): GasRun {
  const { stored } = chain;
  const outcomes = error === null ? collectOutcomes(stored, hash) : [];
  const endings = outcomes.flatMap(({ id, outcome: { executorId, status } }) => {
    // Whether anything is left to refund depends on the gas.
    const isRefund = stored.receipt(id)?.predecessorId === SYSTEM_ACCOUNT;
    return isRefund ? [] : [`${executorId} ${status.kind}`];
  });
  return {
    isSuccess: finalStatus(outcomes).kind === 'SuccessValue',
    endings: endings.join('\n'),
    gasBurnt: outcomes.reduce((sum, { outcome }) => sum + outcome.gasBurnt, 0n),
    traceActions: () => {
      const past = createSimulatedPast(chain, base.contracts, unsigned);
      const trace = traceTransaction(past, { transactionHash: hash, level: 'calls' });
      return trace?.receipts[0]?.actions ?? [];
    },
  };
}
