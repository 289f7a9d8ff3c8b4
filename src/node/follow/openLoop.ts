// The two ways to follow a chain: blocks are verified in this thread and stored as received, or
// executed in a worker, whose store this thread reads. Each uses its own folder, as the two stores
// are laid out differently.

import { join } from 'node:path';
import type { CachePlan } from '../../base/collections/cachePlan.ts';
import type { Caches } from '../../base/collections/caches.ts';
import type { EpochReader } from '../../chain/stored/epochReader.ts';
import { Epochs } from '../../chain/stored/epochs.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { Follower } from '../../follow/follower.ts';
import { sourceClock } from '../../follow/sources/sourceClock.ts';
import { createBlockSource } from '../../follow/sources/sourceSpec.ts';
import type { Releases } from '../../process/releases.ts';
import { openStore } from '../../store/openStore.ts';
import type { Store } from '../../store/store.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import type { FollowOptions } from '../options.ts';
import { ExecuteThread } from './execute/executeThread.ts';
import type { FollowChecks } from './followChecks.ts';
import { type FollowListener, type FollowLoop, FollowWork } from './followLoop.ts';
import { openFollowed, readFollowedGenesis } from './openFollowed.ts';

export interface OpenedLoop {
  readonly loop: FollowLoop;
  readonly store: Store;
  readonly storePath: string;
  readonly chain: StoredChain;
  readonly epochs: EpochReader;
  readonly genesis: GenesisConfig;
  readonly checks: FollowChecks;
}

interface LoopParts {
  readonly options: FollowOptions;
  /** The folder for stores and the files that belong to them. */
  readonly folder: string;
  readonly listener: FollowListener;
  readonly logger: Logger;
  readonly caches: Caches;
  readonly cachePlan: CachePlan;
}

const CHECKED_FOLDER = 'data';
const EXECUTED_FOLDER = 'executed';

export function openLoop(parts: LoopParts, releases: Releases): Promise<OpenedLoop> {
  return parts.options.execute ? openExecuting(parts, releases) : openChecking(parts, releases);
}

async function openChecking(
  { options, folder, listener, logger, caches }: LoopParts,
  releases: Releases,
): Promise<OpenedLoop> {
  const report = (text: string) => logger.warn(text);
  const storePath = join(folder, CHECKED_FOLDER);
  const store = await openStore({ path: storePath, report });
  releases.push(() => store.close());
  const chain = new StoredChain(store, caches);
  const opening = { store, chain, caches };
  const { guide, epochs, genesis } = await openFollowed(opening, folder, options);
  const source = await createBlockSource(options.from, options, { clock: sourceClock, report });
  releases.push(() => source.close());
  const follower = new Follower({
    store,
    chain,
    caches,
    guide,
    validityPeriod: genesis.transactionValidityPeriod,
    mayLackApprovals: options.allowUnapproved,
    onBlock: ({ header }) => listener.onBlock(header.lite.height),
  });
  const loop = new FollowWork(follower, source, (height) => listener.onTarget(height));
  const checks = { isExecuting: false, computesEpochs: epochs instanceof Epochs };
  return { loop, store, storePath, chain, epochs, genesis, checks };
}

async function openExecuting(
  { options, folder, listener, logger, caches, cachePlan }: LoopParts,
  releases: Releases,
): Promise<OpenedLoop> {
  const { config: genesis } = readFollowedGenesis(options);
  const storePath = join(folder, EXECUTED_FOLDER);
  let onBlock = (_height: number) => {};
  const loop = await ExecuteThread.open(
    { options, storePath, cachePlan },
    {
      onBlock: (height) => onBlock(height),
      onTarget: (height) => listener.onTarget(height),
      onTrouble: (text) => logger.warn(text),
    },
  );
  releases.push(() => loop.stop());
  const store = await openStore({ path: storePath, readOnly: true });
  releases.push(() => {
    // Blocks may still arrive until the thread has stopped.
    onBlock = () => {};
    return store.close();
  });
  onBlock = (height) => {
    store.refresh();
    listener.onBlock(height);
  };
  const epochs = new Epochs(createEpochStore(store), genesis, caches);
  const checks = { isExecuting: true, computesEpochs: true };
  const chain = new StoredChain(store, caches);
  return { loop, store, storePath, chain, epochs, genesis, checks };
}
