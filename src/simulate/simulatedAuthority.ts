// Signs simulated blocks in the name of every validator. Nothing verifies these signatures: they
// are zeros. The random value of a block is given, or derived from that of the block before.

import { concatBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../base/crypto/hash.ts';
import { NO_SIGNATURE } from '../chain/controls/impersonation.ts';
import type { Authority } from '../chain/signing/authority.ts';
import { blockBodyHash } from '../types/block.ts';

const VRF_PROOF_BYTES = 64;
const RANDOM_DOMAIN = utf8ToBytes('simulated block');

/** `nextRandomValue` is asked once for each block; null for one that is derived. */
export function createSimulatedAuthority(nextRandomValue: () => Hash | null): Authority {
  return {
    canSign: () => true,
    signChunk: () => NO_SIGNATURE,
    endorseChunk: (validators) => validators.map(() => NO_SIGNATURE),
    approve: () => null,
    proveRandomness: (_, prevRandomValue) => ({
      value: sha256(concatBytes(RANDOM_DOMAIN, prevRandomValue)),
      proof: new Uint8Array(VRF_PROOF_BYTES),
    }),
    sealBody: (body) => ({
      blockBodyHash: blockBodyHash(body),
      randomValue: nextRandomValue() ?? sha256(body.vrfValue),
    }),
    signBlock: () => NO_SIGNATURE,
  };
}
