// Transactions that the node has refused: no block has them, so the feed does not show them.

import type { ResultOf } from 'perigee/client';
import { askNode, NodeRefusal } from './node.ts';

export type RefusedTransaction = ResultOf<'perigee_refused_transactions'>['transactions'][number];

/** Newest first; none if the node does not tell this page. */
export async function findRefused(): Promise<readonly RefusedTransaction[]> {
  try {
    return (await askNode('perigee_refused_transactions', null)).transactions;
  } catch (error) {
    if (error instanceof NodeRefusal) return [];
    throw error;
  }
}
