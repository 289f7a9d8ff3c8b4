// EXPERIMENTAL_light_client_chunk_execution_proof. No protocol version of this node certifies
// chunks.

import { struct } from '../../codec/struct.ts';
import { hash } from '../../types/primitives.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { ChunkExecutionProof, SpiceChunkId } from '../lightClient/certifiedProofs.ts';
import { lightClientErrors } from '../lightClient/lightClientErrors.ts';

export const lightClientChunkExecutionProof = defineMethod({
  name: 'EXPERIMENTAL_light_client_chunk_execution_proof',
  summary: 'The certificate of an executed chunk; at this protocol version there is none.',
  params: struct('RpcLightClientChunkExecutionProofRequest', {
    chunkId: SpiceChunkId,
    lightClientHead: hash,
  }),
  result: ChunkExecutionProof,
  returns: 'Nothing at this protocol version.',
  errors: lightClientErrors,
  holds: untilNextBlock,
  handle: (_context, { chunkId }) => {
    throw lightClientErrors.CHUNK_NOT_CERTIFIED({ chunkId });
  },
});
