// Who signs. Building a block asks for signatures at fixed points; a local chain answers with the
// keys of its validators, a replayed one with what was recorded.

import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import type { Signature } from '../../base/crypto/keys.ts';
import type { AccountId } from '../../types/accountId.ts';
import { type BlockBody, blockBodyHash } from '../../types/block.ts';
import { endorsementMessage, type ValidatorSigner, type VrfProof } from './validatorSigner.ts';

export interface Authority {
  /** Whether this producer can sign; only what can be signed is built. */
  canSign(producer: AccountId): boolean;
  signChunk(producer: AccountId, chunkHash: Hash, shardIndex: number): Signature;
  /** One endorsement for each sampled validator, in their order; null where there is none. */
  endorseChunk(
    validators: readonly AccountId[],
    chunkHash: Hash,
    shardIndex: number,
  ): readonly (Signature | null)[];
  /** Null where the approver is silent; `place` is its index in the header. */
  approve(approver: AccountId, message: Uint8Array, place: number): Signature | null;
  proveRandomness(producer: AccountId, prevRandomValue: Hash): VrfProof;
  /** What the header says about the finished body. */
  sealBody(body: BlockBody): BodySeal;
  signBlock(producer: AccountId, blockHash: Hash): Signature;
}

interface BodySeal {
  readonly blockBodyHash: Hash;
  readonly randomValue: Hash;
}

function sealBody(body: BlockBody): BodySeal {
  return { blockBodyHash: blockBodyHash(body), randomValue: sha256(body.vrfValue) };
}

/** All validators of a chain in one hand; an approver or endorser without a key here is silent. */
export function createLocalAuthority(signers: readonly ValidatorSigner[]): Authority {
  const byAccount = new Map(signers.map((signer) => [signer.accountId, signer]));
  const signerOf = (account: AccountId): ValidatorSigner => {
    const signer = byAccount.get(account);
    if (signer === undefined) throw new MissingSigner(account);
    return signer;
  };
  return {
    canSign: (producer) => byAccount.has(producer),
    signChunk: (producer, hash) => signerOf(producer).sign(hash),
    endorseChunk: (validators, hash) => {
      const message = endorsementMessage(hash);
      return validators.map((account) => byAccount.get(account)?.sign(message) ?? null);
    },
    approve: (approver, message) => byAccount.get(approver)?.sign(message) ?? null,
    proveRandomness: (producer, input) => signerOf(producer).proveVrf(input),
    sealBody,
    signBlock: (producer, hash) => signerOf(producer).sign(hash),
  };
}

/** The same signers, but without approvals. */
export function withoutApprovals(authority: Authority): Authority {
  return { ...authority, approve: () => null };
}

/** The protocol chose a producer whose key is not here: no block can be made at this height. */
class MissingSigner extends Error {
  readonly account: AccountId;

  constructor(account: AccountId) {
    super(`the key of ${account} is not here`);
    this.account = account;
  }
}
