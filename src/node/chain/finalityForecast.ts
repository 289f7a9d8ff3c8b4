// What is about to become final, as far as a process of the node knows. A process that shares the
// chain with others may learn about a block only after another one has answered a client; it
// therefore looks at the store that they share.

import { hasPromptFinality, type MiningMode } from '../../chain/production/mining.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import type { Releases } from '../../process/releases.ts';
import type { FinalityForecast } from '../../rpc/core/context.ts';
import { openStore } from '../../store/openStore.ts';
import type { StartOptions } from '../options.ts';
import type { ChainLink } from './chainLink.ts';

/** The height of the newest block in the store, whether or not this process knows it yet. */
type ReadNewestHeight = () => number;

interface ForecastParts {
  readonly thread: Pick<
    ChainLink,
    'progress' | 'halted' | 'mining' | 'onMining' | 'onHalt' | 'onRevert'
  >;
  /** The mining mode at startup. */
  readonly mining: MiningMode;
  readonly waitMs: number;
  /** Absent if this process knows a block before any client does. */
  readonly newestHeight?: ReadNewestHeight | undefined;
}

export function forecastFinality(parts: ForecastParts): FinalityForecast {
  const { thread, waitMs, newestHeight } = parts;
  return {
    waitMs,
    pendingHeight: () => {
      const { progress } = thread;
      if (progress === null || thread.halted !== null) return null;
      if (!hasPromptFinality(thread.mining ?? parts.mining)) return null;
      const { headHeight, busyHeight, finalHeight } = progress;
      const newest = newestHeight?.() ?? headHeight;
      if (newest > headHeight) return newest;
      return busyHeight > finalHeight ? busyHeight : null;
    },
    onChange: (listener) => {
      const ends = [thread.onMining(listener), thread.onHalt(listener), thread.onRevert(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** Reads the store through a view of its own, so that other readers keep theirs. */
export async function openNewestHeight(
  { workers = 0, finalWaitMs = 0 }: StartOptions,
  storePath: string,
  releases: Releases,
): Promise<ReadNewestHeight | undefined> {
  if (workers === 0 || finalWaitMs === 0) return undefined;
  const store = await openStore({ path: storePath, readOnly: true });
  releases.push(() => store.close());
  const chain = new StoredChain(store);
  return () => {
    store.refresh();
    return chain.head().height;
  };
}
