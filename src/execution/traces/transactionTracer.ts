// Traces over a store. The chain may be a fork: rows of the other network that a trace reads and
// nobody has read before are fetched, which blocks the thread.

import type { Caches } from '../../base/collections/caches.ts';
import { Epochs } from '../../chain/epoch/epochs.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import type { StoreReader } from '../../store/store.ts';
import {
  type TraceRequest,
  type TraceSource,
  traceTransaction,
} from '../../trace/traceTransaction.ts';
import { TransactionTrace } from '../../trace/tree/transactionTrace.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import { createContractRunner } from '../contractRunner.ts';
import { openStoredTrie } from '../views/storedStates.ts';

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

  constructor(store: StoreReader, traced: TracedChain, caches: Caches) {
    const { genesis, origin, folder, debugInfo } = traced;
    this.#source = {
      chainId: genesis.chainId,
      stored: new StoredChain(store, caches),
      epochs: new Epochs(createEpochStore(store), genesis, caches),
      trie: openStoredTrie(store, origin, caches),
      contracts: createContractRunner({
        caches,
        debugInfo,
        ...(folder !== undefined && { folder }),
      }),
    };
  }

  /** The trace as JSON; null if no block has the transaction. Throws a TraceError. */
  trace(request: TraceRequest): string | null {
    // Blocks may have been reverted since the last trace.
    this.#source.stored.forgetBlocks();
    const trace = traceTransaction(this.#source, request);
    return trace && TransactionTrace.json(trace);
  }
}
