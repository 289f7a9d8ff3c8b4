// One log line for each transaction, once all of its receipts have been executed, refunds included
// (transactionLine.ts). The lines of its calls come before it.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { HASH_LENGTH, type Hash } from '../../base/crypto/hash.ts';
import { listPending } from '../../chain/stored/transactionOutcomes.ts';
import type { RpcChain } from '../../rpc/core/context.ts';
import { chainAsOf } from '../../rpc/transactions/chainAsOf.ts';
import { TxProgress } from '../../rpc/transactions/transactionProgress.ts';
import { probeTransaction } from '../../rpc/transactions/transactionStatus.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Styles } from '../../trace/text/styles.ts';
import type { BlockNotice } from '../chain/chainLink.ts';
import { describeTransaction, formatTransaction } from './transactionLine.ts';

/** Transactions that are tracked at the same time; beyond this the oldest is dropped. */
const FOLLOWED_MAX = 10_000;

interface Followed {
  readonly hash: Hash;
  readonly progress: TxProgress;
  readonly sinceMs: number;
}

export class TransactionLog {
  readonly #chain: RpcChain;
  readonly #logger: Logger;
  readonly #styles: Styles;
  readonly #nowMs: () => number;
  readonly #followed = new Map<string, Followed>();

  constructor(chain: RpcChain, logger: Logger, styles: Styles, nowMs: () => number) {
    this.#chain = chain;
    this.#logger = logger;
    this.#styles = styles;
    this.#nowMs = nowMs;
  }

  onBlock({ height, transactions }: Pick<BlockNotice, 'height' | 'transactions'>): void {
    if (!this.#logger.isLevelEnabled('info')) return;
    for (const [i, waitedMs] of transactions.waitedMs.entries()) {
      const hash = transactions.hashes.slice(i * HASH_LENGTH, (i + 1) * HASH_LENGTH);
      this.#follow(hash, this.#nowMs() - waitedMs);
    }
    if (this.#followed.size === 0) return;
    // The store may already have the next block, whose calls have not been reported yet.
    const source = chainAsOf(this.#chain, height);
    if (source === null) return;
    for (const [key, { hash, progress, sinceMs }] of this.#followed) {
      if (progress.isWaiting()) continue;
      const reach = probeTransaction(source, hash);
      if (reach === null || reach.outcomes.length === 0) continue;
      if (listPending(reach.outcomes).length > 0) continue;
      this.#followed.delete(key);
      const ms = Math.round(this.#nowMs() - sinceMs);
      const described = describeTransaction(this.#chain, reach, ms);
      const text = formatTransaction(described, this.#styles);
      this.#logger[described.failure === null ? 'info' : 'warn'](described.fields, text);
    }
  }

  #follow(hash: Hash, sinceMs: number): void {
    const progress = new TxProgress(this.#chain, hash);
    this.#followed.set(bytesKey(hash), { hash, progress, sinceMs });
    if (this.#followed.size <= FOLLOWED_MAX) return;
    const [oldest] = this.#followed.keys();
    if (oldest !== undefined) this.#followed.delete(oldest);
  }
}
