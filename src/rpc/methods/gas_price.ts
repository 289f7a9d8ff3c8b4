// gas_price.

import { option } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { balance } from '../../types/primitives.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors, errorKind, hidden } from '../messages/errors.ts';
import { BlockId, blockIdReference, requireBlock } from '../params/blockReference.ts';

const errors = defineErrors(
  'RpcGasPriceError',
  {
    UNKNOWN_BLOCK: errorKind<{ what: string }>({
      when: 'There is no such block.',
      info: hidden(),
      text: ({ what }) => `DB Not Found Error: ${what} \n Cause: Unknown`,
    }),
  },
  'plain',
);

export const gasPrice = defineMethod({
  name: 'gas_price',
  summary: 'The gas price that a block sets for the next one; without a block, that of the head.',
  params: struct('RpcGasPriceRequest', { blockId: option(BlockId) }),
  result: struct('RpcGasPriceResponse', { gasPrice: balance }),
  returns: '`gas_price`, in yoctoNEAR.',
  errors,
  holds: untilNextBlock,
  handle: ({ chain }, { blockId }) => {
    const reference = blockIdReference(blockId);
    const { block } = requireBlock(chain, reference, 'BLOCK HEADER', errors.UNKNOWN_BLOCK);
    return { gasPrice: block.header.rest.nextGasPrice };
  },
});
