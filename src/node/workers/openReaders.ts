// What a process answers requests from, beside the chain: its own view of the store, threads for
// views, and the controls.

import { Epochs } from '../../chain/epoch/epochs.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { openBodyThread } from '../../execution/bodies/bodyThread.ts';
import { ViewCache } from '../../execution/views/viewCache.ts';
import { ViewPool } from '../../execution/views/viewPool.ts';
import { fundedAccounts, type Home, type KeyFile } from '../../home/homeFolder.ts';
import type { Releases } from '../../process/releases.ts';
import { resolveLimits } from '../../rpc/config/limits.ts';
import { LmdbStore } from '../../store/lmdb/lmdbStore.ts';
import type { ChainLink } from '../chain/chainLink.ts';
import { followChain } from '../chain/refreshReaders.ts';
import { GasReport } from '../gasReport/gasReport.ts';
import { NodeControls } from '../nodeControls.ts';
import type { StartOptions } from '../options.ts';
import type { RpcParts } from '../rpcContext.ts';

/** The accounts that are told to everybody who starts a node. */
export function knownAccounts({ validatorKey, genesis }: Home): KeyFile[] {
  return [validatorKey, ...fundedAccounts(genesis)];
}

/** What this thread answers from, beside the chain's own. */
type Readers = Pick<RpcParts, 'store' | 'chain' | 'epochs' | 'views' | 'controls' | 'scanBody'> & {
  readonly pool: ViewPool;
};

export async function openReaders(
  home: Home,
  options: StartOptions,
  thread: ChainLink,
  releases: Releases,
): Promise<Readers> {
  const { config, genesis, storePath } = home;
  const store = await LmdbStore.open({ path: storePath, readOnly: true });
  releases.push(() => {
    // Blocks may still come until the chain's thread has stopped.
    thread.silence();
    return store.close();
  });
  const chain = new StoredChain(store);
  const report = new GasReport(chain);
  followChain(thread, { store, chain, report });
  const { chainId, protocolVersion } = genesis.config;
  const pool = new ViewPool({
    storePath,
    chainId,
    protocolVersion,
    origin: home.origin,
    threads: config.viewClientThreads,
    limits: resolveLimits(config, options.limits),
  });
  releases.push(() => pool.close());
  const views = new ViewCache((call) => pool.callFunction(call));
  thread.onRevert(() => views.clear());
  return {
    store,
    chain,
    epochs: new Epochs(createEpochStore(store), genesis.config),
    views,
    pool,
    scanBody: openBodyThread(releases),
    controls: new NodeControls({
      thread,
      report,
      accounts: knownAccounts(home),
      mining: options.mining,
      isShared: options.cluster !== undefined,
    }),
  };
}
