// The options of `perigee verify`.

import type { SourceSettings } from '../follow/sources/sourceSpec.ts';

export interface VerifyOptions extends SourceSettings {
  readonly home: string;
  /** Check the states after all blocks, not only after the head. */
  readonly deep: boolean;
  /** As on the command line: a cluster, an export, a node or a home folder. */
  readonly restoreFrom?: string | undefined;
  /** The token that the node of `restoreFrom` requires. */
  readonly token?: string | undefined;
}
