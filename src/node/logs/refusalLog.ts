// Refused transactions in the log. Anyone can send as many as they like, so that only a few in a
// while are lines of their own, and the others are counted in one.

import type { Timer } from '../../base/timer.ts';
import type { RefusedTransaction } from '../../rpc/core/refusedTransactions.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Styles } from '../../trace/text/styles.ts';
import { formatAdvice, HASH_CHARS } from './transactionLine.ts';

/** Lines of their own in each while. */
const LINES_MAX = 10;
const WHILE_MS = 5_000;

export class RefusalLog {
  readonly #logger: Logger;
  readonly #styles: Styles;
  readonly #timer: Timer;
  #count = 0;
  #cancel = () => {};

  constructor(logger: Logger, styles: Styles, timer: Timer) {
    this.#logger = logger;
    this.#styles = styles;
    this.#timer = timer;
  }

  onRefused(refused: RefusedTransaction): void {
    if (this.#count === 0) this.#cancel = this.#timer(() => this.#endWhile(), WHILE_MS);
    this.#count += 1;
    if (this.#count > LINES_MAX) return;
    const { transactionHash: hash, signerId: signer, receiverId: receiver } = refused;
    const { actions, error, explanation, remedy } = refused;
    const fields = { hash, signer, receiver, actions, status: 'refused', error };
    this.#logger.warn({ ...fields, explanation, remedy }, formatRefusal(refused, this.#styles));
  }

  end(): void {
    this.#cancel();
    if (this.#count > 0) this.#endWhile();
  }

  #endWhile(): void {
    const more = this.#count - LINES_MAX;
    this.#count = 0;
    if (more <= 0) return;
    const text = `${more} more transactions were refused: see perigee_refused_transactions`;
    this.#logger.warn({ status: 'refused', more }, text);
  }
}

function formatRefusal(refused: RefusedTransaction, styles: Styles): string {
  const { transactionHash, signerId, receiverId, actions, error } = refused;
  const who =
    signerId === null || receiverId === null
      ? 'a transaction'
      : `${signerId} → ${receiverId}  ${actions.join(', ')} `;
  const hash = transactionHash?.slice(0, HASH_CHARS) ?? '';
  const line = `${styles.bad(`${who} refused: ${error}`)}  ${styles.dim(hash)}`.trimEnd();
  return [line, ...formatAdvice(refused, styles)].join('\n');
}
