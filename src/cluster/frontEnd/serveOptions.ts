// What a front end of a cluster can be told at its start.

import type { GivenLimits } from '../../rpc/config/limits.ts';
import type { UpstreamAddress } from '../../rpc/core/upstream.ts';
import type { LogLevel } from '../../telemetry/logLevel.ts';

export type ServeOptions = {
  /** The cluster, as store/cassandra.ts reads it. */
  readonly store: string;
  /** Keep the current state on this machine, for calls of contracts. */
  readonly state: boolean;
  /** The node that takes transactions. */
  readonly upstream?: UpstreamAddress | undefined;
  readonly host: string;
  /** 0 lets the system choose a free port. */
  readonly port: number;
  /** Rows of the cluster that stay in memory. */
  readonly cacheBytes: number;
  /** Memory for all caches of the process, in bytes; without it each has its usual size. */
  readonly cacheBudgetBytes?: number | undefined;
  /** What callers from other machines must send; without it they need nothing. */
  readonly token?: string | undefined;
  /** Limits that stand above what the writer's config.json says. */
  readonly limits?: GivenLimits | undefined;
  readonly logLevel: LogLevel;
};
