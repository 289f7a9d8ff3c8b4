// The genesis chunks and block, made from the genesis file alone.

import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { Signature } from '../../base/crypto/keys.ts';
import { parseGenesisTime } from '../../base/time.ts';
import { type Block, blockBodyHash, headerForm } from '../../types/block.ts';
import { type ChunkHeader, createChunkInner } from '../../types/chunk.ts';
import { NO_BANDWIDTH_REQUESTS, NO_CONGESTION } from '../../types/congestion.ts';
import type { Formats } from '../../types/formats.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import { shardIds } from '../../types/shardLayout.ts';
import { blockProducersHash, type ValidatorStake } from '../../types/validatorStake.ts';
import { encodeChunk, GENESIS_PARTS } from '../records/chunkRoots.ts';
import { blockRoots } from './blockRoots.ts';

const ZERO_SIGNATURE: Signature = { type: 'ed25519', data: new Uint8Array(64) };

interface GenesisState {
  /** State roots in shard index order. */
  readonly stateRoots: readonly Hash[];
  readonly blockProducers: readonly ValidatorStake[];
  readonly formats: Formats;
}

function genesisChunk(
  config: GenesisConfig,
  shardId: number,
  stateRoot: Hash,
  format: Formats['chunkInner'],
): ChunkHeader {
  const encoded = encodeChunk([], [], GENESIS_PARTS);
  const value = {
    prevBlockHash: HASH_ZERO,
    prevStateRoot: stateRoot,
    prevOutcomeRoot: HASH_ZERO,
    encodedMerkleRoot: encoded.root,
    encodedLength: encoded.payload.length,
    heightCreated: config.genesisHeight,
    shardId,
    prevGasUsed: 0n,
    gasLimit: config.gasLimit,
    prevBalanceBurnt: 0n,
    prevOutgoingReceiptsRoot: HASH_ZERO,
    txRoot: HASH_ZERO,
    prevValidatorProposals: [],
    congestionInfo: { ...NO_CONGESTION, allowedShard: shardId },
    bandwidthRequests: NO_BANDWIDTH_REQUESTS,
  };
  return {
    version: 3,
    inner: createChunkInner(format, value, null),
    heightIncluded: config.genesisHeight,
    signature: ZERO_SIGNATURE,
  };
}

export function createGenesisBlock(config: GenesisConfig, state: GenesisState): Block {
  const ids = shardIds(config.shardLayout);
  const { stateRoots, formats } = state;
  const chunks = ids.map((id, i) =>
    genesisChunk(config, id, stateRoots[i] as Hash, formats.chunkInner),
  );
  const body = {
    chunks,
    challenges: [],
    vrfValue: new Uint8Array(32),
    vrfProof: new Uint8Array(64),
    chunkEndorsements: [],
  };
  const roots = blockRoots(chunks);
  return {
    body,
    header: {
      ...headerForm(formats.blockHeader),
      prevHash: HASH_ZERO,
      lite: {
        height: config.genesisHeight,
        epochId: HASH_ZERO,
        nextEpochId: HASH_ZERO,
        prevStateRoot: roots.prevStateRoot,
        // The one block whose outcome root is not a merkle root over its chunks.
        prevOutcomeRoot: HASH_ZERO,
        timestamp: parseGenesisTime(config.genesisTime),
        nextBpHash: blockProducersHash(state.blockProducers),
        blockMerkleRoot: HASH_ZERO,
      },
      rest: {
        blockBodyHash: blockBodyHash(body),
        prevChunkOutgoingReceiptsRoot: roots.prevChunkOutgoingReceiptsRoot,
        chunkHeadersRoot: roots.chunkHeadersRoot,
        chunkTxRoot: roots.chunkTxRoot,
        randomValue: HASH_ZERO,
        prevValidatorProposals: [],
        // Each chunk counts as new at height zero; a later genesis has no mask at all.
        chunkMask: config.genesisHeight === 0 ? ids.map(() => true) : [],
        nextGasPrice: config.minGasPrice,
        totalSupply: config.totalSupply,
        lastFinalBlock: HASH_ZERO,
        lastDsFinalBlock: HASH_ZERO,
        blockOrdinal: 1,
        prevHeight: 0,
        epochSyncDataHash: null,
        approvals: [],
        latestProtocolVersion: config.protocolVersion,
        chunkEndorsements: [],
        shardSplit: null,
      },
      signature: ZERO_SIGNATURE,
    },
  };
}
