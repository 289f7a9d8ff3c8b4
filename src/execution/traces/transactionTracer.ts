// Traces, profiles, coverage and simulations over a store. The chain may be a fork: rows of the
// other network that they read and nobody has read before are fetched, which blocks the thread.

import type { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { ErrorCode } from '../../base/errorTable.ts';
import { Epochs } from '../../chain/stored/epochs.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { StoreNodeReader } from '../../chain/stored/storeNodeReader.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import { ForkTrie } from '../../fork/forkTrie.ts';
import { BlockingOrigin } from '../../fork/origin.ts';
import { simulate } from '../../simulate/simulate.ts';
import { simulateCall } from '../../simulate/simulateCall.ts';
import { SimulatedCall } from '../../simulate/simulatedCall.ts';
import type { SimulationBase } from '../../simulate/simulatedChain.ts';
import { Simulation } from '../../simulate/simulation.ts';
import { ImpossibleSimulation } from '../../simulate/simulationError.ts';
import type { Store } from '../../store/store.ts';
import { CoverageReport } from '../../trace/coverage/coverageReport.ts';
import { coverBlocks } from '../../trace/coverage/coverBlocks.ts';
import { profileTransaction } from '../../trace/profile/profileTransaction.ts';
import { TransactionProfile } from '../../trace/profile/transactionProfile.ts';
import { explainMissing } from '../../trace/reexecute/pastBlock.ts';
import { createPrunedError } from '../../trace/reexecute/traceError.ts';
import type { TraceSource } from '../../trace/storedHistory.ts';
import { traceTransaction } from '../../trace/traceTransaction.ts';
import { TransactionTrace } from '../../trace/tree/transactionTrace.ts';
import { CachedNodeReader } from '../../trie/cachedNodeReader.ts';
import { NodeTrie, type Trie } from '../../trie/trie.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import { createContractRunner, type NodeContractRunner } from '../contractRunner.ts';
import type { TraceTask } from './traceMessages.ts';

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
  readonly #source: TraceSource & { readonly contracts: NodeContractRunner };
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

  /**
   * The result as JSON; null if there is no such transaction or account. Throws a TraceError, or an
   * ImpossibleSimulation.
   */
  perform(task: TraceTask): string | null {
    // Blocks may have been reverted since the last task.
    this.#source.stored.forgetBlocks();
    switch (task.kind) {
      case 'trace': {
        const trace = traceTransaction(this.#source, task);
        return trace && TransactionTrace.json(trace);
      }
      case 'profile': {
        const profile = profileTransaction(this.#source, task);
        return profile && TransactionProfile.json(profile);
      }
      case 'coverage':
        return CoverageReport.json(coverBlocks(this.#source, task, () => performance.now()));
      case 'simulate':
        return Simulation.json(this.#after(task.blockHash, (base) => simulate(base, task)));
      case 'call': {
        const called = this.#after(task.blockHash, (base) => simulateCall(base, task));
        return called && SimulatedCall.json(called);
      }
    }
  }

  /**
   * On what the store has now. Rows that are missing because the block was pruned or reverted are
   * not damage.
   */
  #after<T>(blockHash: Hash, run: (base: SimulationBase) => T): T {
    const { stored } = this.#source;
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
