// A chunk header rebuilt from its view. The view omits the version; the hash shows which of the
// possible versions it has.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { isSameValue } from '../../codec/isSameValue.ts';
import { type ChunkHeader, type ChunkHeaderInner, chunkHash } from '../../types/chunk.ts';
import { NO_BANDWIDTH_REQUESTS, NO_CONGESTION } from '../../types/congestion.ts';
import { ChunkHeaderView, chunkHeaderToView } from '../../types/views/chunkView.ts';
import { BlockRefused } from '../blockRefused.ts';

/** The version of a header and that of its inner part. */
type Versions = readonly [ChunkHeader['version'], ChunkHeaderInner['kind']];

const OLD: readonly Versions[] = [
  [3, 'V2'],
  [3, 'V1'],
  [2, 'V1'],
  [1, 'V1'],
];

export function chunkHeaderFromView(shown: ChunkHeaderView, blockHeight: number): ChunkHeader {
  for (const [version, kind] of possibleVersions(shown)) {
    const inner = innerOf(shown, kind);
    if (!equalBytes(chunkHash({ version, inner }), shown.chunkHash)) continue;
    const { heightIncluded, signature } = shown;
    return requireSame({ version, inner, heightIncluded, signature }, shown, blockHeight);
  }
  throw refuse(shown, blockHeight, 'the hash of its chunk is another one than its fields give');
}

function possibleVersions(shown: ChunkHeaderView): readonly Versions[] {
  if (shown.hasSplitField) return [[3, 'V5']];
  if (shown.bandwidthRequests !== null) return [[3, 'V4']];
  // Nodes show headers from before congestion control as if nothing were congested.
  return shown.congestionInfo === null ? OLD : [[3, 'V3'], ...OLD];
}

function innerOf(shown: ChunkHeaderView, kind: ChunkHeaderInner['kind']): ChunkHeaderInner {
  const value = {
    prevBlockHash: shown.prevBlockHash,
    prevStateRoot: shown.prevStateRoot,
    prevOutcomeRoot: shown.outcomeRoot,
    encodedMerkleRoot: shown.encodedMerkleRoot,
    encodedLength: shown.encodedLength,
    heightCreated: shown.heightCreated,
    shardId: shown.shardId,
    prevGasUsed: shown.gasUsed,
    gasLimit: shown.gasLimit,
    prevBalanceBurnt: shown.balanceBurnt,
    prevOutgoingReceiptsRoot: shown.outgoingReceiptsRoot,
    txRoot: shown.txRoot,
    prevValidatorProposals: shown.validatorProposals,
  };
  if (kind === 'V1' || kind === 'V2') return { kind, value };
  const congested = { ...value, congestionInfo: shown.congestionInfo ?? NO_CONGESTION };
  if (kind === 'V3') return { kind, value: congested };
  const bandwidthRequests = shown.bandwidthRequests ?? NO_BANDWIDTH_REQUESTS;
  if (kind === 'V4') return { kind, value: { ...congested, bandwidthRequests } };
  const { proposedSplit } = shown;
  return { kind, value: { ...congested, bandwidthRequests, proposedSplit } };
}

/** Fields that are not hashed carry no information of their own. */
function requireSame(
  header: ChunkHeader,
  shown: ChunkHeaderView,
  blockHeight: number,
): ChunkHeader {
  const congestionInfo = shown.congestionInfo ?? NO_CONGESTION;
  const given = { ...shown, congestionInfo };
  const again = chunkHeaderToView(header);
  if (isSameValue(again, given)) return header;
  if (ChunkHeaderView.json(again) === ChunkHeaderView.json(given)) return header;
  throw refuse(shown, blockHeight, 'its chunk header shows something that its hash does not cover');
}

function refuse({ shardId }: ChunkHeaderView, height: number, reason: string): BlockRefused {
  return new BlockRefused('chunk hash', { height, shardId }, reason);
}
