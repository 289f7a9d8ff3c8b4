// The transaction with which a universal account initializes itself. The account's id commits to
// its keys, so the state init authorizes a signer that the state does not know yet.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { publicKeyToHandle } from '../../base/crypto/keys.ts';
import type { Transaction } from '../../types/transaction.ts';
import { decodeStateInit, universalAccountId } from '../../types/universalStateInit.ts';

/**
 * Whether the transaction has this shape; whether it is valid depends on the account. Delegated
 * actions do not count: they become a receipt of their own.
 */
export function isBootstrapShaped(transaction: Transaction): boolean {
  const { signerId, receiverId, publicKey, nonce, actions } = transaction;
  if (nonce.kind !== 'Nonce' || signerId !== receiverId) return false;
  const handle = publicKeyToHandle(publicKey);
  return actions.some((action) => {
    if (action.kind !== 'UniversalStateInit') return false;
    const { stateInit } = action.value;
    if (universalAccountId(stateInit) !== signerId) return false;
    const keys = decodeStateInit(stateInit)?.value.accessKeys ?? [];
    return keys.some(({ type, data }) => type === handle.type && equalBytes(data, handle.data));
  });
}
