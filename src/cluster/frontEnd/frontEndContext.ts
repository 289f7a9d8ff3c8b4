// The data that the RPC methods of a front end read: the cluster, and the note of its writer.

import type { Caches } from '../../base/collections/caches.ts';
import { dropTransaction } from '../../chain/production/producer.ts';
import { Epochs } from '../../chain/stored/epochs.ts';
import { createFlatStates } from '../../chain/stored/flatState.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { StoreNodeReader } from '../../chain/stored/storeNodeReader.ts';
import { createTrieStates } from '../../chain/stored/trieStates.ts';
import { checkSigned } from '../../execution/signatures/checkSigned.ts';
import { SignatureChecks } from '../../execution/signatures/signatureChecks.ts';
import { hasUsableSigner } from '../../execution/signatures/signerLookup.ts';
import { FollowedEpochs } from '../../follow/epochs/followedEpochs.ts';
import { limitConnections } from '../../http/connections/descriptors.ts';
import { realTime, startUptime } from '../../process/realTime.ts';
import { describeClient, type LiveConfig } from '../../rpc/config/describeClient.ts';
import { type GivenLimits, resolveLimits } from '../../rpc/config/limits.ts';
import type { RpcContext, Upstream } from '../../rpc/core/context.ts';
import { ResponseCache } from '../../rpc/core/responseCache.ts';
import { runSuspended } from '../../store/suspendedRead.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { NodeMetrics } from '../../telemetry/metrics.ts';
import { CachedNodeReader } from '../../trie/cachedNodeReader.ts';
import { NodeTrie } from '../../trie/trie.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import type { ClusterView } from '../clusterView.ts';
import type { NodeNote } from '../writerNote.ts';
import { checkTransaction } from './checkTransaction.ts';

const NO_UPSTREAM = 'this front end sends no transactions; start it with --upstream URL';

interface ServeParts {
  readonly view: ClusterView;
  readonly genesis: GenesisConfig;
  readonly note: NodeNote;
  readonly caches: Caches;
  readonly metrics: NodeMetrics;
  readonly logger: Logger;
  readonly upstream: Upstream | null;
  /** The limits of the command line. */
  readonly limits: GivenLimits | undefined;
  /** Absent if no state is kept. */
  readonly callFunction?: RpcContext['callFunction'];
  onBlock(listener: () => void): () => void;
  /** Where the service listens; called when a request comes in. */
  rpcAddress(): string;
}

export function createServeContext(parts: ServeParts): RpcContext {
  const { view, genesis, note, caches, metrics, logger, upstream, callFunction } = parts;
  const trie = new NodeTrie(CachedNodeReader.create(new StoreNodeReader(view.reader), caches));
  const epochs = note.computesEpochs
    ? new Epochs(createEpochStore(view.reader), genesis, caches)
    : new FollowedEpochs(view.reader, caches);
  const admission = { chain: view.chain, epochs, trie, genesis };
  const states = note.keepsTrie
    ? createTrieStates(view.chain, trie)
    : createFlatStates(view.reader);
  const signatures = new SignatureChecks();
  return {
    caches,
    chain: view.chain,
    epochs,
    states,
    // Blocks that were followed without being executed.
    ...(!note.keepsTrie && {
      verification: { isRequired: false, computesEpochs: note.computesEpochs },
    }),
    genesis,
    clientConfig: describeClient(note.config, genesis, describeLive(parts)),
    node: describeNode(note),
    port: {
      submit: async () => dropTransaction('unavailable', NO_UPSTREAM),
      // Without a trie, only the chain itself can decide whether a transaction is valid.
      check: async (signed, source) => {
        if (!note.keepsTrie) return { kind: 'admitted' };
        const parts = { chain: view.chain, epochs, states };
        return checkSigned(signed, {
          signatures,
          origin: {
            source,
            hasUsableSigner: () => hasUsableSigner(parts, signed.transaction),
          },
          check: () => runSuspended(() => checkTransaction(admission, signed)),
        });
      },
    },
    ...(callFunction !== undefined && { callFunction }),
    answers: new ResponseCache({ onBlock: (listener) => parts.onBlock(listener) }, caches),
    ...(upstream !== null && { upstream }),
    onBlock: (listener) => parts.onBlock(listener),
    ...realTime,
    limits: limitConnections(resolveLimits(note.config, parts.limits)),
    metrics,
    reportFailure: (error, method) => logger.error(error, `${method} failed`),
  };
}

function describeLive({ note: { blockDelay }, rpcAddress }: ServeParts): LiveConfig {
  if (blockDelay === null) return { rpcAddr: rpcAddress };
  const delay = () => blockDelay;
  return { rpcAddr: rpcAddress, minBlockProductionDelay: delay, maxBlockProductionDelay: delay };
}

/** A front end presents itself as the node whose chain it serves. */
function describeNode(note: NodeNote): RpcContext['node'] {
  const { nodePublicKey, validatorAccountId, validatorPublicKey, expectsBlocks, config } = note;
  const isValidator = validatorAccountId !== null && validatorPublicKey !== null;
  return {
    nodePublicKey,
    validator: isValidator
      ? { accountId: validatorAccountId, publicKey: validatorPublicKey }
      : null,
    peersMax: config.network.maxNumPeers,
    uptimeSeconds: startUptime(),
    isSyncing: () => false,
    expectsBlocks: () => expectsBlocks,
  };
}
