// The blocks, transactions and receipts whose hashes begin with what was typed, however old they
// are. One request at a time: what was typed meanwhile is asked for next.

import type { ResultOf } from 'perigee/client';
import { askNode } from './node.ts';
import { Observable } from './observable.ts';

/** Fewer digits match too much. */
const PREFIX = /^[1-9A-HJ-NP-Za-km-z]{4,44}$/;
const LIMIT = 6;

export type FoundHashes = ResultOf<'perigee_find_hashes'>;

const NOTHING: FoundHashes = { blocks: [], transactions: [], receipts: [] };

export const foundHashes = new Observable<FoundHashes>(NOTHING);

let wanted = '';
let isAsking = false;

export async function wantHashes(text: string): Promise<void> {
  wanted = text.trim();
  if (isAsking) return;
  isAsking = true;
  for (let asked = ''; asked !== wanted && PREFIX.test(wanted); ) {
    asked = wanted;
    foundHashes.value = await find(asked);
  }
  isAsking = false;
}

/** Nothing if the node cannot say. */
async function find(prefix: string): Promise<FoundHashes> {
  try {
    return await askNode('perigee_find_hashes', { prefix, limit: LIMIT });
  } catch {
    return NOTHING;
  }
}
