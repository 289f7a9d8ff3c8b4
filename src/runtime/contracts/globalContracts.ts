// Global contracts travel over the shards of a layout one after another, one block for each: every
// shard stores the code and sends it to the next that has not seen it.

import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { Protocol } from '../../params/protocol.ts';
import { readGlobalNonce, writeGlobalCode, writeGlobalNonce } from '../../state/contractCode.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import { type AccountId, SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import type { GlobalContractIdentifier } from '../../types/globalContract.ts';
import type { GlobalContractDistribution, Receipt } from '../../types/receipt.ts';
import { shardIds } from '../../types/shardLayout.ts';
import type { ChunkContext } from '../chunkContext.ts';
import { createReceiptId } from '../results/createIds.ts';

interface Deployment {
  readonly deployerId: AccountId;
  readonly identifier: GlobalContractIdentifier;
  readonly code: Uint8Array;
  /** The shard of the deployer, which is also the first stop. */
  readonly shardId: number;
}

/**
 * The first receipt of a distribution. The nonce is taken at once, so that two deployments in one
 * block differ and the later one wins everywhere.
 */
export function startDistribution(state: StateUpdate, deployment: Deployment): Receipt {
  const { code, deployerId, identifier, shardId } = deployment;
  const nonce = readGlobalNonce(state, identifier) + 1n;
  writeGlobalNonce(state, identifier, nonce);
  return createDistribution(deployerId, HASH_ZERO, {
    kind: 'V2',
    value: { id: identifier, targetShard: shardId, alreadyDeliveredShards: [], code, nonce },
  });
}

/** What a distribution receipt leads to: work to count, and the receipt for the next shard. */
export interface DistributionStep {
  readonly compute: bigint;
  readonly next: Receipt | null;
}

export function applyDistribution(
  chunk: ChunkContext,
  state: StateUpdate,
  receipt: Receipt,
  distribution: GlobalContractDistribution,
): DistributionStep {
  return {
    compute: storeCode(chunk.protocol, state, receipt.receiptId, distribution),
    next: createNextDistribution(chunk, receipt, distribution),
  };
}

/** Older receipts had no number; any code that has one is newer. */
function distributionNonce(distribution: GlobalContractDistribution): bigint {
  return distribution.kind === 'V2' ? distribution.value.nonce : 0n;
}

/** Stores the code unless a newer one exists; returns its compute cost. */
function storeCode(
  protocol: Protocol,
  state: StateUpdate,
  receiptHash: Hash,
  distribution: GlobalContractDistribution,
): bigint {
  const { code, id } = distribution.value;
  const nonce = distributionNonce(distribution);
  if (nonce < readGlobalNonce(state, id)) return 0n;
  writeGlobalNonce(state, id, nonce);
  writeGlobalCode(state, id, code);
  state.commit({ kind: 'ReceiptProcessing', value: { receiptHash } });
  const { executionBaseCompute, executionPerByteCompute } = protocol.globalContractDistribution;
  return executionBaseCompute + executionPerByteCompute * BigInt(code.length);
}

function createNextDistribution(
  { block, shardId, shardLayout }: ChunkContext,
  { predecessorId, receiptId }: Receipt,
  distribution: GlobalContractDistribution,
): Receipt | null {
  const delivered = new Set([...distribution.value.alreadyDeliveredShards, shardId]);
  const targetShard = shardIds(shardLayout).find((id) => !delivered.has(id));
  if (targetShard === undefined) return null;
  const alreadyDeliveredShards = [...delivered].sort((a, b) => a - b);
  const target = { targetShard, alreadyDeliveredShards };
  return createDistribution(
    predecessorId,
    createReceiptId(receiptId, block.height, 0),
    distribution.kind === 'V2'
      ? { kind: 'V2', value: { ...distribution.value, ...target } }
      : { kind: 'V1', value: { ...distribution.value, ...target } },
  );
}

function createDistribution(
  predecessorId: AccountId,
  receiptId: Hash,
  value: GlobalContractDistribution,
): Receipt {
  const body = { kind: 'GlobalContractDistribution', value } as const;
  return { predecessorId, receiverId: SYSTEM_ACCOUNT, receiptId, body };
}
