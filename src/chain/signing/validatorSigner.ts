// A validator's key in use: signatures of blocks, chunks, approvals and endorsements, and the
// random value of a block. The messages are the protocol's.

import { bytesKey, concatBytes, u64Le } from '../../base/bytes/bytes.ts';
import { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import {
  createSigner,
  type PublicKey,
  type SecretKey,
  type Signature,
  secretToPublic,
} from '../../base/crypto/keys.ts';
import { proveVrf } from '../../base/crypto/vrf.ts';
import { encode } from '../../codec/codec.ts';
import { string } from '../../codec/primitives.ts';
import type { AccountId } from '../../types/accountId.ts';

export interface VrfProof {
  readonly value: Uint8Array;
  readonly proof: Uint8Array;
}

export interface ValidatorSigner {
  readonly accountId: AccountId;
  readonly publicKey: PublicKey;
  sign(message: Uint8Array): Signature;
  /** Proves the next random value from the last one. */
  proveVrf(input: Uint8Array): VrfProof;
}

/** What a proof takes in memory, with its key. */
const PROOF_BYTES = 512;

export function createValidatorSigner(
  accountId: AccountId,
  secret: SecretKey,
  caches = new Caches(),
): ValidatorSigner {
  const proofs = caches.create<VrfProof>('vrf_proofs');
  return {
    accountId,
    publicKey: secretToPublic(secret),
    sign: createSigner(secret),
    proveVrf: (input) => {
      const key = bytesKey(input);
      const known = proofs.get(key);
      if (known !== undefined) return known;
      const proof = proveVrf(secret, input);
      proofs.set(key, proof, PROOF_BYTES);
      return proof;
    },
  };
}

const ENDORSEMENT_TAG = 0;
const SKIP_TAG = 1;

/** An approval endorses the block before, or skips from its height when heights were left out. */
export function approvalMessage(
  prevHash: Hash,
  prevHeight: number,
  targetHeight: number,
): Uint8Array {
  const inner =
    targetHeight === prevHeight + 1
      ? concatBytes(Uint8Array.of(ENDORSEMENT_TAG), prevHash)
      : concatBytes(Uint8Array.of(SKIP_TAG), u64Le(prevHeight));
  return concatBytes(inner, u64Le(targetHeight));
}

const ENDORSEMENT_SUFFIX = encode(string, 'ChunkEndorsement');

export function endorsementMessage(chunk: Hash): Uint8Array {
  return concatBytes(chunk, ENDORSEMENT_SUFFIX);
}
