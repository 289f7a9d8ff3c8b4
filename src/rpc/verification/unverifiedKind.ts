// What an answer of a follower may hold that nothing on the chain binds: a lying source could have
// made it up. An answer names the kinds that it holds in a header, and the body stays as it is.

import type { Headers, HttpResponse } from '../../http/httpResponse.ts';

/** With what each kind means, for errors, for the terminal and for the guide. */
const UNVERIFIED_KINDS = {
  transactions: 'transactions that cannot be hashed again, such as those with code not shown',
  receipts: 'receipts that no root binds, such as those sent along with code not shown',
  'failure-reasons': 'why a transaction or a receipt failed',
  'gas-profiles': 'the metadata of outcomes',
  'state-values': 'accounts, keys, code and contract data, and calls that read them',
  'state-changes': 'the changes of a block and their causes',
  'chunk-authors': 'who made a chunk, if the account makes no blocks',
  'epoch-facts': 'the protocol version and the first height of an epoch',
  upstream: 'what the node says that was asked with --upstream',
} as const;

export type UnverifiedKind = keyof typeof UNVERIFIED_KINDS;

export const UNVERIFIED_HEADER = 'perigee-unverified';

/** In the order of the table, whatever order they were met in. */
export function sortKinds(kinds: ReadonlySet<UnverifiedKind>): readonly UnverifiedKind[] {
  const order = Object.keys(UNVERIFIED_KINDS) as UnverifiedKind[];
  return order.filter((kind) => kinds.has(kind));
}

function unverifiedHeaders(kinds: readonly UnverifiedKind[]): Headers {
  return kinds.length === 0 ? [] : [[UNVERIFIED_HEADER, kinds.join(', ')]];
}

/** The answer with the kinds in its header. */
export function markResponse<A extends HttpResponse>(
  answer: A,
  kinds: readonly UnverifiedKind[],
): A {
  if (kinds.length === 0) return answer;
  return { ...answer, headers: [...(answer.headers ?? []), ...unverifiedHeaders(kinds)] };
}

/** A sentence for those who ask a follower that only answers what it has verified. */
export function explainUnverified(kinds: readonly UnverifiedKind[]): string {
  const meanings = kinds.map((kind) => `${kind} (${UNVERIFIED_KINDS[kind]})`);
  return (
    'this node was started with --verified-only, and nothing on the chain binds what the answer ' +
    `would hold: ${meanings.join(', ')}; follow the chain with --execute to have it verified`
  );
}
