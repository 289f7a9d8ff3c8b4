// EXPERIMENTAL_light_client_chunk_execution_proof. No protocol version of this node certifies
// chunks.

import { chunkIdParams } from '../chunkId.ts';
import { lightClientErrors } from '../lightClientErrors.ts';
import { defineMethod, untilNextBlock } from '../method.ts';
import { record } from '../params.ts';
import { hashText } from '../scalars.ts';

export const lightClientChunkExecutionProof = defineMethod({
  name: 'EXPERIMENTAL_light_client_chunk_execution_proof',
  summary: 'The certificate of an executed chunk; at this protocol version there is none.',
  params: record('RpcLightClientChunkExecutionProofRequest', {
    chunkId: chunkIdParams,
    lightClientHead: hashText,
  }),
  result: { json: () => 'null' },
  returns: 'Nothing at this protocol version.',
  errors: lightClientErrors,
  holds: untilNextBlock,
  handle: (_context, { chunkId }) => {
    throw lightClientErrors.CHUNK_NOT_CERTIFIED({ chunkId });
  },
});
