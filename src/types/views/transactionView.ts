// Signed transactions as RPC answers show them. The base block's hash is not shown.

import { HASH_ZERO } from '../../base/crypto/hash.ts';
import { deprecated, described, type TypeOf } from '../../codec/codec.ts';
import { option, u16, u64Number, vec } from '../../codec/primitives.ts';
import { defaulted, omitNull, struct } from '../../codec/struct.ts';
import { accountId } from '../accountId.ts';
import { hash, nonce, publicKey, signature } from '../primitives.ts';
import { type HashedTransaction, NonceMode } from '../transaction.ts';
import { ActionView, actionFromView, actionToView, type CodeByHash } from './actionView.ts';

export const SignedTransactionView = struct('SignedTransactionView', {
  signerId: described(accountId, 'The account that signed the transaction.'),
  publicKey: described(publicKey, 'The key that the transaction was signed with.'),
  nonce,
  nonceIndex: described(
    omitNull(option(u16)),
    'Which nonce of a gas key was used; only for transactions with a gas key.',
  ),
  receiverId: accountId,
  actions: vec(ActionView),
  nonceMode: described(omitNull(option(NonceMode)), 'Left out if it is `monotonic`.'),
  signature,
  hash: described(hash, 'The hash of the transaction.'),
  priorityFee: deprecated(defaulted(u64Number, 0), 'Always 0, kept for backward compatibility.'),
});
export type SignedTransactionView = TypeOf<typeof SignedTransactionView>;

export function transactionToView(signed: HashedTransaction): SignedTransactionView {
  const { transaction } = signed;
  const { nonce: txNonce, nonceMode } = transaction;
  return {
    signerId: transaction.signerId,
    publicKey: transaction.publicKey,
    nonce: txNonce.value.nonce,
    nonceIndex: txNonce.kind === 'GasKeyNonce' ? txNonce.value.nonceIndex : null,
    receiverId: transaction.receiverId,
    actions: transaction.actions.map(actionToView),
    nonceMode: nonceMode === 'Strict' ? nonceMode : null,
    signature: signed.signature,
    hash: signed.hash,
    priorityFee: 0,
  };
}

/**
 * A transaction as far as it is shown: the block that it builds on is missing, so it has no bytes,
 * and its hash is what the view says.
 */
export function transactionFromView(
  shown: SignedTransactionView,
  codeByHash: CodeByHash,
): HashedTransaction {
  const { signerId, publicKey: key, nonce: value, nonceIndex, receiverId, nonceMode } = shown;
  const isPlain = nonceIndex === null;
  return {
    transaction: {
      version: isPlain && nonceMode === null ? 0 : 1,
      signerId,
      publicKey: key,
      nonce: isPlain
        ? { kind: 'Nonce', value: { nonce: value } }
        : { kind: 'GasKeyNonce', value: { nonce: value, nonceIndex } },
      receiverId,
      blockHash: HASH_ZERO,
      actions: shown.actions.map((action) => actionFromView(action, codeByHash)),
      nonceMode: nonceMode ?? 'Monotonic',
    },
    signature: shown.signature,
    hash: shown.hash,
    bytes: new Uint8Array(0),
  };
}
