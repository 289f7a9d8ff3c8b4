// What the methods of a follower answer from: its store, which the follower of the same process
// writes.

import { keyFromSeed, type PublicKey, secretToPublic } from '../../base/keys.ts';
import { Epochs } from '../../chain/epoch/epochs.ts';
import { dropTransaction } from '../../chain/producer.ts';
import type { StoredChain } from '../../chain/storedChain.ts';
import type { ConfigFile } from '../../rpc/configFile.ts';
import type { RpcContext, Upstream } from '../../rpc/context.ts';
import { resolveLimits } from '../../rpc/limits.ts';
import { REGISTRY } from '../../rpc/registry.ts';
import { markAnswer } from '../../rpc/verification/unverifiedKind.ts';
import { createFlatStates } from '../../state/flatState.ts';
import type { Store } from '../../store/store.ts';
import { describeClient } from '../describeClient.ts';
import { limitConnections } from '../descriptors.ts';
import type { Logger } from '../logger.ts';
import type { NodeMetrics } from '../metrics.ts';
import type { FollowOptions, UpstreamAddress } from '../options.ts';
import { realTime, startUptime } from '../realTime.ts';
import { createUpstream } from '../serveUpstream.ts';
import type { FollowedChain } from './openFollowed.ts';

const NO_UPSTREAM =
  'this node follows a chain and sends no transactions; start it with --upstream URL';

export interface FollowParts extends FollowedChain {
  readonly options: FollowOptions;
  /** There is no file; what the options say is in it. */
  readonly config: ConfigFile;
  readonly store: Store;
  readonly chain: StoredChain;
  readonly callFunction: NonNullable<RpcContext['callFunction']>;
  readonly metrics: NodeMetrics;
  readonly logger: Logger;
  isSyncing(): boolean;
  onBlock(listener: () => void): () => void;
  /** Where the service listens; asked for when requests come in. */
  rpcAddress(): string;
}

export function createFollowContext(parts: FollowParts): RpcContext {
  const { options, store, chain, epochs, genesis, callFunction, metrics, logger, config } = parts;
  const upstream = options.upstream === undefined ? null : takeSubmissions(options.upstream);
  return {
    chain,
    epochs,
    states: createFlatStates(store),
    verification: {
      isRequired: options.verifiedOnly,
      computesEpochs: epochs instanceof Epochs,
    },
    genesis,
    clientConfig: describeClient(config, genesis, { rpcAddr: () => parts.rpcAddress() }),
    node: {
      nodePublicKey: followerKey(genesis.chainId),
      validator: null,
      peersMax: config.network.maxNumPeers,
      uptimeSeconds: startUptime(),
      isSyncing: () => parts.isSyncing(),
      expectsBlocks: () => true,
    },
    // Whether a transaction that is nowhere yet is valid is for its chain to say.
    port: {
      submit: async () => dropTransaction('unavailable', NO_UPSTREAM),
      check: async () => ({ kind: 'admitted' }),
    },
    callFunction,
    ...(upstream !== null && { upstream }),
    onBlock: (listener) => parts.onBlock(listener),
    ...realTime,
    limits: limitConnections(resolveLimits(config, options.limits)),
    metrics,
    reportFailure: (error, method) => logger.error(error, `${method} failed`),
  };
}

/** Nobody has to believe it: a follower speaks with no peer. */
export function followerKey(chainId: string): PublicKey {
  return secretToPublic(keyFromSeed('ed25519', `follower of ${chainId}`));
}

/** Everything else is answered here. What that node says is its own word. */
function takeSubmissions(address: UpstreamAddress): Upstream {
  const upstream = createUpstream(address, true);
  return {
    takes: (name) => REGISTRY.get(name)?.method.isSubmission === true,
    ask: async (path, body) => markAnswer(await upstream.ask(path, body), ['upstream']),
  };
}
