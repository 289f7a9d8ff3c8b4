// All tables of the SQL export, and the rows of a block.

import type { BlockMessage, ShardMessage } from '../follow/messages/blockMessage.ts';
import type { OutcomeWithIdView } from '../types/views/outcomeView.ts';
import type { SqlTable, SqlValue, TableOf } from './table.ts';
import { BALANCES, type BalanceSource, BLOCKS } from './tables/blockTables.ts';
import { ACTIONS, type Place, RECEIPTS, TRANSACTIONS } from './tables/executionTables.ts';
import { EVENTS, LOGS, OUTCOMES, readEvent } from './tables/outcomeTables.ts';

/** In the order of the reference. */
export const TABLES: readonly SqlTable[] = [
  BLOCKS,
  TRANSACTIONS,
  RECEIPTS,
  ACTIONS,
  OUTCOMES,
  LOGS,
  EVENTS,
  BALANCES,
];

export interface SqlRow {
  readonly table: SqlTable;
  readonly values: readonly SqlValue[];
}

export function toRow<S>(table: TableOf<S>, source: S): SqlRow {
  return { table, values: table.columns.map(({ read }) => read(source)) };
}

/** The row of the block itself comes last: with it, all of them are there. */
export function* rowsOfBlock({ block, shards }: BlockMessage): Generator<SqlRow> {
  const { height } = block.header;
  for (const shard of shards) yield* rowsOfShard(shard, height);
  yield toRow(BLOCKS, block);
}

function* rowsOfShard(shard: ShardMessage, height: number): Generator<SqlRow> {
  const { shardId, chunk, receiptExecutionOutcomes } = shard;
  for (const [position, { transaction, outcome }] of (chunk?.transactions ?? []).entries()) {
    const place = { height, shardId, position };
    yield toRow(TRANSACTIONS, { ...place, transaction });
    yield* rowsOfOutcome(outcome.executionOutcome, 'transaction', place);
  }
  for (const [position, executed] of receiptExecutionOutcomes.entries()) {
    const source = { ...executed, height, shardId, position };
    yield toRow(RECEIPTS, source);
    const { receipt } = executed.receipt;
    for (const [index, action] of (receipt.kind === 'Action'
      ? receipt.value.actions
      : []
    ).entries())
      yield toRow(ACTIONS, { ...source, action, index });
    yield* rowsOfOutcome(executed.executionOutcome, 'receipt', source);
  }
  for (const source of changedBalances(shard, height).values()) yield toRow(BALANCES, source);
}

function* rowsOfOutcome(
  outcome: OutcomeWithIdView,
  of: 'transaction' | 'receipt',
  place: Place,
): Generator<SqlRow> {
  yield toRow(OUTCOMES, { ...place, of, outcome });
  for (const [index, log] of outcome.outcome.logs.entries()) {
    const source = { ...place, outcome, index, log };
    yield toRow(LOGS, source);
    const event = readEvent(log);
    if (event !== null) yield toRow(EVENTS, { ...source, event });
  }
}

/** By account: the last change in the block counts. */
function changedBalances({ stateChanges }: ShardMessage, height: number) {
  const changed = new Map<string, BalanceSource>();
  for (const { change } of stateChanges) {
    if (change.kind === 'account_update') {
      const { accountId, amount, locked, storageUsage } = change.value;
      changed.set(accountId, { accountId, height, balance: { amount, locked, storageUsage } });
    } else if (change.kind === 'account_deletion') {
      const { accountId } = change.value;
      changed.set(accountId, { accountId, height, balance: null });
    }
  }
  return changed;
}
