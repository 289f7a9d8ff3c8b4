// Simulates transactions: makes the blocks of a request on the chosen block, in memory, and then
// describes their transactions as those of real blocks are described, by executing them again with
// their calls observed. Nothing that others see is written.

import { Column } from '../chain/columns/columns.ts';
import { requireRow } from '../store/requireRow.ts';
import { Describer } from './describeTransaction.ts';
import { createGasRuns, type RanGivenBlock } from './gasRuns.ts';
import { UnsignedTransactions } from './givenTransaction.ts';
import { runBlock } from './runBlock.ts';
import { beginAfter, type SimulationBase } from './simulatedChain.ts';
import { createSimulatedPast } from './simulatedPast.ts';
import type { SimulatedTransaction, Simulation } from './simulation.ts';
import type { SimulationRequest } from './simulationRequest.ts';
import { SuggestionBudget, suggestGas } from './suggestGas.ts';

/** Throws a SimulationError, PatchFault or OverlayFull for what is not possible. */
export function simulate(base: SimulationBase, request: SimulationRequest): Simulation {
  const unsigned = new UnsignedTransactions();
  const runs = runBlocks(base, request, unsigned);
  const { chain } = (runs.at(-1) as RanGivenBlock).ran;
  const { blockHash } = request;
  const first = requireRow(chain.stored.block(blockHash), Column.block, blockHash);
  const blocks = runs.flatMap(({ ran }) => ran.made);
  const describer = new Describer({
    source: createSimulatedPast(chain, base.contracts, unsigned),
    blocks: blocks.map(({ hash }) => hash),
    sent: runs.flatMap(({ ran }) => ran.sent),
    level: request.level,
  });
  const transactions = runs.map(({ ran }) => ran.sent.map((sent) => describer.describe(sent)));
  const suggested = request.suggestGas ? addSuggestions(base, runs, transactions) : transactions;
  return {
    blockHash,
    blockHeight: first.header.lite.height,
    blocks,
    transactions: suggested.flat(),
  };
}

function runBlocks(
  base: SimulationBase,
  { blockHash, blocks }: SimulationRequest,
  unsigned: UnsignedTransactions,
): RanGivenBlock[] {
  const runs: RanGivenBlock[] = [];
  let before = beginAfter(base, blockHash);
  let blocksMade = 0;
  for (const given of blocks) {
    const ran = runBlock(base, before, given, { unsigned, blocksMade });
    runs.push({ given, before, ran });
    before = ran.moment;
    blocksMade += ran.made.length;
  }
  return runs;
}

/** By block and transaction. */
function addSuggestions(
  base: SimulationBase,
  runs: readonly RanGivenBlock[],
  transactions: readonly (readonly SimulatedTransaction[])[],
): SimulatedTransaction[][] {
  const budget = new SuggestionBudget();
  return runs.map((run, block) =>
    (transactions[block] ?? []).map((transaction, index) => {
      const parts = createGasRuns(base, run, index);
      if (transaction.transactionOutcome === null || parts === null) return transaction;
      return { ...transaction, suggestedGas: suggestGas({ ...parts, budget }) };
    }),
  );
}
