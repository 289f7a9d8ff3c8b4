// light_client_proof, also known as EXPERIMENTAL_light_client_proof.

import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { merkleRootAndPaths } from '../../base/merkle/merkle.ts';
import { Column } from '../../chain/columns/columns.ts';
import { described, type TypeOf } from '../../codec/codec.ts';
import { struct } from '../../codec/struct.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { Block } from '../../types/block.ts';
import { type ShardLayout, shardIdOfAccount, shardIndex } from '../../types/shardLayout.ts';
import { childShards } from '../../types/shardSplits.ts';
import { lightBlockProofFields } from '../../types/views/blockView.ts';
import { MerklePathView } from '../../types/views/outcomeView.ts';
import type { MethodContext } from '../core/context.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { shownOutcome } from '../core/shownOutcome.ts';
import { proveBlock } from '../lightClient/blockProof.ts';
import { lightClientErrors } from '../lightClient/lightClientErrors.ts';
import { type OutcomeRequest, outcomeParams } from '../lightClient/outcomeReference.ts';
import type { FoundBlock } from '../params/blockReference.ts';

const ProofView = struct('RpcLightClientExecutionProofResponse', {
  outcomeProof: described(
    shownOutcome,
    'The outcome; its `block_hash` is the block that commits it.',
  ),
  outcomeRootProof: described(
    MerklePathView,
    "The path from the shard's outcome root to the `outcome_root` of the block.",
  ),
  ...lightBlockProofFields,
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
  const executed = { hash: outcome.blockHash, block: requireStored(context, outcome.blockHash) };
  const { epochId } = executed.block.header.lite;
  const { shardLayout } = epochs.epoch(epochId);
  const shardId = shardIdOfAccount(shardLayout, request.accountId);
  // The reference uses it in the committing block as well, where shards may have been inserted
  // before this one: such a proof does not verify.
  const index = shardIndex(shardLayout, shardId);
  const committing = findCommittingBlock(context, executed, shardId);
  if (committing === null) throw lightClientErrors.NOT_CONFIRMED({ transactionOrReceiptId });
  const roots = committing.block.body.chunks.map(({ inner }) => inner.value.prevOutcomeRoot);
  const path = merkleRootAndPaths(roots.map(sha256)).paths[index];
  if (path === undefined) {
    throw lightClientErrors.INCONSISTENT_STATE({
      numberOrShards: roots.length,
      executionOutcomeShardId: shardId,
    });
  }
  return {
    outcomeProof: { stored: outcome, blockHash: committing.hash },
    outcomeRootProof: path,
    ...proveBlock(chain, committing, request.lightClientHead),
  };
}

/**
 * The first later block with a new chunk of the shard, or of one of those that it was split into:
 * its header commits to the outcome.
 */
function findCommittingBlock(
  context: MethodContext,
  after: FoundBlock,
  shardId: number,
): FoundBlock | null {
  const { chain, epochs } = context;
  let heirs: readonly number[] = [shardId];
  let last = after;
  for (;;) {
    const hash = chain.nextHash(last.hash, last.block);
    if (hash === null) return null;
    const block = requireStored(context, hash);
    last = { hash, block };
    const { epochId, height } = block.header.lite;
    const { shardLayout } = epochs.epoch(epochId);
    heirs = heirs.flatMap((id) => findHeirs(shardLayout, id));
    const chunks = heirs.map((id) => block.body.chunks[shardIndex(shardLayout, id)]);
    if (chunks.some((chunk) => chunk?.heightIncluded === height)) return last;
  }
}

function findHeirs(layout: ShardLayout, id: number): readonly number[] {
  return shardIndex(layout, id) === -1 ? (childShards(layout, id) ?? []) : [id];
}

function requireStored({ chain }: MethodContext, hash: Hash): Block {
  return requireRow(chain.block(hash), Column.block, hash);
}
