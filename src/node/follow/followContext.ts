// The data that a follower's RPC methods read: its store, which the follower in the same process
// writes.

import type { Caches } from '../../base/collections/caches.ts';
import { keyFromSeed, type PublicKey, secretToPublic } from '../../base/crypto/keys.ts';
import { dropTransaction } from '../../chain/production/producer.ts';
import { createFlatStates } from '../../chain/stored/flatState.ts';
import { StoreNodeReader } from '../../chain/stored/storeNodeReader.ts';
import { createTrieStates } from '../../chain/stored/trieStates.ts';
import type { Reexecution } from '../../execution/traces/describeReexecution.ts';
import { limitConnections } from '../../http/connections/descriptors.ts';
import { realTime, startUptime } from '../../process/realTime.ts';
import type { ConfigFile } from '../../rpc/config/configFile.ts';
import { describeClient } from '../../rpc/config/describeClient.ts';
import { resolveLimits } from '../../rpc/config/limits.ts';
import type { RpcContext, Upstream } from '../../rpc/core/context.ts';
import { markResponse } from '../../rpc/core/unverifiedKind.ts';
import { REGISTRY } from '../../rpc/service/registry.ts';
import type { UpstreamAddress } from '../../rpc/service/upstream.ts';
import { createUpstream } from '../../rpc/service/upstream.ts';
import type { KeptStates } from '../../state/stateView.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { NodeMetrics } from '../../telemetry/metrics.ts';
import { CachedNodeReader } from '../../trie/cachedNodeReader.ts';
import { NodeTrie } from '../../trie/trie.ts';
import type { FollowOptions } from '../options.ts';
import type { OpenedLoop } from './openLoop.ts';

const NO_UPSTREAM =
  'this node follows a chain and sends no transactions; start it with --upstream URL';

interface FollowParts extends Omit<OpenedLoop, 'loop' | 'storePath'> {
  readonly options: FollowOptions;
  readonly caches: Caches;
  /** There is no config file; these are the values from the options. */
  readonly config: ConfigFile;
  readonly states: KeptStates;
  readonly callFunction: NonNullable<RpcContext['callFunction']>;
  /** What needs blocks to be executed again, if that is possible. */
  readonly reexecution: Partial<Reexecution>;
  readonly metrics: NodeMetrics;
  readonly logger: Logger;
  isSyncing(): boolean;
  onBlock(listener: () => void): () => void;
  /** Where the service listens; called when a request comes in. */
  rpcAddress(): string;
}

export function createFollowContext(parts: FollowParts): RpcContext {
  const { options, chain, epochs, genesis, metrics, logger, config } = parts;
  const { callFunction, reexecution } = parts;
  const upstream = options.upstream === undefined ? null : takeSubmissions(options.upstream);
  return {
    caches: parts.caches,
    chain,
    epochs,
    states: parts.states,
    ...describeVerification(parts),
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
    // Only the chain itself can decide whether a transaction that is not in a block yet is valid.
    port: {
      submit: async () => dropTransaction('unavailable', NO_UPSTREAM),
      check: async () => ({ kind: 'admitted' }),
    },
    callFunction,
    ...reexecution,
    ...(upstream !== null && { upstream }),
    onBlock: (listener) => parts.onBlock(listener),
    ...realTime,
    limits: limitConnections(resolveLimits(config, options.limits)),
    metrics,
    reportFailure: (error, method) => logger.error(error, `${method} failed`),
  };
}

type StateParts = Pick<FollowParts, 'store' | 'chain' | 'checks' | 'caches'>;

/** State that was executed here is a trie. */
export function createFollowedStates({ store, chain, checks, caches }: StateParts): KeptStates {
  if (!checks.isExecuting) return createFlatStates(store);
  const nodes = CachedNodeReader.create(new StoreNodeReader(store), caches);
  return createTrieStates(chain, new NodeTrie(nodes));
}

/** State that was executed here is verified. */
function describeVerification({ checks, options }: FollowParts): Pick<RpcContext, 'verification'> {
  if (checks.isExecuting) return {};
  const { computesEpochs } = checks;
  return { verification: { isRequired: options.verifiedOnly, computesEpochs } };
}

/** Derived from the chain id: a follower has no peers that would verify it. */
export function followerKey(chainId: string): PublicKey {
  return secretToPublic(keyFromSeed('ed25519', `follower of ${chainId}`));
}

/** Every other request is served here. The upstream node's responses are not verified. */
function takeSubmissions(address: UpstreamAddress): Upstream {
  const upstream = createUpstream(address, true);
  return {
    takes: (name) => REGISTRY.get(name)?.method.isSubmission === true,
    ask: async (path, body) => markResponse(await upstream.ask(path, body), ['upstream']),
  };
}
