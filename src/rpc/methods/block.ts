// block.

import { type Codec, named } from '../../codec/codec.ts';
import { BlockView, blockToView } from '../../types/views/blockView.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors, errorKind, hidden } from '../messages/errors.ts';
import { BlockId, BlockReference, requireBlock } from '../params/blockReference.ts';
import { positional } from '../params/params.ts';

const errors = defineErrors('RpcBlockError', {
  UNKNOWN_BLOCK: errorKind<{ what: string }>({
    when: 'There is no such block.',
    info: hidden(),
    text: ({ what }) => `DB Not Found Error: ${what} \n Cause: Unknown`,
  }),
  NOT_SYNCED_YET: errorKind<void>({
    when: 'There is no earliest block yet.',
    text: () => 'There are no fully synchronized blocks yet',
  }),
});

const params: Codec<BlockReference> = positional(named('RpcBlockRequest', BlockReference), {
  one: (json) => ({ kind: 'block_id', value: BlockId.parse(json) }),
});

export const block = defineMethod({
  name: 'block',
  summary: 'A block with the headers of its chunks, by height, hash, finality or checkpoint.',
  params,
  result: named('RpcBlockResponse', BlockView),
  returns: '`author`, `header` and `chunks`, in the order of the shards.',
  errors,
  blockOf: (reference) => reference,
  holds: untilNextBlock,
  handle: ({ chain, epochs }, reference) => {
    const found = requireBlock(chain, reference, 'BLOCK', errors.UNKNOWN_BLOCK);
    const { epochId, height } = found.block.header.lite;
    const author = epochs.epoch(epochId).blockProducer(height).accountId;
    return blockToView(found.block, author, found.hash);
  },
});
