// light_client_proof, also known as EXPERIMENTAL_light_client_proof.

import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { merkleRootAndPaths } from '../../base/merkle/merkle.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { view } from '../../codec/struct.ts';
import { COST_NAMES } from '../../params/costNames.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { Block } from '../../types/block.ts';
import { shardIdOfAccount, shardIndex } from '../../types/shardLayout.ts';
import { LightHeaderView } from '../../types/views/blockView.ts';
import { MerklePathView, OutcomeWithIdView, outcomeToView } from '../../types/views/outcomeView.ts';
import type { MethodContext } from '../core/context.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { proveBlock } from '../lightClient/blockProof.ts';
import { lightClientErrors } from '../lightClient/lightClientErrors.ts';
import { type OutcomeRequest, outcomeParams } from '../lightClient/outcomeReference.ts';

const ProofView = view({
  outcomeProof: OutcomeWithIdView,
  outcomeRootProof: MerklePathView,
  blockHeaderLite: LightHeaderView,
  blockProof: MerklePathView,
});

export const lightClientProof = defineMethod({
  name: 'light_client_proof',
  aliases: [{ name: 'EXPERIMENTAL_light_client_proof', isDeprecated: false }],
  summary:
    'Proves the outcome of a transaction or receipt to a light client that trusts a later head.',
  params: outcomeParams('RpcLightClientExecutionProofRequest'),
  result: ProofView,
  returns:
    '`outcome_proof` (its `block_hash` is the block that commits the outcome), ' +
    '`outcome_root_proof`, `block_header_lite` and `block_proof`.',
  errors: lightClientErrors,
  holds: untilNextBlock,
  handle: proveOutcome,
});

function proveOutcome(context: MethodContext, request: OutcomeRequest): TypeOf<typeof ProofView> {
  const { chain, epochs } = context;
  const transactionOrReceiptId = request.id;
  const outcome = chain.outcome(request.id);
  if (outcome === null) {
    chain.verifyUnknown(request.id);
    throw lightClientErrors.UNKNOWN_TRANSACTION_OR_RECEIPT({ transactionOrReceiptId });
  }
  const { epochId } = requireStored(context, outcome.blockHash).header.lite;
  const { shardLayout } = epochs.epoch(epochId);
  const shardId = shardIdOfAccount(shardLayout, request.accountId);
  const index = shardIndex(shardLayout, shardId);
  const committing = findCommittingBlock(context, outcome.blockHash, index);
  if (committing === null) throw lightClientErrors.NOT_CONFIRMED({ transactionOrReceiptId });
  const roots = committing.block.body.chunks.map(({ inner }) => inner.value.prevOutcomeRoot);
  const path = merkleRootAndPaths(roots.map(sha256)).paths[index];
  if (path === undefined) {
    throw lightClientErrors.INCONSISTENT_STATE({
      numberOrShards: roots.length,
      executionOutcomeShardId: shardId,
    });
  }
  const placed = { ...outcome, blockHash: committing.hash };
  return {
    outcomeProof: outcomeToView(placed, COST_NAMES),
    outcomeRootProof: path,
    ...proveBlock(chain, committing.hash, request.lightClientHead),
  };
}

/** The first later block with a new chunk of the shard: its header commits to the outcome. */
function findCommittingBlock(
  context: MethodContext,
  after: Hash,
  index: number,
): { hash: Hash; block: Block } | null {
  const { chain } = context;
  for (let hash = chain.nextHash(after); hash !== null; hash = chain.nextHash(hash)) {
    const block = requireStored(context, hash);
    const chunk = block.body.chunks[index];
    if (chunk?.heightIncluded === block.header.lite.height) return { hash, block };
  }
  return null;
}

function requireStored({ chain }: MethodContext, hash: Hash): Block {
  return requireRow(chain.block(hash), Column.block, hash);
}
