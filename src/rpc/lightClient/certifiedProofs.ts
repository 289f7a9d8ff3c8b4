// The three proofs of a later protocol, which certifies chunks after their blocks. No protocol
// version of this node has them: they are declared for clients, and never written.

import { bytes, option, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { union } from '../../codec/union.ts';
import { anyShardId, hash, storeValue } from '../../types/primitives.ts';
import { LightHeaderView } from '../../types/views/blockView.ts';
import { MerklePathView, OutcomeWithIdView } from '../../types/views/outcomeView.ts';

export const SpiceChunkId = struct('SpiceChunkId', { blockHash: hash, shardId: anyShardId });

const ChunkExecutionRoots = union('ChunkExecutionRoots', {
  V1: struct('ChunkExecutionRootsV1', {
    chunkId: SpiceChunkId,
    stateRoot: hash,
    outcomeRoot: hash,
    outgoingReceiptsRoot: hash,
  }),
});

const chunkExecutionProof = struct('ChunkExecutionProofView', {
  roots: ChunkExecutionRoots,
  rootsProof: MerklePathView,
  certifyingBlockHeaderLite: LightHeaderView,
  certifyingBlockProof: MerklePathView,
});

const stateProof = struct('StateProofView', { nodes: vec(bytes), value: option(storeValue) });

export const ChunkExecutionProof = struct('RpcLightClientChunkExecutionProofResponse', {
  chunkExecutionProof,
});

export const ExecutionOutcomeProof = struct('RpcLightClientExecutionOutcomeProofResponse', {
  chunkExecutionProof,
  outcomeProof: OutcomeWithIdView,
});

export const StateProof = struct('RpcLightClientStateProofResponse', {
  chunkExecutionProof,
  stateProof,
});
