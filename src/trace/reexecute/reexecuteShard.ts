// Applies a shard of a stored block again, on the state before it, and compares the outcomes that
// are asked for with those that are stored. Nothing is written.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { type BlockApplication, runShard } from '../../chain/blocks/applyBlock.ts';
import { receiptsOfMissedBlocks } from '../../chain/blocks/missedReceipts.ts';
import { authorisationOf } from '../../chain/controls/impersonation.ts';
import type { StoredOutcome } from '../../chain/stored/chainReader.ts';
import type { ApplyChunkInput } from '../../runtime/applyChunk.ts';
import type { ExecutionOutcome } from '../../types/outcome.ts';
import { shardIndex } from '../../types/shardLayout.ts';
import { type HashedTransaction, hashTransaction } from '../../types/transaction.ts';
import { findDifference } from './findDifference.ts';
import { explainMissing, type PastBlock, type PastChain, readPastBlock } from './pastBlock.ts';
import { createDifference, createPrunedError } from './traceError.ts';

interface Reexecution {
  readonly chain: PastChain;
  readonly contracts: ApplyChunkInput['contracts'];
  readonly observer?: ApplyChunkInput['observer'];
}

interface ShardOfBlock {
  readonly blockHash: Hash;
  readonly shardId: number;
}

/** `expected` are outcomes of that shard; throws a TraceError if one comes out otherwise. */
export function reexecuteShard(
  { chain, contracts, observer }: Reexecution,
  { blockHash, shardId }: ShardOfBlock,
  expected: readonly StoredOutcome[],
): void {
  const outcomes = explainMissing(chain, blockHash, () => {
    const past = readPastBlock(chain, blockHash);
    const { before, applied } = past;
    const { height } = applied.block.header.lite;
    const place = {
      shardId,
      shardIndex: shardIndex(applied.layout, shardId),
      splitRule: chain.epochs.splitProposals(before.hash, height),
    };
    const application = { ...describeChain(chain, past), contracts, observer };
    return runShard(before, applied, place, application).result.outcomes;
  });
  const found = new Map(outcomes.map(({ id, outcome }) => [bytesKey(id), outcome]));
  for (const { id, outcome } of expected) compare(id, outcome, found.get(bytesKey(id)));
}

function describeChain(
  chain: PastChain,
  { hash, applied }: PastBlock,
): Omit<BlockApplication, 'contracts'> {
  const { chainId, stored, epochs, trie } = chain;
  const authorise = chain.authorisationOf ?? authorisationOf;
  const { layout, newChunks } = applied;
  return {
    chainId,
    trie,
    epochs,
    isValidTransaction: (signed) => !hadExpired(chain, signed),
    receiptsOfMissedBlocks: (head, shardId) =>
      receiptsOfMissedBlocks(
        {
          block: (blockHash) => {
            const block = stored.block(blockHash);
            if (block === null) throw createPrunedError(hash);
            return block;
          },
          chunk: (chunkHash) => stored.chunk(chunkHash),
        },
        head,
        {
          layout,
          shardId,
          layoutOf: ({ header }) => epochs.epoch(header.lite.epochId).shardLayout,
        },
      ),
    transactions: newChunks.map(
      (chunk) =>
        chunk?.transactions.map((transaction) => {
          const signed = hashTransaction(transaction);
          return { signed, authorisation: authorise(signed) };
        }) ?? null,
    ),
  };
}

/** Whether it was valid depended on its base block, which may have been pruned since. */
function hadExpired({ stored }: PastChain, { hash }: HashedTransaction): boolean {
  const status = stored.outcome(hash)?.outcome.status;
  if (status?.kind !== 'Failure' || status.value.kind !== 'InvalidTxError') return false;
  return status.value.value.kind === 'Expired';
}

function compare(id: Hash, stored: ExecutionOutcome, again: ExecutionOutcome | undefined): void {
  if (again === undefined) throw createDifference(id, 'order of receipts');
  const field = findDifference(stored, again);
  if (field !== null) throw createDifference(id, field);
}
