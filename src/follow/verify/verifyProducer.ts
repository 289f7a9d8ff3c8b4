// Whether a block and its new chunks are signed by the validators that had to produce them.

import type { Hash } from '../../base/crypto/hash.ts';
import { type PublicKey, type Signature, verify } from '../../base/crypto/keys.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import { type BlockCheck, BlockRefused, type RefusedPlace } from '../blockRefused.ts';

interface SignedThing {
  readonly check: Extract<BlockCheck, 'producer' | 'chunk producer'>;
  readonly place: RefusedPlace;
  /** The claimed producer. */
  readonly author: AccountId;
  readonly hash: Hash;
  readonly signature: Signature;
}

/** `due` is the producer whose turn it was. */
export function verifyDueProducer(signed: SignedThing, due: ValidatorStake): void {
  const { check, place, author } = signed;
  if (author !== due.accountId) {
    throw new BlockRefused(
      check,
      place,
      `${author} made it, and it was the turn of ${due.accountId}`,
    );
  }
  verifySignature(signed, due.publicKey);
}

/** Any of the producers may have produced it: whose turn it was is unknown. */
export function verifyKnownProducer(
  signed: SignedThing,
  producers: readonly ValidatorStake[],
): void {
  const { check, place, author } = signed;
  const found = producers.find(({ accountId }) => accountId === author);
  if (found === undefined) {
    throw new BlockRefused(check, place, `${author} is not a producer of its epoch`);
  }
  verifySignature(signed, found.publicKey);
}

function verifySignature(
  { check, place, author, hash, signature }: SignedThing,
  publicKey: PublicKey,
): void {
  if (verify(publicKey, hash, signature)) return;
  throw new BlockRefused(check, place, `the signature is not that of ${author}`);
}
