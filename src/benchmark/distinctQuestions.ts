// Questions about what a chain contains, no two of them the same, so that a cache of responses
// helps no node. Methods that read the same rows of transactions or accounts get different ones.

import { distinctViewCall } from './benchContract.ts';
import type { ChainSurvey, SurveyedTransaction } from './surveyChain.ts';
import { requestBody } from './target.ts';

/** What the questions are about. */
export interface QuestionSource extends ChainSurvey {
  /** The account with the benchmark's contract; null if the chain does not have it. */
  readonly contractId: string | null;
}

interface QuestionKind {
  /** The name in the report. */
  readonly what: string;
  readonly method: string;
  list(source: QuestionSource): readonly unknown[];
}

/** Of each kind; a chain may have fewer. */
const QUESTIONS_MAX = 6_000;
/** An account that a transaction creates exists this many blocks later. */
const BLOCKS_UNTIL_EXECUTED = 5;

const KINDS: readonly QuestionKind[] = [
  {
    what: 'EXPERIMENTAL_tx_status',
    method: 'EXPERIMENTAL_tx_status',
    list: ({ transactions }) => deal(transactions, 0, 3).map(transactionParams),
  },
  {
    what: 'tx',
    method: 'tx',
    list: ({ transactions }) => deal(transactions, 1, 3).map(transactionParams),
  },
  {
    what: 'EXPERIMENTAL_light_client_proof',
    method: 'EXPERIMENTAL_light_client_proof',
    list: ({ transactions, headHash }) =>
      deal(transactions, 2, 3).map(({ hash, signerId }) => ({
        type: 'transaction',
        transaction_hash: hash,
        sender_id: signerId,
        light_client_head: headHash,
      })),
  },
  {
    what: 'block',
    method: 'block',
    list: ({ blocks }) => blocks.map(({ height }) => ({ block_id: height })),
  },
  {
    what: 'chunk',
    method: 'chunk',
    list: ({ chunkHashes }) => chunkHashes.map((chunk_id) => ({ chunk_id })),
  },
  {
    what: 'EXPERIMENTAL_changes',
    method: 'EXPERIMENTAL_changes',
    list: ({ blocks, transactions }) =>
      transactions.map(({ signerId, blockIndex }) => ({
        block_id: blocks[blockIndex]?.height,
        changes_type: 'account_changes',
        account_ids: [signerId],
      })),
  },
  {
    what: 'EXPERIMENTAL_light_client_block_proof',
    method: 'EXPERIMENTAL_light_client_block_proof',
    list: ({ blocks, headHash }) =>
      blocks.map(({ hash }) => ({ block_hash: hash, light_client_head: headHash })),
  },
  {
    what: 'view_account',
    method: 'query',
    list: (source) =>
      deal(accountsOf(source), 0, 2).map((account_id) => ({
        request_type: 'view_account',
        account_id,
        finality: 'final',
      })),
  },
  {
    what: 'view_account at old heights',
    method: 'query',
    list: listOldAccounts,
  },
  {
    what: 'view_access_key_list',
    method: 'query',
    list: (source) =>
      deal(accountsOf(source), 1, 2).map((account_id) => ({
        request_type: 'view_access_key_list',
        account_id,
        finality: 'final',
      })),
  },
  {
    what: 'call_function',
    method: 'query',
    list: ({ contractId }) =>
      contractId === null
        ? []
        : Array.from({ length: QUESTIONS_MAX }, (_, i) => distinctViewCall(contractId, i)),
  },
  {
    what: 'gas_price',
    method: 'gas_price',
    list: ({ blocks }) => blocks.map(({ height }) => [height]),
  },
];

export const QUESTION_NAMES: readonly string[] = KINDS.map(({ what }) => what);

/** For each kind the bodies of its requests, in an order that is unlike that of the chain. */
export function listDistinctQuestions(source: QuestionSource): Map<string, string[]> {
  return new Map(
    KINDS.map(({ what, method, list }) => {
      const bodies = new Set(list(source).map((params) => requestBody(method, params)));
      return [what, scatter([...bodies]).slice(0, QUESTIONS_MAX)];
    }),
  );
}

function transactionParams({ hash, signerId }: SurveyedTransaction): object {
  return { tx_hash: hash, sender_account_id: signerId };
}

function accountsOf({ transactions }: ChainSurvey): string[] {
  return [...new Set(transactions.map(({ receiverId }) => receiverId))];
}

/** Receivers of transfers, some time after they were created. */
function listOldAccounts({ transactions, blocks }: ChainSurvey): object[] {
  return transactions.flatMap(({ receiverId, blockIndex }, i) => {
    const first = blockIndex + BLOCKS_UNTIL_EXECUTED;
    const block = blocks[first + (i % Math.max(1, blocks.length - first))];
    if (block === undefined) return [];
    return [{ request_type: 'view_account', account_id: receiverId, block_id: block.height }];
  });
}

function deal<T>(items: readonly T[], hand: number, hands: number): T[] {
  return items.filter((_, i) => i % hands === hand);
}

/** Every item once: a step that has no divisor in common with the length visits all places. */
function scatter<T>(items: readonly T[]): T[] {
  let step = Math.floor(items.length * 0.618) | 1;
  while (divisor(step, items.length) > 1) step++;
  return items.map((_, i) => items[(i * step) % items.length] as T);
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** Questions for a number of connections. */
export interface QuestionPart {
  readonly connections: number;
  readonly bodies: readonly string[];
}

const WARM_UP: QuestionShare = { connections: 8, weight: 4 };

interface QuestionShare {
  readonly connections: number;
  readonly weight: number;
}

/** Disjoint parts: first one to warm up, then one for each number of connections. */
export function splitQuestions(
  bodies: readonly string[],
  connections: readonly number[],
): QuestionPart[] {
  // A single connection asks fewer in the same time.
  const weigh = (count: number): QuestionShare => ({
    connections: count,
    weight: count === 1 ? 1 : 4,
  });
  const shares = [WARM_UP, ...connections.map(weigh)];
  const whole = shares.reduce((sum, { weight }) => sum + weight, 0);
  let [start, passed] = [0, 0];
  return shares.map(({ connections: count, weight }) => {
    passed += weight;
    const end = Math.floor((bodies.length * passed) / whole);
    const part = { connections: count, bodies: bodies.slice(start, end) };
    start = end;
    return part;
  });
}
