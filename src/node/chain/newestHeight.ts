// The newest block that any client may know about. Blocks are in the store before they are
// announced, so a response may already be based on one that this process has not heard of.

import { StoredChain } from '../../chain/stored/storedChain.ts';
import type { Releases } from '../../process/releases.ts';
import { openStore } from '../../store/openStore.ts';

/** The height of the newest block in the store. */
export type ReadNewestHeight = () => number;

interface NewestHeightParts {
  /** The chain as this process reads it, which never gets older. */
  readonly chain: StoredChain;
  readonly storePath: string;
  readonly workers: number | undefined;
  readonly releases: Releases;
}

/**
 * Other processes may have read a newer state of the store than this one, which therefore opens a
 * second view that is always current; the first one stays as it is during a turn.
 */
export async function openNewestHeight(parts: NewestHeightParts): Promise<ReadNewestHeight> {
  const { chain, storePath, workers = 0, releases } = parts;
  if (workers === 0) return () => chain.head().height;
  const store = await openStore({ path: storePath, readOnly: true });
  releases.push(() => store.close());
  const current = new StoredChain(store);
  return () => {
    store.refresh();
    return current.head().height;
  };
}
