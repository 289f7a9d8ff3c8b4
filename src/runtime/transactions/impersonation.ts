// Transactions that a developer sends in the name of an account without having its key. Nobody
// signed them and no access key is looked at; in everything else they are transactions like any
// other. Which they are is known to this process only, by the object itself: no bytes from outside
// can claim it.

import { PUBLIC_KEY_LENGTHS, type PublicKey, SIGNATURE_LENGTHS } from '../../base/crypto/keys.ts';
import type { AccessKey } from '../../types/accessKey.ts';
import {
  type HashedTransaction,
  hashTransaction,
  type Transaction,
} from '../../types/transaction.ts';

const impersonated = new WeakSet<HashedTransaction>();

/**
 * Stands where a transaction must name a key. It is no point of the curve, so nobody can have it.
 */
export const NOBODYS_KEY: PublicKey = {
  type: 'ed25519',
  data: new Uint8Array(PUBLIC_KEY_LENGTHS.ed25519).fill(2, 0, 1),
};

export function impersonate(transaction: Transaction): HashedTransaction {
  const data = new Uint8Array(SIGNATURE_LENGTHS.ed25519);
  const signed = hashTransaction({ transaction, signature: { type: 'ed25519', data } });
  impersonated.add(signed);
  return signed;
}

export function isImpersonated(signed: HashedTransaction): boolean {
  return impersonated.has(signed);
}

/** The key that an impersonated transaction would need. */
export function fittingKey({ nonce }: Transaction): AccessKey {
  return { nonce: nonce.value.nonce - 1n, permission: { kind: 'FullAccess' } };
}
