// Which chunk a request means: by a block and a shard, or by its hash. Shared by the methods about
// chunks.

import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import { type Codec, named, type TypeOf } from '../../codec/codec.ts';
import { fieldSet, struct } from '../../codec/struct.ts';
import { untagged } from '../../codec/tagged.ts';
import { type Chunk, type ChunkHeader, chunkHash } from '../../types/chunk.ts';
import { anyShardId, hash } from '../../types/primitives.ts';
import { shardIndex } from '../../types/shardLayout.ts';
import { defineErrors, errorKind, hidden } from '../messages/errors.ts';
import { BlockId, blockIdReference, requireBlock } from '../params/blockReference.ts';
import { mapped, positional } from '../params/params.ts';
import type { MethodContext } from './context.ts';

const blockAndShard = { blockId: BlockId, shardId: anyShardId };

const forms = {
  shard: struct(blockAndShard),
  hash: struct({ chunkId: hash }),
};
const Reference = untagged('ChunkReference', forms);
export type ChunkReference = TypeOf<typeof Reference>;

/** The description names this form without its key. */
const ByChunkHash = mapped(struct({ chunkHash: hash }), (value) => ({ chunkId: value.chunkHash }));

/** As the only element of an array: a hash, or an array of a block and a shard. */
function parseLone(json: unknown): ChunkReference {
  if (!Array.isArray(json)) return { kind: 'hash', value: { chunkId: hash.parse(json) } };
  const value = fieldSet(blockAndShard).parseArray(json, 'a tuple of size 2');
  return { kind: 'shard', value };
}

export const ChunkReference: Codec<ChunkReference> = positional(
  named('RpcChunkRequest', Reference),
  { one: parseLone },
);

const OwnPathReference = untagged('ChunkReference', { ...forms, chunkHash: ByChunkHash });

/** At the path of `chunk`. */
export const DescribedChunkReference: Codec<ChunkReference> = {
  ...mapped(
    positional<TypeOf<typeof OwnPathReference>>(OwnPathReference, { one: parseLone }),
    (reference) => (reference.kind === 'chunkHash' ? { ...reference, kind: 'hash' } : reference),
  ),
  schema: ChunkReference.schema,
};

const ShardInfo = struct({ shardId: anyShardId });
const ChunkInfo = struct({ chunkHash: named('ChunkHash', hash) });

export const chunkErrors = defineErrors('RpcChunkError', {
  UNKNOWN_BLOCK: errorKind<{ what: string }>({
    when: 'There is no such block.',
    info: hidden(),
    text: ({ what }) => `DB Not Found Error: ${what} \n Cause: Unknown`,
  }),
  INVALID_SHARD_ID: errorKind<TypeOf<typeof ShardInfo>>({
    when: 'The block has no such shard.',
    info: ShardInfo,
    text: ({ shardId }) => `Shard id ${shardId} does not exist`,
  }),
  UNKNOWN_CHUNK: errorKind<TypeOf<typeof ChunkInfo>>({
    when: 'There is no such chunk.',
    info: ChunkInfo,
    text: ({ chunkHash: id }) =>
      `Chunk Missing (unavailable on the node): ChunkHash(\`${formatHash(id)}\`) \n Cause: Unknown`,
  }),
});

interface FoundChunk {
  readonly chunk: Chunk;
  readonly hash: Hash;
  readonly header: ChunkHeader;
}

/**
 * A chunk found by its block has the header from that block; found by its hash, it is unknown which
 * block included it.
 */
export function requireChunk(context: MethodContext, reference: ChunkReference): FoundChunk {
  if (reference.kind === 'hash') {
    const { chunkId } = reference.value;
    const chunk = readChunk(context, chunkId);
    const { version, inner, signature } = chunk.header;
    return { chunk, hash: chunkId, header: { version, inner, heightIncluded: 0, signature } };
  }
  const { blockId, shardId } = reference.value;
  const { block } = requireBlock(
    context.chain,
    blockIdReference(blockId),
    'BLOCK',
    chunkErrors.UNKNOWN_BLOCK,
  );
  const { shardLayout } = context.epochs.epoch(block.header.lite.epochId);
  const header = block.body.chunks[shardIndex(shardLayout, Number(shardId))];
  if (header === undefined) throw chunkErrors.INVALID_SHARD_ID({ shardId });
  const hashOfChunk = chunkHash(header);
  return { chunk: readChunk(context, hashOfChunk), hash: hashOfChunk, header };
}

function readChunk({ chain }: MethodContext, id: Hash): Chunk {
  const chunk = chain.chunk(id);
  if (chunk !== null) return chunk;
  chain.verifyUnknown(id);
  throw chunkErrors.UNKNOWN_CHUNK({ chunkHash: id });
}
