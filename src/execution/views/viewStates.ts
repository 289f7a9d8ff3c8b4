// The states that view calls run on: that of a shard after a block, with what a contract may learn
// of the block, which is kept for the last block. A state counts what is read from it, so each
// call has its own.

import { assert } from '../../base/assert.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { Epoch } from '../../chain/epoch/epoch.ts';
import type { EpochReader } from '../../chain/stored/epochReader.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';
import type { Dialect } from '../../params/dialect.ts';
import { protocolNear } from '../../params/protocol.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { ViewState } from '../../runtime/contracts/viewCall.ts';
import type { KeptStates } from '../../state/stateView.ts';
import type { Block } from '../../types/block.ts';

export interface ViewedStates {
  readonly chainId: string;
  readonly chain: Pick<StoredChain, 'block' | 'chunkExtra'>;
  readonly states: KeptStates;
  epoch(id: Hash): Epoch;
  dialect(): Dialect;
}

/** What views need of a chain's epochs. */
export function describeEpochs(
  epochs: Pick<EpochReader, 'epoch' | 'rules'>,
): Pick<ViewedStates, 'epoch' | 'dialect'> {
  return { epoch: (id) => epochs.epoch(id), dialect: () => epochs.rules.dialect };
}

interface KeptView {
  /** The same object as long as the block is cached; a reverted block is gone. */
  readonly block: Block;
  readonly shardId: number;
  readonly view: Omit<ViewState, 'state'>;
}

export class ViewStates {
  readonly #viewed: ViewedStates;
  #last: KeptView | null = null;

  constructor(viewed: ViewedStates) {
    this.#viewed = viewed;
  }

  /** Null if the block was removed after the request was read. */
  after({ blockHash, shardId }: Pick<ViewCall, 'blockHash' | 'shardId'>): ViewState | null {
    const block = this.#viewed.chain.block(blockHash);
    if (block === null) return null;
    if (this.#last?.block !== block || this.#last.shardId !== shardId) {
      this.#last = { block, shardId, view: this.#describe(block, blockHash, shardId) };
    }
    const blockHeight = block.header.lite.height;
    const state = this.#viewed.states.after({ blockHash, blockHeight }, shardId);
    assert(state !== null, 'contracts are only called where state is kept');
    const { protocol, chainId, stateRoot, block: viewed, epoch } = this.#last.view;
    return { protocol, chainId, state, stateRoot, block: viewed, epoch };
  }

  #describe(block: Block, blockHash: Hash, shardId: number): KeptView['view'] {
    const { chain, chainId, dialect, epoch: findEpoch } = this.#viewed;
    const { epochId, height, timestamp } = block.header.lite;
    const epoch = findEpoch(epochId);
    return {
      // A follower may serve a chain of a newer version than this program knows.
      protocol: protocolNear(epoch.info.protocolVersion, dialect()),
      chainId,
      // A follower may learn the root only later; contracts merely derive random numbers from it.
      stateRoot: chain.chunkExtra(blockHash, shardId)?.stateRoot ?? HASH_ZERO,
      block: { height, timestamp, epochHeight: epoch.info.epochHeight },
      epoch: {
        validatorStake: (account) => epoch.validatorStake(account),
        totalStake: () => epoch.totalStake,
      },
    };
  }
}
