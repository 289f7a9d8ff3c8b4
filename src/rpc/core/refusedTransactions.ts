// Transactions that clients sent and that the chain has not taken, with the reason and what helps:
// no block and no outcome shows them. Bounds: the newest ones, each with texts of a bounded length.

import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import type { Admission } from '../../chain/production/producer.ts';
import { described, type TypeOf } from '../../codec/codec.ts';
import { option, string, u64Text, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import type { TransactionFacts } from '../../explain/facts.ts';
import { explainInvalid } from '../../explain/transactionRules.ts';
import { labelActions } from '../../trace/text/actionLabels.ts';
import type { Transaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';

const REFUSED_MAX = 200;
const TEXT_CHARS_MAX = 1_000;

const RefusedTransaction = struct('PerigeeRefusedTransaction', {
  timestamp: described(u64Text, 'Nanoseconds since 1970.'),
  transactionHash: described(option(string), 'Null if the transaction could not be decoded.'),
  signerId: option(string),
  receiverId: option(string),
  actions: described(vec(string), 'In a few words each; at most four of them.'),
  error: described(
    string,
    'The name of the `InvalidTxError`; `Undecodable` or `Dropped` if there is none.',
  ),
  explanation: described(string, 'The cause in plain words.'),
  remedy: described(option(string), 'What helps, if known.'),
});
export type RefusedTransaction = TypeOf<typeof RefusedTransaction>;

export const RefusedTransactionsView = struct('PerigeeRefusedTransactionsResponse', {
  transactions: described(vec(RefusedTransaction), 'Newest first.'),
});

/** What was sent. */
interface SentTransaction {
  readonly hash: Hash;
  readonly transaction: Pick<Transaction, 'signerId' | 'receiverId' | 'actions'>;
}

type Refused = Omit<RefusedTransaction, 'timestamp'>;

export class RefusedTransactions {
  readonly #now: () => bigint;
  readonly #listeners = new Set<(refused: RefusedTransaction) => void>();
  readonly #refused: RefusedTransaction[] = [];

  constructor(now: () => bigint) {
    this.#now = now;
  }

  /** Calls back for each refusal. */
  onRefused(listener: (refused: RefusedTransaction) => void): void {
    this.#listeners.add(listener);
  }

  add(
    { hash, transaction }: SentTransaction,
    admission: Exclude<Admission, { kind: 'admitted' }>,
    facts: TransactionFacts = {},
  ): void {
    const { signerId, receiverId, actions } = transaction;
    const { cause, remedy } =
      admission.kind === 'invalid'
        ? explainInvalid(admission.error, facts)
        : { cause: admission.reason, remedy: null };
    this.#add({
      transactionHash: formatHash(hash),
      signerId,
      receiverId,
      actions: labelActions(actions),
      error: admission.kind === 'invalid' ? nameOf(admission.error) : 'Dropped',
      explanation: cause,
      remedy,
    });
  }

  /** `reason` says what is wrong with the bytes. */
  addUndecodable(reason: string): void {
    this.#add({
      transactionHash: null,
      signerId: null,
      receiverId: null,
      actions: [],
      error: 'Undecodable',
      explanation: reason,
      remedy: 'send the borsh bytes of a signed transaction, encoded in base64',
    });
  }

  /** Newest first. */
  list(): RefusedTransaction[] {
    return this.#refused.toReversed();
  }

  #add(entry: Refused): void {
    const refused = {
      ...entry,
      timestamp: this.#now(),
      explanation: cut(entry.explanation),
      remedy: entry.remedy && cut(entry.remedy),
    };
    this.#refused.push(refused);
    if (this.#refused.length > REFUSED_MAX) this.#refused.shift();
    for (const listener of this.#listeners) listener(refused);
  }
}

/** The innermost name of an error: the one that people search for. */
function nameOf(error: InvalidTxError): string {
  switch (error.kind) {
    case 'InvalidAccessKeyError':
    case 'ActionsValidation':
      return error.value.kind;
    default:
      return error.kind;
  }
}

function cut(text: string): string {
  return text.length <= TEXT_CHARS_MAX ? text : `${text.slice(0, TEXT_CHARS_MAX)}…`;
}
