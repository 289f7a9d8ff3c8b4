// chunk.

import type { TypeOf } from '../../codec/codec.ts';
import { hashTransaction } from '../../types/transaction.ts';
import { ChunkView, chunkHeaderToView, DescribedChunkView } from '../../types/views/chunkView.ts';
import { receiptToView } from '../../types/views/receiptView.ts';
import { transactionToView } from '../../types/views/transactionView.ts';
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
  const { header, transactions, prevOutgoingReceipts } = requireChunk(context, reference);
  const { prevBlockHash, shardId } = header.inner.value;
  return {
    author: context.epochs.chunkProducerAfter(prevBlockHash, shardId),
    header: chunkHeaderToView(header),
    transactions: transactions.map((signed) => transactionToView(hashTransaction(signed))),
    receipts: prevOutgoingReceipts.map(receiptToView),
  };
}
