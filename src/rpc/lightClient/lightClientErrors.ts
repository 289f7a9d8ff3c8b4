// The errors of light-client proofs. Several kinds belong to a later protocol, in which chunks are
// certified after their blocks; they are declared for the methods that only that protocol supports.

import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { u64Number } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { hash, height, shardId } from '../../types/primitives.ts';
import { defineErrors, errorKind, hidden } from '../messages/errors.ts';
import { SpiceChunkId } from './certifiedProofs.ts';

type ChunkId = TypeOf<typeof SpiceChunkId>;

function formatChunkIdDebug({ blockHash, shardId: shard }: ChunkId): string {
  return `SpiceChunkId { block_hash: ${formatHash(blockHash)}, shard_id: ${shard} }`;
}

type OutcomeId = { readonly transactionOrReceiptId: Hash };
type ChunkInfo = { readonly chunkId: ChunkId };

const outcomeInfo = struct({ transactionOrReceiptId: hash });
const chunkInfo = struct({ chunkId: SpiceChunkId });

export const lightClientErrors = defineErrors(
  'RpcLightClientProofError',
  {
    UNKNOWN_BLOCK: errorKind<{ what: string }>({
      when: 'There is no such block.',
      info: hidden(),
      text: ({ what }) => `DB Not Found Error: ${what}`,
    }),
    INCONSISTENT_STATE: errorKind({
      when: 'The block that commits the outcome does not have its shard.',
      info: struct({ numberOrShards: u64Number, executionOutcomeShardId: shardId }),
      text: (payload: { numberOrShards: number; executionOutcomeShardId: number }) =>
        `Inconsistent state. Total number of shards is ${payload.numberOrShards} but the ` +
        `execution outcome is in shard ${payload.executionOutcomeShardId}`,
    }),
    NOT_CONFIRMED: errorKind<OutcomeId>({
      when: 'No later block commits the outcome yet.',
      info: outcomeInfo,
      text: (id) => `${formatHash(id.transactionOrReceiptId)} has not been confirmed`,
    }),
    UNKNOWN_TRANSACTION_OR_RECEIPT: errorKind<OutcomeId>({
      when: 'There is no outcome of this transaction or receipt.',
      info: outcomeInfo,
      text: (id) => `${formatHash(id.transactionOrReceiptId)} does not exist`,
    }),
    UNAVAILABLE_SHARD: errorKind<OutcomeId & { shardId: number }>({
      when: 'The node does not track the shard of the outcome.',
      info: struct({ transactionOrReceiptId: hash, shardId }),
      text: (id) =>
        `Node doesn't track the shard where ${formatHash(id.transactionOrReceiptId)} is executed`,
    }),
    SHARD_NOT_TRACKED: errorKind<{ shardId: number }>({
      when: 'The node does not track the shard.',
      info: struct({ shardId }),
      text: (payload) => `Node does not track shard ${payload.shardId}`,
    }),
    TARGET_SHARD_MISMATCH: errorKind({
      when: 'The account is on a shard other than the requested one.',
      info: struct({ accountId, accountShardId: shardId, requestedShardId: shardId }),
      text: (payload: { accountId: string; accountShardId: number; requestedShardId: number }) =>
        `Account ${payload.accountId} is in shard ${payload.accountShardId}, not the requested ` +
        `shard ${payload.requestedShardId}`,
    }),
    STATE_NOT_AVAILABLE: errorKind<ChunkInfo>({
      when: 'The state of the chunk is not kept.',
      info: chunkInfo,
      text: ({ chunkId }) =>
        `State for chunk ${formatChunkIdDebug(chunkId)} is not available on this node`,
    }),
    CHUNK_NOT_CERTIFIED: errorKind<ChunkInfo>({
      when: 'The chunk is not certified; at this protocol version no chunk is.',
      info: chunkInfo,
      text: ({ chunkId }) => `Chunk ${formatChunkIdDebug(chunkId)} is not yet certified`,
    }),
    LIGHT_CLIENT_HEAD_TOO_OLD: errorKind<
      ChunkInfo & { certifyingBlockHeight: number; headHeight: number }
    >({
      when: 'The head is not above the block that certifies the chunk.',
      info: struct({ chunkId: SpiceChunkId, certifyingBlockHeight: height, headHeight: height }),
      text: ({ chunkId, certifyingBlockHeight, headHeight }) =>
        `Light client head height ${headHeight} must be greater than height ` +
        `${certifyingBlockHeight} of the block certifying chunk ${formatChunkIdDebug(chunkId)}`,
    }),
  },
  'plain',
);
