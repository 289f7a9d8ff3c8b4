// Why a transaction of another network cannot be traced.

import { PerigeeError } from '../base/errors.ts';

type RemoteFault =
  /** The source has never heard of the transaction. */
  | { readonly code: 'remote_unknown' }
  /** The source does not answer, or not as a node does, or has pruned what is needed. */
  | { readonly code: 'remote_source' }
  /** The kept files do not have it, and the network must not be asked. */
  | { readonly code: 'remote_offline' }
  /** The folder of kept answers is full. */
  | { readonly code: 'remote_cache_full' };

export class RemoteError extends PerigeeError<RemoteFault> {
  constructor(code: RemoteFault['code'], message: string, cause?: unknown) {
    super({ code }, message, { cause });
  }
}
