// Tables of outcomes, and of what contracts logged: all logs, and the events of NEP-297.

import { bytesToBase64 } from '../../base/bytes/bytes.ts';
import { formatHash } from '../../base/crypto/hash.ts';
import { formatPlainJson, parseJson } from '../../base/json/plainJson.ts';
import { TxExecutionError } from '../../types/actionErrors.ts';
import type { OutcomeWithIdView } from '../../types/views/outcomeView.ts';
import { hashText, integer, type TableOf, text, textOrNull, tokenText } from '../table.ts';
import type { Place } from './executionTables.ts';

interface OutcomeSource extends Place {
  readonly of: 'transaction' | 'receipt';
  readonly outcome: OutcomeWithIdView;
}

const STATUS = {
  SuccessValue: 'success',
  SuccessReceiptId: 'success',
  Failure: 'failure',
  Unknown: 'unknown',
} as const;

export const OUTCOMES: TableOf<OutcomeSource> = {
  name: 'outcomes',
  about: 'One row for each transaction and each receipt that was executed.',
  columns: [
    hashText('id', 'The hash of the transaction, or the id of the receipt', ({ outcome }) => {
      return outcome.id;
    }),
    integer('block_height', 'The block', ({ height }) => height),
    integer('shard_id', 'The shard', ({ shardId }) => shardId),
    text('kind', '`transaction` or `receipt`', ({ of }) => of),
    text('executor_id', 'Where it was executed', ({ outcome }) => outcome.outcome.executorId),
    text('status', '`success`, `failure` or `unknown`', ({ outcome }) => {
      return STATUS[outcome.outcome.status.kind];
    }),
    textOrNull('result_base64', 'What it returned', ({ outcome: { outcome } }) => {
      return outcome.status.kind === 'SuccessValue' ? bytesToBase64(outcome.status.value) : null;
    }),
    textOrNull('failure', 'Why it failed, as JSON', ({ outcome: { outcome } }) => {
      return outcome.status.kind === 'Failure' ? TxExecutionError.json(outcome.status.value) : null;
    }),
    integer('gas_burnt', 'The gas that it burnt', ({ outcome }) => outcome.outcome.gasBurnt),
    tokenText('tokens_burnt', 'The tokens that it burnt', ({ outcome }) => {
      return outcome.outcome.tokensBurnt;
    }),
    text('receipt_ids', 'The receipts that it created, as a JSON array', ({ outcome }) => {
      return JSON.stringify(outcome.outcome.receiptIds.map(formatHash));
    }),
  ],
  key: ['id'],
  indexes: ['block_height', 'executor_id'],
};

interface LogSource extends Place {
  readonly outcome: OutcomeWithIdView;
  readonly index: number;
  readonly log: string;
}

const logColumns = [
  hashText<LogSource>('receipt_id', 'The receipt', ({ outcome }) => outcome.id),
  integer<LogSource>(
    'position',
    'The place of the log in the receipt, from 0',
    ({ index }) => index,
  ),
  integer<LogSource>('block_height', 'The block', ({ height }) => height),
  text<LogSource>('contract_id', 'The contract', ({ outcome }) => outcome.outcome.executorId),
];

export const LOGS: TableOf<LogSource> = {
  name: 'logs',
  about: 'One row for each log of a contract.',
  columns: [...logColumns, text('log', 'The text', ({ log }) => log)],
  key: ['receipt_id', 'position'],
  indexes: ['block_height', 'contract_id'],
};

interface EventSource extends LogSource {
  readonly event: ContractEvent;
}

interface ContractEvent {
  readonly standard: string;
  readonly version: string;
  readonly event: string;
  readonly data: string | null;
}

export const EVENTS: TableOf<EventSource> = {
  name: 'events',
  about: 'One row for each log that is an event of NEP-297, such as the transfer of a token.',
  columns: [
    ...logColumns,
    text('standard', 'Such as `nep141`', ({ event }) => event.standard),
    text('version', 'Its version', ({ event }) => event.version),
    text('event', 'Such as `ft_transfer`', ({ event }) => event.event),
    textOrNull('data', 'Its data, as JSON', ({ event }) => event.data),
  ],
  key: ['receipt_id', 'position'],
  indexes: ['block_height', 'contract_id', 'event'],
};

const EVENT_PREFIX = 'EVENT_JSON:';

/** Null for a log that is not an event. */
export function readEvent(log: string): ContractEvent | null {
  if (!log.startsWith(EVENT_PREFIX)) return null;
  try {
    const parsed = parseJson(log.slice(EVENT_PREFIX.length)) as Record<string, unknown> | null;
    const { standard, version, event, data } = parsed ?? {};
    if (typeof standard !== 'string' || typeof event !== 'string') return null;
    return { standard, version: `${version}`, event, data: formatPlainJson(data) ?? null };
  } catch {
    return null;
  }
}
