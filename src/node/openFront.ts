// What a process answers requests from, beside the chain: its own view of the store, threads for
// views, and the controls.

import { Epochs } from '../chain/epoch/epochs.ts';
import { StoredChain } from '../chain/storedChain.ts';
import { createEpochStore } from '../chain/storedEpochs.ts';
import type { HttpServerOptions } from '../rpc/httpServer.ts';
import { resolveLimits } from '../rpc/limits.ts';
import { LmdbStore } from '../store/lmdbStore.ts';
import { createPeerInspector } from './access/peerInspector.ts';
import { openBodyThread } from './bodies/bodyThread.ts';
import type { ChainLink } from './chainLink.ts';
import { followChain } from './followChain.ts';
import { GasReport } from './gasReport.ts';
import { fundedAccounts, type Home, type KeyFile } from './homeFolder.ts';
import { NodeControls } from './nodeControls.ts';
import type { StartOptions } from './options.ts';
import type { Releases } from './releases.ts';
import type { RpcParts } from './rpcContext.ts';
import { ViewAnswers } from './viewAnswers.ts';
import { ViewPool } from './viewPool.ts';

/** The accounts that are told to everybody who starts a node. */
export function knownAccounts({ validatorKey, genesis }: Home): KeyFile[] {
  return [validatorKey, ...fundedAccounts(genesis)];
}

/** What this thread answers from, beside the chain's own. */
type Front = Pick<RpcParts, 'store' | 'chain' | 'epochs' | 'views' | 'controls' | 'scanBody'> & {
  readonly pool: ViewPool;
};

export async function openFront(
  home: Home,
  options: StartOptions,
  thread: ChainLink,
  releases: Releases,
): Promise<Front> {
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
  const views = new ViewAnswers((call) => pool.callFunction(call));
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
      isShared: options.ring !== undefined,
    }),
  };
}

/** Where the service listens, and to whom. */
export function describeDoor(
  { config }: Pick<Home, 'config'>,
  { host, port, token }: Pick<StartOptions, 'host' | 'port' | 'token'>,
): Pick<HttpServerOptions, 'host' | 'port' | 'corsAllowedOrigins' | 'token' | 'inspectPeer'> {
  const cors = config.rpc === null ? {} : { corsAllowedOrigins: config.rpc.corsAllowedOrigins };
  const inspectPeer = createPeerInspector();
  return { host, port, ...cors, ...(token !== undefined && { token }), inspectPeer };
}
