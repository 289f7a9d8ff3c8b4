// EXPERIMENTAL_validators_ordered.

import { option, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { ValidatorStake } from '../../types/validatorStake.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { BlockId, blockIdReference, requireBlock } from '../params/blockReference.ts';
import { validatorErrors } from './validators.ts';

export const validatorsOrdered = defineMethod({
  name: 'EXPERIMENTAL_validators_ordered',
  summary: "The block producers of a block's epoch in order, each listed once.",
  params: struct('RpcValidatorsOrderedRequest', { blockId: option(BlockId) }),
  result: vec(ValidatorStake),
  returns: 'A list of `account_id`, `public_key` and `stake`.',
  errors: validatorErrors,
  holds: untilNextBlock,
  handle: ({ chain, epochs }, { blockId }) => {
    const unknown = () => validatorErrors.UNKNOWN_EPOCH();
    const { block } = requireBlock(chain, blockIdReference(blockId), 'BLOCK HEADER', unknown);
    return epochs.epoch(block.header.lite.epochId).blockProducers;
  },
});
