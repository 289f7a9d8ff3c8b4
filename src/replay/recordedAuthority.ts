// Signatures of a recorded block: created again if the key is available, and otherwise taken from
// the recording. Validators that did not sign then do not sign now.

import type { Signature } from '../base/crypto/keys.ts';
import type { Authority } from '../chain/signing/authority.ts';
import { createLocalAuthority } from '../chain/signing/authority.ts';
import type { ValidatorSigner } from '../chain/signing/validatorSigner.ts';
import type { BlockView } from '../types/views/blockView.ts';
import type { ChunkHeaderView } from '../types/views/chunkView.ts';

const UNKNOWN_SIGNATURE: Signature = { type: 'ed25519', data: new Uint8Array(64) };
const UNKNOWN_PROOF = { value: new Uint8Array(32), proof: new Uint8Array(64) };

export function createRecordedAuthority(
  signers: readonly ValidatorSigner[],
  recorded: BlockView,
): Authority {
  const local = createLocalAuthority(signers);
  const hasKey = new Set(signers.map((signer) => signer.accountId));
  const { header, chunks } = recorded;
  // The recording contains neither endorsements nor the VRF proof: without all keys the body cannot
  // be rebuilt, and its hash is taken as recorded.
  let isBodyWhole = true;
  const unknown = <T>(standIn: T): T => {
    isBodyWhole = false;
    return standIn;
  };
  return {
    canSign: () => true,
    signChunk: (producer, hash, shardIndex) =>
      hasKey.has(producer)
        ? local.signChunk(producer, hash, shardIndex)
        : (chunks[shardIndex] as ChunkHeaderView).signature,
    endorseChunk: (validators, hash, shardIndex) => {
      const signatures = local.endorseChunk(validators, hash, shardIndex);
      const bitmap = header.chunkEndorsements?.[shardIndex] ?? new Uint8Array();
      return signatures.map((signature, i) =>
        isSet(bitmap, i) ? (signature ?? unknown(UNKNOWN_SIGNATURE)) : null,
      );
    },
    approve: (approver, message, place) => {
      const given = header.approvals[place] ?? null;
      if (given === null) return null;
      return local.approve(approver, message, place) ?? given;
    },
    proveRandomness: (producer, input) =>
      hasKey.has(producer) ? local.proveRandomness(producer, input) : unknown(UNKNOWN_PROOF),
    sealBody: (body) => {
      const { blockBodyHash, randomValue } = header;
      return isBodyWhole || blockBodyHash === null
        ? local.sealBody(body)
        : { blockBodyHash, randomValue };
    },
    signBlock: (producer, hash) =>
      hasKey.has(producer) ? local.signBlock(producer, hash) : header.signature,
  };
}

function isSet(bitmap: Uint8Array, bit: number): boolean {
  return (((bitmap[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
}
