// The roots by which a block header commits to its chunk headers. Chunks repeated from earlier
// blocks take part in every root.

import { concatBytes, u64Le } from '../../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { hashesRoot, merkleRoot } from '../../base/merkle/merkle.ts';
import { type ChunkHeader, chunkHash } from '../../types/chunk.ts';

export interface BlockRoots {
  readonly prevStateRoot: Hash;
  readonly prevOutcomeRoot: Hash;
  readonly prevChunkOutgoingReceiptsRoot: Hash;
  readonly chunkHeadersRoot: Hash;
  readonly chunkTxRoot: Hash;
}

export function blockRoots(chunks: readonly ChunkHeader[]): BlockRoots {
  const inners = chunks.map((chunk) => chunk.inner.value);
  return {
    prevStateRoot: hashesRoot(inners.map((inner) => inner.prevStateRoot)),
    prevOutcomeRoot: hashesRoot(inners.map((inner) => inner.prevOutcomeRoot)),
    prevChunkOutgoingReceiptsRoot: hashesRoot(
      inners.map((inner) => inner.prevOutgoingReceiptsRoot),
    ),
    chunkHeadersRoot: merkleRoot(chunks.map(chunkHeaderLeaf)),
    chunkTxRoot: hashesRoot(inners.map((inner) => inner.txRoot)),
  };
}

function chunkHeaderLeaf(chunk: ChunkHeader): Hash {
  return sha256(concatBytes(chunkHash(chunk), u64Le(chunk.heightIncluded)));
}
