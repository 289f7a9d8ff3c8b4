// Traces and simulations over a store. The chain may be a fork: rows of the other network that they
// read and nobody has read before are fetched, which blocks the thread.

import type { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { ErrorCode } from '../../base/errorTable.ts';
import { Epochs } from '../../chain/epoch/epochs.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { StoreNodeReader } from '../../chain/stored/storeNodeReader.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import { ForkTrie } from '../../fork/forkTrie.ts';
import { BlockingOrigin } from '../../fork/origin.ts';
import { simulate } from '../../simulate/simulate.ts';
import { SimulatedCall, simulateCall } from '../../simulate/simulateCall.ts';
import type { SimulationBase } from '../../simulate/simulatedChain.ts';
import { Simulation } from '../../simulate/simulation.ts';
import { ImpossibleSimulation } from '../../simulate/simulationError.ts';
import type { SimulatedCallRequest, SimulationRequest } from '../../simulate/simulationRequest.ts';
import type { Store } from '../../store/store.ts';
import { explainMissing } from '../../trace/reexecute/pastBlock.ts';
import { createPrunedError } from '../../trace/reexecute/traceError.ts';
import {
  type TraceRequest,
  type TraceSource,
  traceTransaction,
} from '../../trace/traceTransaction.ts';
import { TransactionTrace } from '../../trace/tree/transactionTrace.ts';
import { CachedNodeReader } from '../../trie/cachedNodeReader.ts';
import { NodeTrie, type Trie } from '../../trie/trie.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import { createContractRunner } from '../contractRunner.ts';

interface TracedChain {
  readonly genesis: GenesisConfig;
  /** What a fork started from. */
  readonly origin?: OriginPlace | undefined;
  /** Where prepared contracts are kept. */
  readonly folder?: string;
  /** Where to look for debug information of contracts that fail. */
  readonly debugInfo?: string | undefined;
}

export class TransactionTracer {
  readonly #source: TraceSource;
  readonly #base: Omit<SimulationBase, 'store'>;
  readonly #store: Store;

  constructor(store: Store, traced: TracedChain, caches: Caches) {
    const { genesis, origin, folder, debugInfo } = traced;
    const own = new NodeTrie(CachedNodeReader.create(new StoreNodeReader(store), caches));
    const network = origin && new BlockingOrigin(origin, store, caches);
    const wrapTrie = network && ((trie: Trie) => new ForkTrie(trie, network));
    const contracts = createContractRunner({
      caches,
      debugInfo,
      ...(folder !== undefined && { folder }),
    });
    this.#source = {
      chainId: genesis.chainId,
      stored: new StoredChain(store, caches),
      epochs: new Epochs(createEpochStore(store), genesis, caches),
      trie: wrapTrie === undefined ? own : wrapTrie(own),
      contracts,
    };
    this.#base = { genesis, contracts, wrapTrie };
    this.#store = store;
  }

  /** The trace as JSON; null if no block has the transaction. Throws a TraceError. */
  trace(request: TraceRequest): string | null {
    // Blocks may have been reverted since the last trace.
    this.#source.stored.forgetBlocks();
    const trace = traceTransaction(this.#source, request);
    return trace && TransactionTrace.json(trace);
  }

  /** The result as JSON. Throws an ImpossibleSimulation. */
  simulate(request: SimulationRequest): string {
    return Simulation.json(this.#after(request.blockHash, (base) => simulate(base, request)));
  }

  /** As `simulate`; null if there is no such account. */
  call(request: SimulatedCallRequest): string | null {
    const called = this.#after(request.blockHash, (base) => simulateCall(base, request));
    return called && SimulatedCall.json(called);
  }

  /**
   * On what the store has now. Rows that are missing because the block was pruned or reverted are
   * not damage.
   */
  #after<T>(blockHash: Hash, run: (base: SimulationBase) => T): T {
    const { stored } = this.#source;
    stored.forgetBlocks();
    const store = this.#store.snapshot();
    try {
      const height = stored.block(blockHash)?.header.lite.height;
      if (height === undefined || height < stored.tail().height) throw createPrunedError(blockHash);
      return explainMissing(this.#source, blockHash, () => run({ ...this.#base, store }));
    } catch (error) {
      if (!(error instanceof PerigeeError) || !isImpossible(error.code)) throw error;
      throw new ImpossibleSimulation(error.code, error.message);
    } finally {
      store.close();
    }
  }
}

/** What a request can cause; anything else is a fault of this node or of its store. */
const IMPOSSIBLE: readonly ErrorCode[] = [
  'simulation_refused',
  'patch_fault',
  'overlay_full',
  'epoch_too_short',
  'row_unavailable',
  'trace_unavailable',
];

function isImpossible(code: ErrorCode): boolean {
  return IMPOSSIBLE.includes(code);
}
