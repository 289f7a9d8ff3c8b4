// Opening a chain: a new store gets the genesis block, an old one must belong to the same genesis and
// goes on where it was.

import { assert } from '../base/assert.ts';
import { equalBytes, utf8ToBytes } from '../base/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { type Hash, sha256 } from '../base/hash.ts';
import { selectEpochConfig } from '../params/epochConfig.ts';
import type { ApplyChunkInput } from '../runtime/applyChunk.ts';
import { createGenesisState } from '../state/genesisState.ts';
import { Column } from '../store/columns.ts';
import { Batch, type Store } from '../store/store.ts';
import { blockShardKey, metaKey } from '../store/storeKeys.ts';
import { type Block, blockHash } from '../types/block.ts';
import { type ChunkHeader, chunkHash } from '../types/chunk.ts';
import { Genesis } from '../types/genesis.ts';
import { shardIds } from '../types/shardLayout.ts';
import { Chain } from './chain.ts';
import { genesisChunkExtra } from './chunkExtra.ts';
import { Epoch } from './epoch/epoch.ts';
import { Epochs } from './epoch/epochs.ts';
import { createGenesisEpoch } from './epoch/genesisEpoch.ts';
import { createGenesisBlock } from './genesisBlock.ts';
import type { Head, ShardHead } from './head.ts';
import { StoredChain } from './storedChain.ts';
import { createEpochStore, writeEpochs } from './storedEpochs.ts';
import { writeBlock, writeChunk, writeChunkExtra, writeNodes, writeTip } from './writeBlock.ts';

export class ForeignStore extends PerigeeError<{ readonly code: 'foreign_store' }> {
  constructor() {
    super(
      { code: 'foreign_store' },
      'the stored chain was made from another genesis.json; put that file back, or start anew ' +
        'with --reset',
    );
  }
}

export function openChain(
  store: Store,
  genesis: Genesis,
  contracts: ApplyChunkInput['contracts'],
): Chain {
  const stored = new StoredChain(store);
  const epochs = new Epochs(createEpochStore(store), genesis.config);
  const parts = { store, stored, epochs, genesis: genesis.config, contracts };
  const known = store.get(Column.meta, metaKey('chain'));
  if (known === undefined) return new Chain(parts, writeGenesis(store, genesis, epochs));
  if (!equalBytes(known, genesisFingerprint(genesis))) throw new ForeignStore();
  return new Chain(parts, loadHead(stored, epochs));
}

function writeGenesis(store: Store, genesis: Genesis, epochs: Epochs): Head {
  const batch = new Batch();
  batch.put(Column.meta, metaKey('chain'), genesisFingerprint(genesis));
  const head = createGenesisHead(genesis, batch);
  const { hash, block } = head;
  writeEpochs(batch, epochs.recordGenesis(hash, block.header), head.ancestors);
  writeBlock(batch, head, noSubtree);
  const tip = { hash, height: genesis.config.genesisHeight };
  writeTip(batch, 'tail', tip);
  writeTip(batch, 'finalHead', tip);
  store.commit(batch);
  return head;
}

/** The first leaf of the tree over all blocks completes nothing but itself. */
function noSubtree(): never {
  throw new Error('genesis has no subtree before it');
}

/** Tells one genesis.json from another, whatever its spacing. */
function genesisFingerprint(genesis: Genesis): Hash {
  return sha256(utf8ToBytes(Genesis.json(genesis)));
}

/** The genesis block with the state of all shards, which goes into the batch. */
function createGenesisHead(genesis: Genesis, batch: Batch): Head {
  const { config } = genesis;
  const ids = shardIds(config.shardLayout);
  const states = createGenesisState(genesis);
  const stateRoots = states.map((state) => state.root);
  const epoch = new Epoch(createGenesisEpoch(config, selectEpochConfig(config)));
  const { blockProducers } = epoch;
  const block = createGenesisBlock(config, { stateRoots, blockProducers });
  const hash = blockHash(block.header);
  const shards = ids.map((shardId, i) => ({
    extra: genesisChunkExtra(shardId, stateRoots[i] as Hash),
    outgoingReceipts: [],
  }));
  block.body.chunks.forEach((header, i) => {
    writeNodes(batch, (states[i] as (typeof states)[number]).nodes);
    writeGenesisChunk(batch, hash, header);
    const { extra } = shards[i] as ShardHead;
    writeChunkExtra(batch, blockShardKey(hash, header.inner.value.shardId), extra);
  });
  return { block, hash, ancestors: { path: [], size: 0 }, shards };
}

function writeGenesisChunk(batch: Batch, block: Hash, header: ChunkHeader): void {
  const content = { transactions: [], prevOutgoingReceipts: [] };
  writeChunk(batch, block, { header, hash: chunkHash(header), ...content });
}

function loadHead(stored: StoredChain, epochs: Epochs): Head {
  const { hash } = stored.head();
  const block = stored.block(hash);
  assert(block !== null, 'the head names a stored block');
  const layout = epochs.epoch(block.header.lite.epochId).shardLayout;
  const shards = shardIds(layout).map((shardId, shardIndex) => {
    const extra = stored.chunkExtra(hash, shardId);
    assert(extra !== null, 'a stored block has its results on every shard');
    const sentBy = includingBlock(stored, block, shardIndex);
    return { extra, outgoingReceipts: stored.outgoingReceipts(sentBy, shardId) };
  });
  return { block, hash, ancestors: stored.ancestors(hash), shards };
}

/** The block that included the chunk which a shard has at this block. */
function includingBlock(stored: StoredChain, block: Block, shardIndex: number): Hash {
  const { heightIncluded } = block.body.chunks[shardIndex] as ChunkHeader;
  const hash = stored.hashAt(heightIncluded);
  assert(hash !== null, 'chunks are included by blocks');
  return hash;
}
