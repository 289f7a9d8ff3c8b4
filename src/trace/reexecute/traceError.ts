// Why a transaction cannot be traced. A trace that does not match what is stored is never shown.

import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';

type TraceFault =
  | { readonly code: 'trace_unavailable' }
  /** `field` is the first part of the outcome that differs. */
  | { readonly code: 'trace_differs'; readonly field: string };

export class TraceError extends PerigeeError<TraceFault> {}

export function createPrunedError(blockHash: Hash): TraceError {
  const text =
    `block ${formatHash(blockHash)} cannot be executed again: the block before it, or its state, ` +
    'was pruned; archival nodes keep everything';
  return new TraceError({ code: 'trace_unavailable' }, text);
}

export function createDifference(id: Hash, field: string): TraceError {
  const text =
    `executing ${formatHash(id)} again gave another ${field} than the chain has, so there is no ` +
    'trace to be trusted; the block may have been made by another version of this program';
  return new TraceError({ code: 'trace_differs', field }, text);
}
