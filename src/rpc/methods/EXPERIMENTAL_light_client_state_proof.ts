// EXPERIMENTAL_light_client_state_proof. No protocol version of this node certifies chunks.

import { defineMethod, untilNextBlock } from '../core/method.ts';
import { chunkIdParams } from '../lightClient/chunkId.ts';
import { lightClientErrors } from '../lightClient/lightClientErrors.ts';
import { record } from '../params/params.ts';
import { taggedValue } from '../params/paramsUnion.ts';
import { accountIdText, base64, hashText, publicKeyText } from '../params/scalars.ts';

const target = taggedValue('StateProofTarget', 'target_type', {
  account: { accountId: accountIdText },
  local_contract_code: { accountId: accountIdText },
  contract_data: { accountId: accountIdText, key: base64 },
  access_key: { accountId: accountIdText, publicKey: publicKeyText },
});

export const lightClientStateProof = defineMethod({
  name: 'EXPERIMENTAL_light_client_state_proof',
  summary: 'Proves part of the state by the certificate of a chunk; at this version there is none.',
  params: record('RpcLightClientStateProofRequest', {
    chunkId: chunkIdParams,
    target,
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
