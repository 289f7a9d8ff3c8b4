// What a local node tells while it runs: contract calls, transactions, refusals, and on a terminal
// how far the chain is.

import type { Timer } from '../../base/timer.ts';
import type { RpcChain } from '../../rpc/core/context.ts';
import type { RefusedTransactions } from '../../rpc/core/refusedTransactions.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { LogLevel } from '../../telemetry/logLevel.ts';
import type { Terminal } from '../../telemetry/terminal.ts';
import type { ChainLink } from '../chain/chainLink.ts';
import { type BannerFacts, bannerFields, formatBanner } from './banner.ts';
import { logCall } from './callLog.ts';
import { RefusalLog } from './refusalLog.ts';
import { StatusLine } from './statusLine.ts';
import { TransactionLog } from './transactionLog.ts';

interface NodeLogParts {
  readonly logger: Logger;
  readonly terminal: Terminal;
  readonly chain: RpcChain;
  readonly thread: ChainLink;
  readonly refused: RefusedTransactions;
  readonly nowMs: () => number;
  readonly timer: Timer;
}

export class NodeLog {
  readonly #parts: NodeLogParts;
  readonly #refusals: RefusalLog;
  #status: StatusLine | null = null;

  /** Listens to calls and refusals from now on. */
  constructor(parts: NodeLogParts) {
    this.#parts = parts;
    const { logger, terminal, thread, refused, timer } = parts;
    this.#refusals = new RefusalLog(logger, terminal.styles, timer);
    thread.onCall((call) => logCall(logger, terminal.styles, call));
    refused.onRefused((one) => {
      this.#refusals.onRefused(one);
      this.#status?.onRefused();
    });
  }

  /** Says where the node is, unless nothing shall be said, and what its blocks execute. */
  begin(facts: BannerFacts, level: LogLevel): void {
    const { logger, terminal, chain, thread, nowMs, timer } = this.#parts;
    const transactions = new TransactionLog(chain, logger, terminal.styles, nowMs);
    if (level !== 'silent') announce(this.#parts, facts);
    if (logger.isLevelEnabled('info') && terminal.isInteractive) {
      this.#status = new StatusLine({ terminal, height: facts.height, nowMs, timer });
    }
    thread.onBlock((notice) => {
      transactions.onBlock(notice);
      this.#status?.onBlock(notice.height, notice.transactions.waitedMs.length);
    });
  }

  /** Before the chain is closed. */
  end(): void {
    this.#refusals.end();
    this.#status?.end();
    this.#status = null;
  }
}

/** A program that starts a node needs its address, whatever else is logged. */
function announce({ logger, terminal }: NodeLogParts, facts: BannerFacts): void {
  if (terminal.isInteractive) {
    terminal.print(`${formatBanner(facts, terminal.styles)}\n`);
    return;
  }
  const ready = logger.child({}, { level: 'info' });
  ready.info(bannerFields(facts), `RPC ${facts.url}`);
}
