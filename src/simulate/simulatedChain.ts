// A chain that grows in a layer of memory over the rows of another: it is opened after any block
// whose state is kept, and whatever it writes is dropped with the layer. Its caches are its own.

import { Caches } from '../base/collections/caches.ts';
import type { Hash } from '../base/crypto/hash.ts';
import { writeNodes } from '../chain/blocks/writeBlock.ts';
import { Chain } from '../chain/chain.ts';
import { Column } from '../chain/columns/columns.ts';
import { applyStatePatch, type StatePatch } from '../chain/patch/statePatch.ts';
import { Epochs } from '../chain/stored/epochs.ts';
import type { Head, ShardHead } from '../chain/stored/head.ts';
import { loadHead } from '../chain/stored/loadHead.ts';
import { StoredChain } from '../chain/stored/storedChain.ts';
import { createEpochStore } from '../chain/stored/storedEpochs.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import { RecordedTrie } from '../state/recordedTrie.ts';
import { StateUpdate } from '../state/stateUpdate.ts';
import { OverlayStore } from '../store/overlayStore.ts';
import { Batch, type StoreReader } from '../store/store.ts';
import type { Trie } from '../trie/trie.ts';
import type { GenesisConfig } from '../types/genesis.ts';
import { shardIds } from '../types/shardLayout.ts';

/** The chain that a simulation begins from. It is only read. */
export interface SimulationBase {
  readonly store: StoreReader;
  readonly genesis: GenesisConfig;
  readonly contracts: ContractRunner;
  /** Puts a state around that of the store, as in a fork. */
  readonly wrapTrie?: ((own: Trie) => Trie) | undefined;
}

/**
 * Rows named by what was executed, which a simulation after an older block may execute again: those
 * of the real chain are not taken for its own.
 */
const RESULTS = [Column.transaction, Column.outcome, Column.receipt] as const;

/** A moment of a simulation, from which it can go on in more than one way. */
export interface SimulatedMoment {
  readonly rows: StoreReader;
  readonly head: Head | Hash;
}

export function beginAfter(base: SimulationBase, blockHash: Hash): SimulatedMoment {
  return { rows: new OverlayStore(base.store, { hidden: RESULTS }), head: blockHash };
}

/** A chain in a layer of its own over a moment, with changes to its state. */
export function openSimulatedChain(
  base: SimulationBase,
  { rows, head: begun }: SimulatedMoment,
  patches: readonly StatePatch[],
): { readonly chain: Chain; readonly store: OverlayStore } {
  const { genesis, contracts, wrapTrie } = base;
  const store = new OverlayStore(rows);
  const caches = new Caches(['trace']);
  const stored = new StoredChain(store, caches);
  const epochs = new Epochs(createEpochStore(store), genesis, caches);
  const head = begun instanceof Uint8Array ? loadHead(stored, epochs, begun) : begun;
  const parts = { store, stored, epochs, genesis, contracts, caches, wrapTrie };
  const chain = new Chain(parts, head);
  if (patches.length === 0) return { chain, store };
  return { chain: new Chain(parts, patchHead(chain, store, patches)), store };
}

/** The head as if its block had left the state with these changes. */
function patchHead(chain: Chain, store: OverlayStore, patches: readonly StatePatch[]): Head {
  const { head, trie } = chain;
  const shardLayout = chain.layoutAfterHead();
  const protocol = chain.protocolAfterHead();
  const batch = new Batch();
  const shards = shardIds(shardLayout).map((shardId, index) => {
    const shard = head.shards[index] as ShardHead;
    const state = new StateUpdate(new RecordedTrie(trie, shard.extra.stateRoot));
    applyStatePatch(state, { protocol, shardLayout, shardId }, patches);
    const { root, nodes } = state.finish();
    const extra = { ...shard.extra, stateRoot: root };
    writeNodes(batch, nodes);
    batch.put(Column.chunkExtra, [head.hash, shardId], extra);
    return { ...shard, extra };
  });
  store.commit(batch);
  return { ...head, shards };
}
