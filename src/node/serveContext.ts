// What the methods of a front end answer from: the ring, and what its writer has noted there.

import { Epochs } from '../chain/epoch/epochs.ts';
import { createEpochStore } from '../chain/storedEpochs.ts';
import { createTrieStates } from '../chain/trieStates.ts';
import { AnswerCache } from '../rpc/answerCache.ts';
import { createClientConfig } from '../rpc/configFile.ts';
import type { RpcContext, Upstream } from '../rpc/context.ts';
import { resolveLimits } from '../rpc/limits.ts';
import { StoreNodeReader } from '../store/storeNodeReader.ts';
import { CachedNodeReader } from '../trie/cachedNodeReader.ts';
import type { GenesisConfig } from '../types/genesis.ts';
import type { Logger } from './logger.ts';
import type { NodeMetrics } from './metrics.ts';
import type { RingView } from './ringView.ts';
import { checkTransaction } from './serveAdmission.ts';
import type { NodeNote } from './serveNote.ts';
import { NODE_VERSION } from './version.ts';

const NODE_CACHE_BYTES = 32 * 1024 * 1024;
const MS_PER_SECOND = 1000;
const NS_PER_MS = 1_000_000n;

const NO_UPSTREAM = 'this front end sends no transactions; start it with --upstream URL';

export interface ServeParts {
  readonly view: RingView;
  readonly genesis: GenesisConfig;
  readonly note: NodeNote;
  readonly metrics: NodeMetrics;
  readonly logger: Logger;
  readonly upstream: Upstream | null;
  /** Absent where no state is kept. */
  readonly callFunction?: RpcContext['callFunction'];
  onBlock(listener: () => void): () => void;
  /** Where the service listens; asked for when requests come in. */
  rpcAddress(): string;
}

export function createServeContext(parts: ServeParts): RpcContext {
  const { view, genesis, note, metrics, logger, upstream, callFunction } = parts;
  const startMs = performance.now();
  const nodes = new CachedNodeReader(new StoreNodeReader(view.reader), NODE_CACHE_BYTES);
  const epochs = new Epochs(createEpochStore(view.reader), genesis);
  const admission = { chain: view.chain, epochs, nodes, genesis };
  return {
    chain: view.chain,
    epochs,
    states: createTrieStates(view.chain, nodes),
    genesis,
    clientConfig: describeClient(parts),
    node: describeNode(note, startMs),
    port: {
      submit: async () => ({ kind: 'dropped', reason: NO_UPSTREAM }),
      check: (transaction) => view.load(() => checkTransaction(admission, transaction)),
    },
    ...(callFunction !== undefined && { callFunction }),
    answers: new AnswerCache({ onBlock: (listener) => parts.onBlock(listener) }),
    load: (read) => view.load(read),
    ...(upstream !== null && { upstream }),
    onBlock: (listener) => parts.onBlock(listener),
    now: () => BigInt(Date.now()) * NS_PER_MS,
    timer: (callback, delayMs) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    limits: resolveLimits(note.config),
    metrics,
    reportFailure: (error, method) => logger.error(error, `${method} failed`),
  };
}

function describeClient({ note, genesis, rpcAddress }: ServeParts): RpcContext['clientConfig'] {
  const { blockDelay: delay } = note;
  return {
    ...createClientConfig(note.config, genesis, NODE_VERSION),
    ...(delay !== null && { minBlockProductionDelay: delay, maxBlockProductionDelay: delay }),
    // The system chooses port 0 only when the service begins to listen.
    get rpcAddr() {
      return rpcAddress();
    },
  };
}

/** Front ends stand for the node whose chain they show. */
function describeNode(note: NodeNote, startMs: number): RpcContext['node'] {
  const { nodePublicKey, validatorAccountId, validatorPublicKey, expectsBlocks, config } = note;
  const isValidator = validatorAccountId !== null && validatorPublicKey !== null;
  return {
    nodePublicKey,
    validator: isValidator
      ? { accountId: validatorAccountId, publicKey: validatorPublicKey }
      : null,
    peersMax: config.network.maxNumPeers,
    uptimeSeconds: () => Math.floor((performance.now() - startMs) / MS_PER_SECOND),
    isSyncing: () => false,
    expectsBlocks: () => expectsBlocks,
  };
}
