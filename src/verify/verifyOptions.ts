// What `perigee verify` is asked to do.

import type { SourceSettings } from '../follow/sources/sourceSpec.ts';

export interface VerifyOptions extends SourceSettings {
  readonly home: string;
  /** The states after all blocks, and not only after the head. */
  readonly deep: boolean;
  /** As on the command line: a cluster, an export, a node or a home folder. */
  readonly restoreFrom?: string | undefined;
  /** What the node of `restoreFrom` wants to see. */
  readonly token?: string | undefined;
}
