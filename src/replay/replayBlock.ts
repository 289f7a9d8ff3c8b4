// Replays one recorded block: its producer's decisions come from the recording, everything else is
// computed and must match.

import type { Hash } from '../base/crypto/hash.ts';
import type { JsonObject, JsonValue } from '../base/json/exactJson.ts';
import type { BlockProposal } from '../chain/blocks/buildBlock.ts';
import { wishSplit } from '../chain/blocks/splitWish.ts';
import type { Chain, ExtendedBlock } from '../chain/chain.ts';
import { authoriseBySignature } from '../runtime/transactions/authorisation.ts';
import { BlockView } from '../types/views/blockView.ts';
import { createRecordedAuthority } from './recordedAuthority.ts';
import type { RecordedTransactions } from './recordedTransactions.ts';
import type { RecordedBlock, Recording } from './recording.ts';

export function replayBlock(
  chain: Chain,
  recorded: RecordedBlock,
  recording: Recording,
  transactions: RecordedTransactions,
): ExtendedBlock {
  const view = BlockView.parse(recorded.block);
  const authority = createRecordedAuthority(recording.signers, view);
  return chain.extend(propose(chain, recorded, view, transactions), authority);
}

function propose(
  chain: Chain,
  recorded: RecordedBlock,
  view: BlockView,
  transactions: RecordedTransactions,
): BlockProposal {
  const { height, timestamp, latestProtocolVersion, chunkMask, shardSplit } = view.header;
  const shown = new Map(recorded.chunks.map((chunk) => [shardOf(chunk), chunk]));
  const baseBlocks = () => recentBlocks(chain);
  return {
    height,
    timestamp,
    latestProtocolVersion,
    splitWish: wishSplit(shardSplit),
    chunks: view.chunks.map(({ shardId }, shardIndex) => {
      if (!chunkMask[shardIndex]) return null;
      const chunk = shown.get(shardId) as JsonObject;
      return (chunk.transactions as JsonValue[]).map((tx) =>
        authoriseBySignature(transactions.find(tx, baseBlocks)),
      );
    }),
  };
}

function shardOf(chunk: JsonObject): number {
  return Number((chunk.header as JsonObject).shard_id);
}

/** The blocks that a transaction of the next block may be based on, newest first. */
function* recentBlocks(chain: Chain): Generator<Hash> {
  let hash: Hash = chain.head.hash;
  for (let i = 0; i <= chain.genesis.transactionValidityPeriod; i++) {
    yield hash;
    const block = chain.stored.block(hash);
    if (block === null) return;
    hash = block.header.prevHash;
  }
}
