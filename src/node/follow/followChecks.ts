// Describes, for the terminal, what a follower has verified about the blocks it stores and what it
// cannot verify.

import { UNVERIFIED_HEADER, type UnverifiedKind } from '../../rpc/core/unverifiedKind.ts';

export interface FollowChecks {
  /** Whether blocks are also executed. */
  readonly isExecuting: boolean;
  /** False if epochs come from another node: from a checkpoint on. */
  readonly computesEpochs: boolean;
}

/** For every block; single transactions and receipts may be unverified as well. */
const NEVER_BOUND: readonly UnverifiedKind[] = ['failure-reasons', 'gas-profiles', 'state-values'];
const TOLD: readonly UnverifiedKind[] = ['chunk-authors', 'epoch-facts'];

export function describeChecks({ isExecuting, computesEpochs }: FollowChecks): string {
  if (isExecuting) return 'executed, with the same results as the chain; nothing is unverified';
  const kinds = computesEpochs ? NEVER_BOUND : [...NEVER_BOUND, ...TOLD];
  const words = kinds.map((kind) => kind.replace('-', ' '));
  return (
    'checked headers, signatures, approvals, roots, transactions and receipts; ' +
    `not checked: ${words.join(', ')}`
  );
}

/** Where the user can see it, and what to do about it. */
export function describeMarks({ isExecuting }: FollowChecks): string {
  if (isExecuting) return '';
  return ` (responses say so in the header ${UNVERIFIED_HEADER}; --execute verifies all)`;
}
