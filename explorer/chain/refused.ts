// Transactions that the node has refused: no block has them, so the feed does not show them.

import type { ResultOf } from 'perigee/client';
import { askNode, unlessRefused } from './node.ts';

export type RefusedTransaction = ResultOf<'perigee_refused_transactions'>['transactions'][number];

/** Newest first; none if the node does not tell this page. */
export async function findRefused(): Promise<readonly RefusedTransaction[]> {
  const found = await unlessRefused(askNode('perigee_refused_transactions', null));
  return found?.transactions ?? [];
}
