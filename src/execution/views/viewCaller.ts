// View calls over a store: finds the state after a block and calls the contract on it. Everything
// that is cached between calls is named by its hash: compiled contracts, state nodes, epochs.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import { Epoch } from '../../chain/epoch/epoch.ts';
import type { EpochStore } from '../../chain/epoch/epochStore.ts';
import { createFlatStates } from '../../chain/stored/flatState.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { StoreNodeReader } from '../../chain/stored/storeNodeReader.ts';
import { createTrieStates } from '../../chain/stored/trieStates.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import { ForkTrie } from '../../fork/forkTrie.ts';
import { BlockingOrigin } from '../../fork/origin.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import { resolveContract } from '../../runtime/contracts/contractCode.ts';
import { callView, type ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import { readAccount } from '../../state/accounts.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { StoreReader } from '../../store/store.ts';
import { CachedNodeReader } from '../../trie/cachedNodeReader.ts';
import { NodeTrie } from '../../trie/trie.ts';
import type { ReusableContract } from '../../vm/reusedContracts.ts';
import { createContractRunner, type NodeContractRunner } from '../contractRunner.ts';
import { ViewStates } from './viewStates.ts';

interface ViewedChain {
  /** Where prepared contracts are kept. */
  readonly folder?: string;
  readonly chainId: string;
  /** What a fork started from. */
  readonly origin?: OriginPlace | undefined;
  /** Whether the store has the state as rows by height, without tries. */
  readonly isFlat?: boolean | undefined;
}

const BLOCK_GONE = 'the block was reverted or pruned before the contract was called';

export class ViewCaller {
  readonly #epochStore: EpochStore;
  readonly #epochs: BoundedCache<Epoch>;
  readonly #states: ViewStates;
  readonly #contracts: NodeContractRunner;

  constructor(store: StoreReader, viewed: ViewedChain, caches = new Caches()) {
    this.#epochs = caches.create('epochs');
    this.#epochStore = createEpochStore(store);
    const { folder, origin } = viewed;
    const own = new NodeTrie(CachedNodeReader.create(new StoreNodeReader(store), caches));
    const trie = origin ? new ForkTrie(own, new BlockingOrigin(origin, store, caches)) : own;
    const isFlat = viewed.isFlat === true;
    const chain = new StoredChain(store, caches);
    this.#states = new ViewStates({
      chainId: viewed.chainId,
      chain,
      states: isFlat ? createFlatStates(store) : createTrieStates(chain, trie),
      epoch: (id) => this.#epoch(id),
      dialect: () => this.#epochStore.rules().dialect,
    });
    this.#contracts = createContractRunner({
      caches,
      ...(folder !== undefined && { folder }),
    });
  }

  /** The account must exist; the caller has checked that. */
  call(call: ViewCall): ViewCallResult {
    const state = this.#states.after(call);
    if (state === null) return { kind: 'unavailable', message: BLOCK_GONE };
    return callView(state, this.#contracts, call);
  }

  /** Null if the call needs more gas than that. */
  try(call: ViewCall, trialGas: bigint): ViewCallResult | null {
    return tryWithGas((limited) => this.call(limited), call, trialGas);
  }

  /** The contract in its reusable form; null if it has none. */
  prepare(call: ViewCall): ReusableContract | null {
    const view = this.#states.after(call);
    const account = view && readAccount(view.state, call.accountId);
    if (view === null || account === null) return null;
    const { chainId, protocol, state } = view;
    const owner = { chainId, accountId: call.accountId, contract: account.contract };
    const code = resolveContract(state, owner);
    return code && this.#contracts.prepareReusable(protocol, code);
  }

  #epoch(id: Hash): Epoch {
    const key = bytesKey(id);
    const known = this.#epochs.get(key);
    if (known !== undefined) return known;
    const info = requireRow(this.#epochStore.getEpochInfo(id), Column.epochInfo, id);
    const epoch = new Epoch(info, this.#epochStore.rules().dialect);
    this.#epochs.set(key, epoch, epoch.bytes);
    return epoch;
  }
}

/**
 * Null if the call needs more gas than that. A contract cannot observe the limit in any other way,
 * so the result is the same as with all its gas.
 */
export function tryWithGas(
  run: (call: ViewCall) => ViewCallResult,
  call: ViewCall,
  trialGas: bigint,
): ViewCallResult | null {
  const isBounded = call.gasLimit !== null && call.gasLimit <= trialGas;
  if (isBounded) return run(call);
  const result = run({ ...call, gasLimit: trialGas });
  return result.kind === 'failed' && result.isOutOfGas ? null : result;
}
