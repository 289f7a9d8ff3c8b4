// A block header rebuilt from its view. The view omits the version: the fields leave at most two of
// the six, and the hash decides between them.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO } from '../../base/crypto/hash.ts';
import { isSameValue } from '../../codec/isSameValue.ts';
import { type BlockHeader, blockHash } from '../../types/block.ts';
import { BlockHeaderView, blockHeaderToView } from '../../types/views/blockView.ts';
import { BlockRefused } from '../blockRefused.ts';

type Version = BlockHeader['version'];

export function headerFromView(shown: BlockHeaderView): BlockHeader {
  const fields = fieldsOf(shown);
  for (const version of possibleVersions(shown)) {
    const header = { version, ...fields, ...legacyFields(version, shown) };
    if (equalBytes(blockHash(header), shown.hash)) return requireSame(header, shown);
  }
  throw refuse(shown, 'the hash of its header is another one than its fields give');
}

function possibleVersions({
  prevHeight,
  blockBodyHash,
  chunkEndorsements,
}: BlockHeaderView): readonly Version[] {
  if (chunkEndorsements !== null) return [6, 5];
  if (blockBodyHash !== null) return [4];
  return prevHeight === null ? [2, 1] : [3];
}

function fieldsOf(shown: BlockHeaderView): Omit<BlockHeader, 'version' | 'legacy'> {
  return {
    prevHash: shown.prevHash,
    signature: shown.signature,
    lite: {
      height: shown.height,
      epochId: shown.epochId,
      nextEpochId: shown.nextEpochId,
      prevStateRoot: shown.prevStateRoot,
      prevOutcomeRoot: shown.outcomeRoot,
      timestamp: shown.timestampNanosec,
      nextBpHash: shown.nextBpHash,
      blockMerkleRoot: shown.blockMerkleRoot,
    },
    rest: {
      blockBodyHash: shown.blockBodyHash ?? HASH_ZERO,
      prevChunkOutgoingReceiptsRoot: shown.chunkReceiptsRoot,
      chunkHeadersRoot: shown.chunkHeadersRoot,
      chunkTxRoot: shown.chunkTxRoot,
      randomValue: shown.randomValue,
      prevValidatorProposals: shown.validatorProposals,
      chunkMask: shown.chunkMask,
      nextGasPrice: shown.gasPrice,
      totalSupply: shown.totalSupply,
      lastFinalBlock: shown.lastFinalBlock,
      lastDsFinalBlock: shown.lastDsFinalBlock,
      blockOrdinal: shown.blockOrdinal ?? 0,
      prevHeight: shown.prevHeight ?? 0,
      epochSyncDataHash: shown.epochSyncDataHash,
      approvals: shown.approvals,
      latestProtocolVersion: shown.latestProtocolVersion,
      chunkEndorsements: shown.chunkEndorsements ?? [],
      shardSplit: shown.shardSplit,
    },
  };
}

function legacyFields(version: Version, shown: BlockHeaderView): Pick<BlockHeader, 'legacy'> {
  if (version === 6) return {};
  // Challenges were never enabled.
  const legacy = { challengesRoot: shown.challengesRoot, challengesResult: [] };
  return {
    legacy: version === 1 ? { ...legacy, chunksIncluded: shown.chunksIncluded } : legacy,
  };
}

/** Fields that are not hashed must repeat the hashed ones. */
function requireSame(header: BlockHeader, shown: BlockHeaderView): BlockHeader {
  const again = blockHeaderToView(header, shown.hash);
  if (isSameValue(again, shown)) return header;
  if (BlockHeaderView.json(again) === BlockHeaderView.json(shown)) return header;
  throw refuse(shown, 'its header shows something that its hash does not cover');
}

function refuse({ height }: BlockHeaderView, reason: string): BlockRefused {
  return new BlockRefused('header hash', { height }, reason);
}
