/**
 * Which failed attempts are repeated, and after what pause.
 *
 * Reading is always safe. A signed transaction is executed at most once, because its nonce is used
 * up, so sending the same bytes again is safe as well; the client itself never signs. A
 * control has its effect each time it runs, so it is repeated only if it certainly did not run.
 */

import type { ClientClock } from './clientClock.ts';
import { EFFECTS } from './generated/effects.ts';
import type { HttpReply } from './httpExchange.ts';
import { TransportError } from './transportError.ts';

/** What running a method twice would do. */
export type Effect = 'none' | 'transaction' | 'control';

/** Methods that the client does not know are treated as controls. */
export function effectOf(method: string): Effect {
  return Object.hasOwn(EFFECTS, method) ? EFFECTS[method as keyof typeof EFFECTS] : 'control';
}

export interface RetryPolicy {
  readonly clock: ClientClock;
  /** How often a request is repeated at most; 0 for never. */
  readonly retries: number;
}

const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 5_000;
/** A server that asks for more patience has failed. */
const RETRY_AFTER_MS_MAX = 60_000;

const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;

interface Exchanged {
  readonly reply: HttpReply;
  /** Whether an earlier attempt may have had its effect, although it failed. */
  readonly isRepeated: boolean;
}

/** Repeats an exchange until it succeeds, or may not be repeated. */
export async function exchangeWithRetries(
  { clock, retries }: RetryPolicy,
  effect: Effect,
  exchange: () => Promise<HttpReply>,
  signal: AbortSignal | undefined,
): Promise<Exchanged> {
  let isRepeated = false;
  for (let failures = 0; ; failures++) {
    const outcome = await exchange().catch((error: unknown) => error);
    const isLast = failures >= retries || !mayRepeat(effect, outcome);
    if (isLast && isReply(outcome)) return { reply: outcome, isRepeated };
    if (isLast) throw outcome;
    if (!isRefused(outcome)) isRepeated = true;
    await pause(clock, failures, signal, isReply(outcome) ? outcome.retryAfterMs : null);
  }
}

/** Waits longer after each failure, or as long as the server asks. */
export async function pause(
  clock: ClientClock,
  failures: number,
  signal: AbortSignal | undefined,
  retryAfterMs: number | null = null,
): Promise<void> {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, PAUSE_MS_MAX);
  await clock.sleep(retryAfterMs ?? pauseMs, signal ?? new AbortController().signal);
  signal?.throwIfAborted();
}

function isReply(outcome: unknown): outcome is HttpReply {
  return typeof outcome === 'object' && outcome !== null && 'retryAfterMs' in outcome;
}

/** Rate limits are applied before a request is run. */
function isRefused(outcome: unknown): boolean {
  return isReply(outcome) && outcome.status === TOO_MANY_REQUESTS;
}

function mayRepeat(effect: Effect, outcome: unknown): boolean {
  if (!isReply(outcome)) return effect !== 'control' && isTransient(outcome);
  const { status, retryAfterMs } = outcome;
  if (retryAfterMs !== null && retryAfterMs > RETRY_AFTER_MS_MAX) return false;
  return isRefused(outcome) || (effect !== 'control' && status >= 500);
}

/** Whether the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof TransportError)) return false;
  const { code, status } = error.info;
  if (code === 'unreachable' || code === 'request_timeout') return true;
  return status === TOO_MANY_REQUESTS || status === SERVICE_UNAVAILABLE;
}
