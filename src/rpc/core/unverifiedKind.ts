// What a follower's response may contain that no hash on the chain verifies: a malicious source
// could have invented it. A header names the kinds in a response; the body is unchanged.

import { words } from '../../codec/union.ts';
import type { Headers, HttpResponse } from '../../http/httpResponse.ts';

/** Kinds with their meaning, for errors, the terminal and the guide. */
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

const ORDER = Object.keys(UNVERIFIED_KINDS) as readonly UnverifiedKind[];

export const UnverifiedKind = words('UnverifiedKind', ORDER);

export const UNVERIFIED_HEADER = 'perigee-unverified';

/** In the order of the table. */
export function sortKinds(kinds: ReadonlySet<UnverifiedKind>): readonly UnverifiedKind[] {
  return ORDER.filter((kind) => kinds.has(kind));
}

function unverifiedHeaders(kinds: readonly UnverifiedKind[]): Headers {
  return kinds.length === 0 ? [] : [[UNVERIFIED_HEADER, kinds.join(', ')]];
}

/** The response with the kinds in its header. */
export function markResponse<A extends HttpResponse>(
  answer: A,
  kinds: readonly UnverifiedKind[],
): A {
  if (kinds.length === 0) return answer;
  return { ...answer, headers: [...(answer.headers ?? []), ...unverifiedHeaders(kinds)] };
}

/** The message of a follower that only returns verified data. */
export function explainUnverified(kinds: readonly UnverifiedKind[]): string {
  const meanings = kinds.map((kind) => `${kind} (${UNVERIFIED_KINDS[kind]})`);
  return (
    'this node was started with --verified-only, and nothing on the chain binds what the answer ' +
    `would hold: ${meanings.join(', ')}; follow the chain with --execute to have it verified`
  );
}
