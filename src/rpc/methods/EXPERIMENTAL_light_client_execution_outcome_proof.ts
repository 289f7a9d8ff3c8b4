// EXPERIMENTAL_light_client_execution_outcome_proof. No protocol version of this node certifies
// chunks.

import { defineMethod, untilNextBlock } from '../core/method.ts';
import { ExecutionOutcomeProof } from '../lightClient/certifiedProofs.ts';
import { lightClientErrors } from '../lightClient/lightClientErrors.ts';
import { outcomeParams } from '../lightClient/outcomeReference.ts';

export const lightClientExecutionOutcomeProof = defineMethod({
  name: 'EXPERIMENTAL_light_client_execution_outcome_proof',
  summary: 'Proves an outcome by the certificate of its chunk; at this version there is none.',
  params: outcomeParams('RpcLightClientExecutionOutcomeProofRequest'),
  result: ExecutionOutcomeProof,
  returns: 'Nothing at this protocol version.',
  errors: lightClientErrors,
  holds: untilNextBlock,
  handle: ({ chain }, { id }) => {
    const outcome = chain.outcome(id);
    if (outcome === null) {
      chain.verifyUnknown(id);
      throw lightClientErrors.UNKNOWN_TRANSACTION_OR_RECEIPT({ transactionOrReceiptId: id });
    }
    const { blockHash, shardId } = outcome;
    throw lightClientErrors.CHUNK_NOT_CERTIFIED({
      chunkId: { blockHash, shardId: BigInt(shardId) },
    });
  },
});
