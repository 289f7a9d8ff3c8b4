// Which chunk a request means: by a block and a shard, or by its hash. Shared by the methods about
// chunks.

import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { u64 } from '../../codec/primitives.ts';
import { view } from '../../codec/struct.ts';
import { type Chunk, chunkHash } from '../../types/chunk.ts';
import { hash } from '../../types/primitives.ts';
import { shardIndex } from '../../types/shardLayout.ts';
import type { MethodContext } from '../core/context.ts';
import { defineErrors, errorKind, hidden } from '../core/errors.ts';
import { BlockId, blockIdReference, requireBlock } from './blockReference.ts';
import { mapParser, type Parser, shape, tuple } from './params.ts';
import { positional, untagged } from './paramsUnion.ts';
import { hashText, integer } from './scalars.ts';

/** A shard may be any u64; one above 2^53 never exists. */
export type ChunkReference =
  | { readonly kind: 'shard'; readonly blockId: BlockId; readonly shardId: bigint }
  | { readonly kind: 'hash'; readonly chunkId: Hash };

const byShard = mapParser(
  shape({ blockId: BlockId, shardId: integer }),
  (value): ChunkReference => ({ kind: 'shard', ...value }),
);
const byHash = mapParser(
  shape({ chunkId: hashText }),
  (value): ChunkReference => ({ kind: 'hash', ...value }),
);
/** The description names this form without its key. */
const byChunkHash = mapParser(
  shape({ chunkHash: hashText }),
  (value): ChunkReference => ({
    kind: 'hash',
    chunkId: value.chunkHash,
  }),
);

const blockAndShard = tuple({ blockId: BlockId, shardId: integer });

/** The only element of an array: a hash, or an array of a block and a shard. */
const loneForm: Parser<ChunkReference> = {
  parse: (json) => {
    if (!Array.isArray(json)) return { kind: 'hash', chunkId: hashText.parse(json) };
    return { kind: 'shard', ...blockAndShard.parse(json) };
  },
  schema: { oneOf: [hashText.schema, blockAndShard.schema] },
};

function referenceIn(...forms: readonly Parser<ChunkReference>[]): Parser<ChunkReference> {
  return positional(untagged('ChunkReference', forms), { one: loneForm });
}

export const ChunkReference = referenceIn(byShard, byHash);
/** At the path of `chunk`. */
export const DescribedChunkReference = referenceIn(byShard, byHash, byChunkHash);

const ShardInfo = view({ shardId: u64 });
const ChunkInfo = view({ chunkHash: hash });

export const chunkErrors = defineErrors({
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

/**
 * A chunk found by its block has the header from that block; found by its hash, it is unknown which
 * block included it.
 */
export function requireChunk(context: MethodContext, reference: ChunkReference): Chunk {
  if (reference.kind === 'hash') {
    const { header, ...chunk } = readChunk(context, reference.chunkId);
    return { ...chunk, header: { ...header, heightIncluded: 0 } };
  }
  const { blockId, shardId } = reference;
  const found = requireBlock(
    context.chain,
    blockIdReference(blockId),
    'BLOCK',
    chunkErrors.UNKNOWN_BLOCK,
  );
  const { shardLayout } = context.epochs.epoch(found.block.header.lite.epochId);
  const header = found.block.body.chunks[shardIndex(shardLayout, Number(shardId))];
  if (header === undefined) throw chunkErrors.INVALID_SHARD_ID({ shardId });
  return { ...readChunk(context, chunkHash(header)), header };
}

function readChunk({ chain }: MethodContext, id: Hash): Chunk {
  const chunk = chain.chunk(id);
  if (chunk === null) throw chunkErrors.UNKNOWN_CHUNK({ chunkHash: id });
  return chunk;
}
