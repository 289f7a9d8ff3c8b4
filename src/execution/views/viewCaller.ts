// View calls over a store: finds the state after a block and calls the contract on it. Everything
// that is cached between calls is named by its hash: compiled contracts, state nodes, epochs.

import { assert } from '../../base/assert.ts';
import { bytesKey } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
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
import { protocolNear } from '../../params/protocol.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { ContractRunner } from '../../runtime/chunkContext.ts';
import { callView, type ViewCallResult, type ViewState } from '../../runtime/contracts/viewCall.ts';
import type { KeptStates } from '../../state/stateView.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { StoreReader } from '../../store/store.ts';
import { CachedNodeReader } from '../../trie/cachedNodeReader.ts';
import { NodeTrie } from '../../trie/trie.ts';
import { createContractRunner } from '../contractRunner.ts';

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
  readonly #viewed: ViewedChain;
  readonly #chain: StoredChain;
  readonly #epochStore: EpochStore;
  readonly #epochs: BoundedCache<Epoch>;
  readonly #states: KeptStates;
  readonly #contracts: ContractRunner;

  constructor(store: StoreReader, viewed: ViewedChain, caches = new Caches()) {
    this.#viewed = viewed;
    this.#epochs = caches.create('epochs');
    this.#chain = new StoredChain(store, caches);
    this.#epochStore = createEpochStore(store);
    const { folder, origin } = viewed;
    const own = new NodeTrie(CachedNodeReader.create(new StoreNodeReader(store), caches));
    const trie = origin ? new ForkTrie(own, new BlockingOrigin(origin, store, caches)) : own;
    const isFlat = viewed.isFlat === true;
    this.#states = isFlat ? createFlatStates(store) : createTrieStates(this.#chain, trie);
    this.#contracts = createContractRunner({
      caches,
      ...(folder !== undefined && { folder }),
    });
  }

  /** The account must exist; the caller has checked that. */
  call(call: ViewCall): ViewCallResult {
    const state = this.#stateAfter(call);
    if (state === null) return { kind: 'unavailable', message: BLOCK_GONE };
    return callView(state, this.#contracts, call);
  }

  /**
   * Null if the call needs more gas than that. A contract cannot observe the limit in any other
   * way, so the result is the same as with all its gas.
   */
  try(call: ViewCall, trialGas: bigint): ViewCallResult | null {
    const isBounded = call.gasLimit !== null && call.gasLimit <= trialGas;
    if (isBounded) return this.call(call);
    const result = this.call({ ...call, gasLimit: trialGas });
    return result.kind === 'failed' && result.isOutOfGas ? null : result;
  }

  /** Null if the block was removed after the request was read on another thread. */
  #stateAfter({ blockHash, shardId }: ViewCall): ViewState | null {
    const block = this.#chain.block(blockHash);
    if (block === null) return null;
    const { epochId, height, timestamp } = block.header.lite;
    const state = this.#states.after({ blockHash, blockHeight: height }, shardId);
    assert(state !== null, 'contracts are only called where state is kept');
    const epoch = this.#epoch(epochId);
    return {
      // A follower may serve a chain of a newer version than this program knows.
      protocol: protocolNear(epoch.info.protocolVersion, this.#epochStore.rules().dialect),
      chainId: this.#viewed.chainId,
      state,
      // A follower may learn the root only later; contracts merely derive random numbers from it.
      stateRoot: this.#chain.chunkExtra(blockHash, shardId)?.stateRoot ?? HASH_ZERO,
      block: { height, timestamp, epochHeight: epoch.info.epochHeight },
      epoch: {
        validatorStake: (account) => epoch.validatorStake(account),
        totalStake: () => epoch.totalStake,
      },
    };
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
