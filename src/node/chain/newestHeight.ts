// The newest block that any client may know about. Blocks are in the store before they are
// announced, so a response may already be based on one that this process has not heard of.

import type { StoredChain } from '../../chain/stored/storedChain.ts';
import type { Store } from '../../store/store.ts';

/** The height of the newest block in the store. */
export type ReadNewestHeight = () => number;

interface NewestHeightParts {
  readonly store: Pick<Store, 'refresh'>;
  readonly chain: Pick<StoredChain, 'head'>;
  readonly workers: number | undefined;
}

export function createNewestHeight(parts: NewestHeightParts): ReadNewestHeight {
  const { store, chain, workers = 0 } = parts;
  return () => {
    // Another process may have answered from a newer state than the one that this turn reads.
    if (workers > 0) store.refresh();
    return chain.head().height;
  };
}
