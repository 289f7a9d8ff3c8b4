// EXPERIMENTAL_light_client_state_proof. No protocol version of this node certifies chunks.

import { invalidType } from '../../codec/codec.ts';
import { chunkIdParams } from '../chunkId.ts';
import { lightClientErrors } from '../lightClientErrors.ts';
import { defineMethod, untilNextBlock } from '../method.ts';
import { isRecord, type Parser, record } from '../params.ts';
import { tagged } from '../paramsUnion.ts';
import { accountIdText, base64, hashText, publicKeyText } from '../scalars.ts';

const variants = tagged('target_type', {
  account: { accountId: accountIdText },
  local_contract_code: { accountId: accountIdText },
  contract_data: { accountId: accountIdText, key: base64 },
  access_key: { accountId: accountIdText, publicKey: publicKeyText },
});

const target: Parser<ReturnType<typeof variants.parseFrom>> = {
  schema: variants.schema,
  parse: (json) => {
    if (!isRecord(json)) {
      throw invalidType(json, 'internally tagged enum StateProofTarget');
    }
    return variants.parseFrom(json);
  },
};

export const lightClientStateProof = defineMethod({
  name: 'EXPERIMENTAL_light_client_state_proof',
  summary:
    'Proves a piece of the state by the certificate of a chunk; at this version there is none.',
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
