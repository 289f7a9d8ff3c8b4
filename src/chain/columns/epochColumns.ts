// What is kept of each epoch.

import { bytesToUtf8, equalBytes, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { type BlockContext, defineColumn, encoded } from '../../store/column.ts';
import { EpochInfo } from '../../types/epoch.ts';
import { LightClientBlockView } from '../../types/views/blockView.ts';
import { EpochSummary } from '../epoch/epochSummary.ts';
import { block } from './blockColumns.ts';
import { hashKey, isGenesis, NUMBER, wholeKey } from './columnParts.ts';

const OF_EPOCH = hashKey('epoch id');

export const epochInfo = defineColumn({
  name: 'epochInfo',
  number: 15,
  // The last block of an epoch writes it, and gives its hash to the epoch after the next.
  key: { ...OF_EPOCH, blockHash: 'whole' },
  value: encoded(EpochInfo),
  about: 'validators and everything that is drawn from them',
  cluster: { partition: wholeKey, isSelfNamed: true },
  pruning: 'kept',
  isReverted: true,
  identity: null,
  required: 'none',
  ofBlock: { list: (context) => [context.hash, ...(isGenesis(context) ? [HASH_ZERO] : [])] },
  isSameFollowed: false,
});

export const epochSummary = defineColumn({
  name: 'epochSummary',
  number: 16,
  key: OF_EPOCH,
  value: encoded(EpochSummary),
  about: 'what the validators of a finished epoch did',
  cluster: { partition: wholeKey, isSelfNamed: false },
  pruning: 'kept',
  isReverted: true,
  identity: null,
  required: 'none',
  ofBlock: { list: (context) => (endsEpoch(context) ? [epochIdOf(context)] : []) },
  isSameFollowed: false,
});

export const epochStart = defineColumn({
  name: 'epochStart',
  number: 17,
  key: OF_EPOCH,
  value: NUMBER,
  about: 'height of its first block',
  cluster: { partition: wholeKey, isSelfNamed: false },
  pruning: 'kept',
  isReverted: true,
  identity: null,
  required: 'none',
  ofBlock: { list: (context) => (beginsEpoch(context) ? [epochIdOf(context)] : []) },
  isSameFollowed: false,
});

export const lightClientBlock = defineColumn({
  name: 'lightClientBlock',
  number: 18,
  key: OF_EPOCH,
  value: {
    encode: (view: LightClientBlockView) => utf8ToBytes(LightClientBlockView.json(view)),
    decode: (bytes) => LightClientBlockView.parse(parseJson(bytesToUtf8(bytes))),
  },
  about: 'light client block',
  cluster: { partition: wholeKey, isSelfNamed: false },
  pruning: 'kept',
  isReverted: true,
  identity: null,
  required: 'none',
  ofBlock: { list: listFinishedEpoch },
  isSameFollowed: false,
});

function epochIdOf(context: BlockContext): Hash {
  return context.block.header.lite.epochId;
}

/** The last block of an epoch knows the validators of the one after the next. */
function endsEpoch(context: BlockContext): boolean {
  return context.keys(epochInfo).some((id) => equalBytes(id, context.hash));
}

function beginsEpoch(context: BlockContext): boolean {
  return context.read(epochStart, epochIdOf(context)) === context.block.header.lite.height;
}

/** The first block of an epoch writes it for the epoch before. */
function listFinishedEpoch(context: BlockContext): Hash[] {
  if (!beginsEpoch(context)) return [];
  const prev = context.read(block, context.block.header.prevHash);
  return prev === null ? [] : [prev.header.lite.epochId];
}
