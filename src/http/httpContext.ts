// What the server is given to work with: bounds, counters and time. The names are those of the
// node's own limits and metrics, so a node passes what it has.

import type { Timer } from '../base/timer.ts';

export interface HttpLimits {
  readonly connectionsMax: number;
  /** How long a client may take to send the head of a request, and the whole of it. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How long a connection without requests is kept. */
  readonly idleTimeoutMs: number;
  /** How long a route may wait before it responds. */
  readonly pollingTimeoutMs: number;
  /** How long requests may still take once the server closes. */
  readonly drainTimeoutMs: number;
  readonly bodyBytesMax: number;
  /** All large bodies together. */
  readonly bodiesBytesMax: number;
  /** All responses that clients have not read yet, together. */
  readonly unsentBytesMax: number;
  /** Of one address; a rate of 0 is no limit. */
  readonly requestsPerSecond: number;
  readonly requestsBurst: number;
}

/** Why the server turns a request or a connection away. */
type HttpRefusal =
  | 'bodies'
  | 'body'
  | 'connections'
  | 'malformed'
  | 'pipelined'
  | 'rate'
  | 'slow'
  | 'token'
  | 'unread';

export interface HttpMetrics {
  countRefusal(reason: HttpRefusal): void;
  changeConnections(by: 1 | -1): void;
}

export interface HttpContext {
  readonly limits: HttpLimits;
  readonly metrics: HttpMetrics;
  readonly timer: Timer;
  /** Reports an exception that a route threw; `request` is the method and path. */
  reportFailure(error: unknown, request: string): void;
}
