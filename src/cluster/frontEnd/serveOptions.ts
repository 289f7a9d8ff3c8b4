// The options of a front end of a cluster.

import type { GivenLimits } from '../../rpc/config/limits.ts';
import type { UpstreamAddress } from '../../rpc/service/upstream.ts';
import type { LogLevel } from '../../telemetry/logLevel.ts';

export type ServeOptions = {
  /** The cluster, in the form that cluster/cassandra.ts parses. */
  readonly store: string;
  /** Keep the current state on this machine, for contract calls. */
  readonly state: boolean;
  /** The node to which transactions are forwarded. */
  readonly upstream?: UpstreamAddress | undefined;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** How much of the cluster's rows is kept in memory. */
  readonly cacheBytes: number;
  /** Memory for all caches of the process, in bytes; by default each has its usual size. */
  readonly cacheBudgetBytes?: number | undefined;
  /** Required from callers on other machines, if set. */
  readonly token?: string | undefined;
  /** Limits that override those in the writer's config.json. */
  readonly limits?: GivenLimits | undefined;
  readonly logLevel: LogLevel;
};
