// The dependencies of the server: limits, counters and time. The names are those of the node's own
// limits and metrics, so that a node can pass them directly.

import type { Timer } from '../base/timer.ts';

export interface HttpLimits {
  readonly connectionsMax: number;
  /** How long a client may take to send the head of a request, and the complete request. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How long an idle connection is kept open. */
  readonly idleTimeoutMs: number;
  /** How long a route may wait before it responds. */
  readonly pollingTimeoutMs: number;
  /** How long requests may still take once the server closes. */
  readonly drainTimeoutMs: number;
  readonly bodyBytesMax: number;
  /** The total size of large bodies. */
  readonly bodiesBytesMax: number;
  /** The total size of responses that clients have not read yet. */
  readonly unsentBytesMax: number;
  /** Of one address; a rate of 0 disables the limit. */
  readonly requestsPerSecond: number;
  readonly requestsBurst: number;
}

/** Why the server refuses a request or a connection. */
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
