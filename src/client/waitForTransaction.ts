// Waits for a transaction over any time, although a node ends each wait after some seconds.

import type { RpcTransactionResponse, TxExecutionStatus } from './generated/wire.ts';
import type { CallOptions } from './httpExchange.ts';
import type { RetryPolicy } from './retries.ts';
import type { Rpc } from './rpc.ts';
import { isRpcCallError, type RpcCallError } from './rpcCallError.ts';

export interface WaitOptions<U extends TxExecutionStatus = TxExecutionStatus> extends CallOptions {
  /** The milestone to wait for; EXECUTED_OPTIMISTIC by default. */
  readonly until?: U | undefined;
  /** When to give up, checked between two polls; a minute by default. */
  readonly deadlineMs?: number | undefined;
  /** Called after each poll: with the status so far, or null if no block has the transaction. */
  readonly onProgress?: ((status: RpcTransactionResponse | null) => void) | undefined;
}

const DEADLINE_MS = 60_000;
/** Nodes wait themselves before they respond; some older ones do not. */
const POLL_MS = 500;

type Waiter = { readonly rpc: Rpc<[options?: CallOptions]> } & Pick<RetryPolicy, 'clock'>;

/** Rejects with the last RpcCallError at the deadline, and with any other error at once. */
export async function waitForTransaction(
  { rpc, clock }: Waiter,
  hash: string,
  senderId: string,
  options: WaitOptions,
): Promise<RpcTransactionResponse> {
  const { until = 'EXECUTED_OPTIMISTIC', deadlineMs = DEADLINE_MS, onProgress, signal } = options;
  const endMs = clock.nowMs() + deadlineMs;
  const params = { tx_hash: hash, sender_account_id: senderId, wait_until: until };
  for (;;) {
    try {
      return await rpc('tx', params, options);
    } catch (error) {
      if (!isRpcCallError(error, 'tx') || !isUndecided(error)) throw error;
      onProgress?.(statusIn(error));
      if (clock.nowMs() + POLL_MS > endMs) throw error;
    }
    await clock.sleep(POLL_MS, signal ?? new AbortController().signal);
  }
}

/** Whether the transaction may still reach the milestone. */
function isUndecided({ info }: RpcCallError<'tx'>): boolean {
  const { name } = info.error.cause;
  return name === 'TIMEOUT_ERROR' || name === 'UNKNOWN_TRANSACTION';
}

function statusIn({ info }: RpcCallError<'tx'>): RpcTransactionResponse | null {
  const { cause } = info.error;
  // Old nodes send no info.
  if (cause.name !== 'TIMEOUT_ERROR' || cause.info?.cause !== 'PENDING') return null;
  return cause.info.status;
}
