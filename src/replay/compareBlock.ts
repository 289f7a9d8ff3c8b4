// Our block against the recorded one: the block, each new chunk, and the outcomes and receipts of
// the transactions whose responses were recorded.

import { formatHash, type Hash } from '../base/crypto/hash.ts';
import type { JsonObject, JsonValue } from '../base/json/exactJson.ts';
import { parseJson } from '../base/json/plainJson.ts';
import type { Chain, ExtendedBlock } from '../chain/chain.ts';
import { showPayload } from '../chain/stored/chunkRow.ts';
import { type Difference, findDifference } from '../compare/firstDifference.ts';
import { COST_NAMES } from '../params/costNames.ts';
import type { Block } from '../types/block.ts';
import { type Chunk, type ChunkHeader, chunkHash } from '../types/chunk.ts';
import { BlockView, blockToView } from '../types/views/blockView.ts';
import { ChunkView, chunkHeaderToView } from '../types/views/chunkView.ts';
import { OutcomeWithIdView, outcomeToView } from '../types/views/outcomeView.ts';
import { ReceiptView, receiptToView } from '../types/views/receiptView.ts';
import type { Expectations } from './expectations.ts';
import type { RecordedBlock } from './recording.ts';

export interface PlacedDifference extends Difference {
  readonly height: number;
  readonly shardId: number | null;
}

export function compareBlock(
  chain: Chain,
  recorded: RecordedBlock,
  block: Block,
): PlacedDifference | null {
  const { height } = recorded;
  for (const chunk of recorded.chunks) {
    const difference = compareChunk(chain, chunk, block);
    if (difference !== null) return { ...difference, height };
  }
  const { lite } = block.header;
  const author = chain.epochs.epoch(lite.epochId).blockProducer(lite.height).accountId;
  const found = parseJson(BlockView.json(blockToView(block, author)));
  const difference = findDifference(recorded.block, found, 'block');
  return difference === null ? null : { ...difference, height, shardId: null };
}

function compareChunk(
  chain: Chain,
  recorded: JsonObject,
  block: Block,
): Omit<PlacedDifference, 'height'> | null {
  const recordedHeader = recorded.header as JsonObject;
  const shardId = Number(recordedHeader.shard_id);
  const header = block.body.chunks.find(({ inner }) => inner.value.shardId === shardId);
  const chunk = header === undefined ? null : chain.stored.chunk(chunkHash(header));
  if (header === undefined || chunk === null) {
    return { field: 'chunk', expected: 'a chunk', found: 'none', shardId };
  }
  const found = parseJson(chunkJson(chain, header, chunk)) as JsonObject;
  // Asked by its hash, a chunk shows the height it was included at or zero, as the node got it.
  (found.header as JsonObject).height_included = recordedHeader.height_included as JsonValue;
  const difference = findDifference(recorded, found, 'chunk');
  return difference === null ? null : { ...difference, shardId };
}

function chunkJson(chain: Chain, header: ChunkHeader, chunk: Chunk): string {
  const { shardId, prevBlockHash } = header.inner.value;
  return ChunkView.json({
    author: chain.epochs.chunkProducerAfter(prevBlockHash, shardId),
    header: chunkHeaderToView(header),
    ...showPayload(chunk),
  });
}

export function compareOutcomes(
  { built, shards }: ExtendedBlock,
  expectations: Expectations,
): PlacedDifference | null {
  const { height } = built.block.header.lite;
  for (const { shardId, result, outcomes } of shards) {
    for (const [i, { id, outcome }] of result.outcomes.entries()) {
      const expected = expectations.takeOutcome(id);
      if (expected === null) continue;
      const placed = { id, outcome, blockHash: built.hash, proof: outcomes.paths[i] ?? [] };
      const found = parseJson(OutcomeWithIdView.json(outcomeToView(placed, COST_NAMES)));
      const difference = findDifference(expected, found, `outcome ${formatHash(id)}`);
      if (difference !== null) return { ...difference, height, shardId };
    }
    for (const { receipt } of result.receipts) {
      const difference = compareReceipt(receipt.receiptId, receipt, expectations);
      if (difference !== null) return { ...difference, height, shardId };
    }
  }
  return null;
}

function compareReceipt(
  id: Hash,
  receipt: Parameters<typeof receiptToView>[0],
  expectations: Expectations,
): Difference | null {
  const expected = expectations.takeReceipt(id);
  if (expected === null) return null;
  const found = parseJson(ReceiptView.json(receiptToView(receipt)));
  return findDifference(expected, found, `receipt ${formatHash(id)}`);
}
