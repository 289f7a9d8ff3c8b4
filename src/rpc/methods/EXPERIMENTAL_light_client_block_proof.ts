// EXPERIMENTAL_light_client_block_proof.

import { struct } from '../../codec/struct.ts';
import { hash } from '../../types/primitives.ts';
import { LightBlockProofView } from '../../types/views/blockView.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { proveBlock, requireHeader } from '../lightClient/blockProof.ts';
import { lightClientErrors } from '../lightClient/lightClientErrors.ts';

export const lightClientBlockProof = defineMethod({
  name: 'EXPERIMENTAL_light_client_block_proof',
  summary:
    'A light-client block proof (header and merkle path): that a final block is an ancestor of ' +
    'the head that the light client trusts.',
  params: struct('RpcLightClientBlockProofRequest', {
    blockHash: hash,
    lightClientHead: hash,
  }),
  result: LightBlockProofView,
  returns:
    '`block_header_lite` of the block, and `block_proof`: the path from its hash to the block ' +
    'merkle root of the head.',
  errors: lightClientErrors,
  holds: untilNextBlock,
  handle: ({ chain }, { blockHash, lightClientHead }) =>
    proveBlock(chain, requireHeader(chain, blockHash), lightClientHead),
});
