// The options of an embedded node.

import type { Dialect } from '../params/dialect.ts';
import type { GivenMining } from '../project/givenMining.ts';
import type { ProjectConfig } from '../project/projectConfig.ts';
import type { GivenLimits } from '../rpc/config/limits.ts';
import type { LogLevel } from '../telemetry/logLevel.ts';

export interface CreateNodeOptions {
  /** 0, the default, lets the system choose a free port. */
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly mining?: GivenMining | undefined;
  /**
   * How long a read at `final` waits for blocks that are becoming final, in milliseconds; 0 answers
   * at once.
   */
  readonly finalWaitMs?: number | undefined;
  readonly shards?: number | undefined;
  /** Funded accounts besides the root; 10 by default. */
  readonly accounts?: number | undefined;
  /** The protocol version of a new chain; the newest one by default. */
  readonly protocol?: number | undefined;
  /** Which protocol the version numbers mean; an existing chain keeps its own. */
  readonly dialect?: Dialect | undefined;
  /** Allows protocol versions with features that are not released. */
  readonly nightly?: boolean | undefined;
  /** Keeps the chain in this folder; without it, the chain is removed when the node stops. */
  readonly home?: string | undefined;
  /** Limits that override the defaults. */
  readonly limits?: GivenLimits | undefined;
  /** A file of `dumpState` to load at startup. */
  readonly loadState?: string | undefined;
  /** Where to look for debug information, for the source lines in stacks of failed calls. */
  readonly debugInfo?: string | undefined;
  /**
   * Accounts, contracts and the chain itself as in `perigee.config.ts`, or the path of that file.
   * The options here take precedence.
   */
  readonly config?: ProjectConfig | string | undefined;
  readonly logLevel?: LogLevel | undefined;
}
