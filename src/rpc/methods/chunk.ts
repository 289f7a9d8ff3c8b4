// chunk.

import { showPayload } from '../../chain/stored/chunkRow.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { ChunkView, DescribedChunkView, hashedHeaderToView } from '../../types/views/chunkView.ts';
import {
  ChunkReference,
  chunkErrors,
  DescribedChunkReference,
  requireChunk,
} from '../core/chunkReference.ts';
import type { MethodContext } from '../core/context.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';

export const chunk = defineMethod({
  name: 'chunk',
  summary: 'The details of one chunk, by its hash (which `block` shows) or by a block and a shard.',
  params: ChunkReference,
  result: ChunkView,
  ownPath: { params: DescribedChunkReference, result: DescribedChunkView },
  returns:
    '`author`, `header`, `transactions`, and `receipts`: what the shard sent when its previous ' +
    'chunk was applied. By hash, `height_included` of the header is 0.',
  errors: chunkErrors,
  holds: untilNextBlock,
  handle: showChunk,
});

function showChunk(context: MethodContext, reference: ChunkReference): TypeOf<typeof ChunkView> {
  const { chunk: found, hash, header } = requireChunk(context, reference);
  const { prevBlockHash, shardId } = header.inner.value;
  const { transactions, receipts } = showPayload(found);
  return {
    author: context.epochs.chunkProducerAfter(prevBlockHash, shardId),
    header: hashedHeaderToView(header, hash),
    transactions,
    receipts,
  };
}
