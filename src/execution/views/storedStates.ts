// The states that a store has, for view calls. Everything that is cached is named by its hash:
// state nodes, epochs.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Caches } from '../../base/collections/caches.ts';
import { Column } from '../../chain/columns/columns.ts';
import { Epoch } from '../../chain/epoch/epoch.ts';
import { createFlatStates } from '../../chain/stored/flatState.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { StoreNodeReader } from '../../chain/stored/storeNodeReader.ts';
import { createTrieStates } from '../../chain/stored/trieStates.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import { ForkTrie } from '../../fork/forkTrie.ts';
import { BlockingOrigin } from '../../fork/origin.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { StoreReader } from '../../store/store.ts';
import { CachedNodeReader } from '../../trie/cachedNodeReader.ts';
import { NodeTrie, type Trie } from '../../trie/trie.ts';
import type { ViewedStates } from './viewStates.ts';

export interface ViewedChain {
  readonly chainId: string;
  /** What a fork started from: reading a row from there blocks the thread. */
  readonly origin?: OriginPlace | undefined;
  /** Whether the store has the state as rows by height, without tries. */
  readonly isFlat?: boolean | undefined;
}

export function openStoredStates(
  store: StoreReader,
  { chainId, origin, isFlat }: ViewedChain,
  caches: Caches,
): ViewedStates {
  const chain = new StoredChain(store, caches);
  const trie = openStoredTrie(store, origin, caches);
  return {
    chainId,
    chain,
    states: isFlat ? createFlatStates(store) : createTrieStates(chain, trie),
    ...readEpochs(store, caches),
  };
}

/** The tries of a store, over the network that a fork started from. */
function openStoredTrie(store: StoreReader, origin: OriginPlace | undefined, caches: Caches): Trie {
  const own = new NodeTrie(CachedNodeReader.create(new StoreNodeReader(store), caches));
  return origin ? new ForkTrie(own, new BlockingOrigin(origin, store, caches)) : own;
}

function readEpochs(store: StoreReader, caches: Caches): Pick<ViewedStates, 'epoch' | 'dialect'> {
  const cache = caches.create<Epoch>('epochs');
  const epochs = createEpochStore(store);
  const dialect = () => epochs.rules().dialect;
  return {
    dialect,
    epoch: (id) => {
      const key = bytesKey(id);
      const known = cache.get(key);
      if (known !== undefined) return known;
      const info = requireRow(epochs.getEpochInfo(id), Column.epochInfo, id);
      const epoch = new Epoch(info, dialect());
      cache.set(key, epoch, epoch.bytes);
      return epoch;
    },
  };
}
