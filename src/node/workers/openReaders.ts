// What a process serves requests from, apart from the chain: its own view of the store, view
// threads, and the controls.

import type { ThreadPart } from '../../base/collections/cacheTable.ts';
import { Epochs } from '../../chain/stored/epochs.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { StoreNodeReader } from '../../chain/stored/storeNodeReader.ts';
import { createTrieStates } from '../../chain/stored/trieStates.ts';
import { openBodyThread } from '../../execution/bodies/bodyThread.ts';
import { planProcessCaches } from '../../execution/planProcessCaches.ts';
import { TracePool } from '../../execution/traces/tracePool.ts';
import { createViews } from '../../execution/views/createViews.ts';
import { ViewPool } from '../../execution/views/viewPool.ts';
import { describeEpochs } from '../../execution/views/viewStates.ts';
import { ForkTrie } from '../../fork/forkTrie.ts';
import { SuspendingOrigin } from '../../fork/origin.ts';
import { fundedAccounts, type Home, type KeyFile } from '../../home/homeFolder.ts';
import type { Releases } from '../../process/releases.ts';
import { createThreadCaches } from '../../process/threadCaches.ts';
import { resolveLimits } from '../../rpc/config/limits.ts';
import { openStore } from '../../store/openStore.ts';
import { CachedNodeReader } from '../../trie/cachedNodeReader.ts';
import { NodeTrie } from '../../trie/trie.ts';
import type { ChainLink } from '../chain/chainLink.ts';
import { createNewestHeight } from '../chain/newestHeight.ts';
import { followChain } from '../chain/refreshReaders.ts';
import { GasReport } from '../gasReport/gasReport.ts';
import { NodeControls } from '../nodeControls.ts';
import type { StartOptions } from '../options.ts';
import type { RpcParts } from '../rpcContext.ts';

/** The public accounts of the node. */
export function knownAccounts(
  { validatorKey, genesis }: Home,
  { knownKeys = [] }: StartOptions,
): KeyFile[] {
  const own = [validatorKey, ...fundedAccounts(genesis)];
  const ids = new Set(own.map(({ accountId }) => accountId));
  return [...own, ...knownKeys.filter(({ accountId }) => !ids.has(accountId))];
}

/** How the processes of a node divide memory among caches; all of them compute the same plan. */
export function describeCaches(home: Home, { cacheBudgetBytes, cluster }: StartOptions) {
  const parts: readonly ThreadPart[] = home.origin === undefined ? [] : ['fork'];
  const plan = planProcessCaches({
    cacheBudgetBytes,
    viewThreads: home.config.viewClientThreads,
    threads: [
      ['rpc', 'keys', ...parts],
      ['chain', 'keys', ...parts],
      ['trace', 'keys', ...parts],
      ...(cluster === undefined ? [] : [['writer'] as const]),
    ],
    besidesViews: parts,
  });
  return { parts, plan };
}

/** What this thread serves requests from, apart from the chain thread. */
type Readers = Pick<
  RpcParts,
  | 'store'
  | 'caches'
  | 'chain'
  | 'newestHeight'
  | 'epochs'
  | 'states'
  | 'views'
  | 'traces'
  | 'controls'
  | 'scanBody'
> & {
  readonly pool: ViewPool;
};

export async function openReaders(
  home: Home,
  options: StartOptions,
  thread: ChainLink,
  releases: Releases,
): Promise<Readers> {
  const { config, genesis, storePath } = home;
  const { workers } = options;
  const store = await openStore({ path: storePath, readOnly: true });
  releases.push(() => {
    // Blocks may still arrive until the chain thread has stopped.
    thread.silence();
    return store.close();
  });
  const { plan, parts } = describeCaches(home, options);
  const caches = createThreadCaches(['rpc', ...parts], plan);
  const chain = new StoredChain(store, caches);
  const report = new GasReport(chain);
  followChain(thread, { store, chain, report });
  const { chainId } = genesis.config;
  const pool = new ViewPool({
    storePath,
    chainId,
    origin: home.origin,
    threads: config.viewClientThreads,
    limits: resolveLimits(config, options.limits),
    cachePlan: plan,
    debugInfo: options.debugInfo,
  });
  releases.push(() => pool.close());
  const traces = new TracePool({
    storePath,
    genesis: genesis.config,
    origin: home.origin,
    limits: resolveLimits(config, options.limits),
    cachePlan: plan,
    debugInfo: options.debugInfo,
  });
  releases.push(() => traces.close());
  const epochs = new Epochs(createEpochStore(store), genesis.config, caches);
  const own = new NodeTrie(CachedNodeReader.create(new StoreNodeReader(store), caches));
  const origin = home.origin && new SuspendingOrigin(home.origin, store, caches);
  const states = createTrieStates(chain, origin ? new ForkTrie(own, origin) : own);
  const views = createViews({
    ...{ pool, caches, chain, chainId, states, debugInfo: options.debugInfo },
    ...describeEpochs(epochs),
  });
  thread.onRevert(() => views.clear());
  return {
    store,
    caches,
    chain,
    newestHeight: createNewestHeight({ store, chain, workers }),
    epochs,
    states,
    views,
    traces,
    pool,
    scanBody: openBodyThread(releases),
    controls: new NodeControls({
      thread,
      report,
      accounts: knownAccounts(home, options),
      mining: options.mining,
      isShared: options.cluster !== undefined,
    }),
  };
}
