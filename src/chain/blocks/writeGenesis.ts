// The rows of a chain's genesis: its block with the state of all shards and its first epochs.

import { fail } from '../../base/assert.ts';
import { utf8ToBytes } from '../../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { EMPTY_TREE } from '../../base/merkle/blockMerkleTree.ts';
import { createGenesisState } from '../../state/genesisState.ts';
import type { Batch } from '../../store/store.ts';
import { blockHash } from '../../types/block.ts';
import { type ChunkHeader, chunkHash } from '../../types/chunk.ts';
import { Genesis } from '../../types/genesis.ts';
import { shardIds } from '../../types/shardLayout.ts';
import { Column } from '../columns/columns.ts';
import { Epoch } from '../epoch/epoch.ts';
import { createGenesisEpoch } from '../epoch/genesisEpoch.ts';
import { genesisChunkExtra } from '../records/chunkExtra.ts';
import { encodeChunk, GENESIS_PARTS } from '../records/chunkRoots.ts';
import type { Epochs } from '../stored/epochs.ts';
import type { Head, ShardHead } from '../stored/head.ts';
import { writeGivenKeys } from '../stored/keyAccounts.ts';
import { writeEpochs } from '../stored/storedEpochs.ts';
import { writeRules } from '../stored/storedRules.ts';
import { createGenesisBlock } from './genesisBlock.ts';
import { writeBlock, writeChunk, writeNodes, writeTip } from './writeBlock.ts';

/** Everything that a chain begins with. */
export function writeGenesis(batch: Batch, genesis: Genesis, epochs: Epochs): Head {
  batch.put(Column.meta, 'chain', genesisFingerprint(genesis));
  writeRules(batch, epochs.rules);
  const head = createGenesisHead(genesis, epochs, batch);
  const { hash, block } = head;
  writeEpochs(batch, epochs.recordGenesis(hash, block.header), head.ancestors);
  writeBlock(batch, head, noSubtree);
  const tip = { hash, height: genesis.config.genesisHeight };
  writeTip(batch, 'tail', tip);
  writeTip(batch, 'finalHead', tip);
  return head;
}

/** The first leaf of the tree over all blocks completes nothing but itself. */
function noSubtree(): never {
  fail('genesis has no subtree before it');
}

/** Tells one genesis.json from another, whatever its spacing. */
export function genesisFingerprint(genesis: Genesis): Hash {
  return sha256(utf8ToBytes(Genesis.json(genesis)));
}

/** The genesis block with the state of all shards, which goes into the batch. */
function createGenesisHead(genesis: Genesis, epochs: Epochs, batch: Batch): Head {
  const epoch = new Epoch(createGenesisEpoch(genesis.config, epochs.configs), epochs.rules.dialect);
  const { shardLayout } = epoch;
  const config = { ...genesis.config, shardLayout };
  const ids = shardIds(shardLayout);
  const states = createGenesisState(genesis, epoch.protocol.storage, shardLayout);
  const stateRoots = states.map((state) => state.root);
  const { blockProducers } = epoch;
  const { formats } = epoch.protocol;
  const block = createGenesisBlock(config, { stateRoots, blockProducers, formats });
  const hash = blockHash(block.header);
  const shards = ids.map((shardId, i) => ({
    chunk: block.body.chunks[i] as ChunkHeader,
    extra: genesisChunkExtra(shardId, stateRoots[i] as Hash),
    outgoingReceipts: [],
  }));
  block.body.chunks.forEach((header, i) => {
    const { nodes, changes } = states[i] as (typeof states)[number];
    writeNodes(batch, nodes);
    writeGivenKeys(batch, changes);
    writeGenesisChunk(batch, hash, header);
    const { extra } = shards[i] as ShardHead;
    batch.put(Column.chunkExtra, [hash, header.inner.value.shardId], extra);
  });
  return { block, hash, ancestors: EMPTY_TREE, shards };
}

function writeGenesisChunk(batch: Batch, block: Hash, header: ChunkHeader): void {
  const { payload } = encodeChunk([], [], GENESIS_PARTS);
  writeChunk(batch, block, { header, hash: chunkHash(header), transactions: [], payload });
}
