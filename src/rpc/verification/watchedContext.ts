// The context of one request at a follower: it records reads of unverified data. Methods do not
// depend on it, so none can forget to report them.

import type { Epoch } from '../../chain/epoch/epoch.ts';
import type { EpochReader } from '../../chain/stored/epochReader.ts';
import { statusOf } from '../../chain/stored/outcomeRow.ts';
import type { RpcChain, RpcContext } from '../core/context.ts';
import { sortKinds, type UnverifiedKind } from '../core/unverifiedKind.ts';

/** The kinds that were read so far, created lazily: most requests read none. */
export class UnverifiedMarks {
  #kinds: Set<UnverifiedKind> | null = null;

  add(...kinds: readonly UnverifiedKind[]): void {
    for (const kind of kinds) {
      this.#kinds ??= new Set();
      this.#kinds.add(kind);
    }
  }

  /** Returns the kinds so far and clears them. */
  take(): readonly UnverifiedKind[] {
    const kinds = this.list();
    this.#kinds = null;
    return kinds;
  }

  list(): readonly UnverifiedKind[] {
    return this.#kinds === null ? NO_KINDS : sortKinds(this.#kinds);
  }
}

const NO_KINDS: readonly UnverifiedKind[] = [];

type Watched = Pick<RpcContext, 'verification' | 'chain' | 'epochs' | 'states' | 'callFunction'>;

/** The context itself if everything is verified. */
export function watchContext<C extends Watched>(context: C, marks: UnverifiedMarks): C {
  const { verification, chain, epochs, states, callFunction } = context;
  if (verification === undefined) return context;
  return {
    ...context,
    chain: watchChain(chain, marks),
    epochs: verification.computesEpochs ? epochs : watchEpochs(epochs, marks),
    states: {
      after: (block, shardId) => {
        marks.add('state-values');
        return states.after(block, shardId);
      },
    },
    ...(callFunction !== undefined && {
      callFunction: (call) => {
        marks.add('state-values');
        return callFunction(call);
      },
    }),
  };
}

export function watchChain(chain: RpcChain, marks: UnverifiedMarks): RpcChain {
  return override(chain, {
    transaction: (hash) => {
      marks.add(...chain.unboundParts(hash));
      return chain.transaction(hash);
    },
    receipt: (id) => {
      marks.add(...chain.unboundParts(id));
      return chain.receipt(id);
    },
    receiptBytes: (id) => {
      marks.add(...chain.unboundParts(id));
      return chain.receiptBytes(id);
    },
    // The origin of a data receipt follows from the receipt that sent it.
    receiptParent: (id) => {
      const parentId = chain.receiptParent(id);
      if (parentId !== null) marks.add(...chain.unboundParts(parentId));
      return parentId;
    },
    chunk: (hash) => {
      marks.add(...chain.unboundParts(hash));
      return chain.chunk(hash);
    },
    outcome: (id) => {
      const outcome = chain.outcome(id);
      if (outcome !== null) marks.add('gas-profiles');
      if (outcome !== null && statusOf(outcome).kind === 'Failure') marks.add('failure-reasons');
      return outcome;
    },
    stateChanges: (blockHash, keyPrefix) => {
      marks.add('state-changes');
      return chain.stateChanges(blockHash, keyPrefix);
    },
    keyAccounts: (key, after, limit) => {
      marks.add('state-values');
      return chain.keyAccounts(key, after, limit);
    },
    relatedContracts: (accountId, limit) => {
      marks.add('receipts');
      return chain.relatedContracts(accountId, limit);
    },
  });
}

function watchEpochs(epochs: EpochReader, marks: UnverifiedMarks): EpochReader {
  return override(epochs, {
    epoch: (id) => {
      const epoch = epochs.epoch(id);
      return override<Epoch>(epoch, {
        get info() {
          marks.add('epoch-facts');
          return epoch.info;
        },
      });
    },
    epochStartHeight: (hash) => {
      marks.add('epoch-facts');
      return epochs.epochStartHeight(hash);
    },
    // The key of a block producer is known, so its signature was verified.
    chunkProducerAfter: (prevHash, shardId) => {
      const author = epochs.chunkProducerAfter(prevHash, shardId);
      const { blockProducers } = epochs.epoch(epochs.epochIdAfter(prevHash));
      const isKnown = blockProducers.some(({ accountId }) => accountId === author);
      if (!isKnown) marks.add('chunk-authors');
      return author;
    },
  });
}

/** The same object with some members replaced; its own methods still use the originals. */
function override<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get: (_, name) => {
      if (name in members) return Reflect.get(members, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
