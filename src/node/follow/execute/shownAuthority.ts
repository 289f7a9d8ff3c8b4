// The signatures of a followed block, which the follower has verified. The source does not show VRF
// proofs and endorsements, so the hash of the body is taken from the header.

import type { Signature } from '../../../base/crypto/keys.ts';
import type { Authority } from '../../../chain/signing/authority.ts';
import type { VerifiedBlock } from '../../../follow/verify/verifiedBlock.ts';
import type { ChunkHeader } from '../../../types/chunk.ts';

const UNKNOWN_SIGNATURE: Signature = { type: 'ed25519', data: new Uint8Array(64) };
const UNKNOWN_PROOF = { value: new Uint8Array(32), proof: new Uint8Array(64) };

export function createShownAuthority({
  header,
  chunks,
}: Pick<VerifiedBlock, 'header' | 'chunks'>): Authority {
  const { approvals, chunkEndorsements, blockBodyHash, randomValue } = header.rest;
  return {
    canSign: () => true,
    signChunk: (_producer, _hash, shardIndex) => (chunks[shardIndex] as ChunkHeader).signature,
    endorseChunk: (validators, _hash, shardIndex) => {
      const bitmap = chunkEndorsements[shardIndex] ?? new Uint8Array();
      return validators.map((_, i) => (isSet(bitmap, i) ? UNKNOWN_SIGNATURE : null));
    },
    approve: (_approver, _message, place) => approvals[place] ?? null,
    proveRandomness: () => UNKNOWN_PROOF,
    sealBody: () => ({ blockBodyHash, randomValue }),
    signBlock: () => header.signature,
  };
}

function isSet(bitmap: Uint8Array, bit: number): boolean {
  return (((bitmap[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
}
