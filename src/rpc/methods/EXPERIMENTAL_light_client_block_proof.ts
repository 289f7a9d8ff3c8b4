// EXPERIMENTAL_light_client_block_proof.

import { LightBlockProofView } from '../../types/views/blockView.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { proveBlock } from '../lightClient/blockProof.ts';
import { lightClientErrors } from '../lightClient/lightClientErrors.ts';
import { record } from '../params/params.ts';
import { hashText } from '../params/scalars.ts';

export const lightClientBlockProof = defineMethod({
  name: 'EXPERIMENTAL_light_client_block_proof',
  summary: 'Proves to a light client that a final block is an ancestor of the head it trusts.',
  params: record('RpcLightClientBlockProofRequest', {
    blockHash: hashText,
    lightClientHead: hashText,
  }),
  result: LightBlockProofView,
  returns:
    '`block_header_lite` of the block, and `block_proof`: the path from its hash to the block ' +
    'merkle root of the head.',
  errors: lightClientErrors,
  holds: untilNextBlock,
  handle: ({ chain }, { blockHash, lightClientHead }) =>
    proveBlock(chain, blockHash, lightClientHead),
});
