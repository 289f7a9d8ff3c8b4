// View calls over a store: finds the state that a block left behind and calls the contract on it. Blocks
// and states never change, so what was found once is kept.

import { assert } from '../base/assert.ts';
import { BoundedCache } from '../base/boundedCache.ts';
import { bytesKey } from '../base/bytes.ts';
import { Epoch } from '../chain/epoch/epoch.ts';
import { StoredChain } from '../chain/storedChain.ts';
import { createEpochStore } from '../chain/storedEpochs.ts';
import { runtimeConfig } from '../params/runtimeConfig.ts';
import type { ViewCall } from '../rpc/context.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import { callView, type ViewCallResult, type ViewState } from '../runtime/viewCall.ts';
import type { StoreReader } from '../store/store.ts';
import { StoreNodeReader } from '../store/storeNodeReader.ts';
import { CachedNodeReader } from '../trie/cachedNodeReader.ts';
import { createContractRunner } from './contractRunner.ts';

const NODE_CACHE_BYTES = 8 * 1024 * 1024;
/** Blocks on which contracts are called again. */
const STATES_KEPT = 64;

export interface ViewedChain {
  readonly chainId: string;
  readonly protocolVersion: number;
}

export class ViewCaller {
  readonly #viewed: ViewedChain;
  readonly #chain: StoredChain;
  readonly #epochs: ReturnType<typeof createEpochStore>;
  readonly #nodes: CachedNodeReader;
  readonly #contracts: ContractRunner;
  readonly #states = new BoundedCache<ViewState>(STATES_KEPT);

  constructor(store: StoreReader, viewed: ViewedChain) {
    this.#viewed = viewed;
    this.#chain = new StoredChain(store);
    this.#epochs = createEpochStore(store);
    this.#nodes = new CachedNodeReader(new StoreNodeReader(store), NODE_CACHE_BYTES);
    this.#contracts = createContractRunner(viewed.protocolVersion);
  }

  /** The account exists: whoever asks has looked. */
  call(call: ViewCall): ViewCallResult {
    return callView(this.#stateAfter(call), this.#contracts, call);
  }

  #stateAfter({ blockHash, shardId }: ViewCall): ViewState {
    const key = `${bytesKey(blockHash)}${shardId}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const block = this.#chain.block(blockHash);
    const extra = this.#chain.chunkExtra(blockHash, shardId);
    assert(block !== null && extra !== null, 'contracts are called on stored blocks');
    const { epochId, height, timestamp } = block.header.lite;
    const info = this.#epochs.getEpochInfo(epochId);
    assert(info !== null, 'the epoch of a stored block is stored');
    const epoch = new Epoch(info);
    const state: ViewState = {
      config: runtimeConfig(this.#viewed.protocolVersion),
      chainId: this.#viewed.chainId,
      nodes: this.#nodes,
      stateRoot: extra.stateRoot,
      block: { height, timestamp, epochHeight: info.epochHeight },
      epoch: {
        validatorStake: (account) => epoch.validatorStake(account),
        totalStake: () => epoch.totalStake,
      },
    };
    this.#states.set(key, state, 1);
    return state;
  }
}
