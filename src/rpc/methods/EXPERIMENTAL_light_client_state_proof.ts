// EXPERIMENTAL_light_client_state_proof. No protocol version of this node certifies chunks.

import { struct } from '../../codec/struct.ts';
import { tagged } from '../../codec/tagged.ts';
import { accountId } from '../../types/accountId.ts';
import { hash, publicKey, storeKey } from '../../types/primitives.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { SpiceChunkId, StateProof } from '../lightClient/certifiedProofs.ts';
import { lightClientErrors } from '../lightClient/lightClientErrors.ts';

const target = tagged('StateProofTarget', 'target_type', {
  account: { accountId },
  local_contract_code: { accountId },
  contract_data: { accountId, key: storeKey },
  access_key: { accountId, publicKey },
});

export const lightClientStateProof = defineMethod({
  name: 'EXPERIMENTAL_light_client_state_proof',
  summary: 'Proves part of the state by the certificate of a chunk; at this version there is none.',
  params: struct('RpcLightClientStateProofRequest', {
    chunkId: SpiceChunkId,
    target,
    lightClientHead: hash,
  }),
  result: StateProof,
  returns: 'Nothing at this protocol version.',
  errors: lightClientErrors,
  holds: untilNextBlock,
  handle: (_context, { chunkId }) => {
    throw lightClientErrors.CHUNK_NOT_CERTIFIED({ chunkId });
  },
});
