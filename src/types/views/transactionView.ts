// Signed transactions as RPC answers show them. The base block's hash is not shown.

import { viewBytes } from '../../base/bytes/bytes.ts';
import { HASH_LENGTH, HASH_ZERO, type Hash, sha256 } from '../../base/crypto/hash.ts';
import { BorshReader } from '../../codec/borsh.ts';
import { deprecated, described, type TypeOf } from '../../codec/codec.ts';
import { option, u16, u64Number, vec } from '../../codec/primitives.ts';
import { showList, showOf } from '../../codec/show.ts';
import { defaulted, omitNull, struct } from '../../codec/struct.ts';
import { accountId } from '../accountId.ts';
import { hash, nonce, publicKey, signature } from '../primitives.ts';
import {
  type HashedTransaction,
  hashTransaction,
  isPlain,
  NonceMode,
  SignedTransaction,
} from '../transaction.ts';
import {
  ActionView,
  actionFromView,
  actionToView,
  type CodeByHash,
  showActions,
} from './actionView.ts';

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

const showAccount = showOf(accountId);
const showKey = showOf(publicKey);
const showNonce = showOf(nonce);
const showSignature = showOf(signature);

/** What `transactionToView` shows, from the bytes if they are of version 0. */
export function showTransaction(signed: HashedTransaction): string {
  const { bytes } = signed;
  if (bytes.length === 0 || !isPlain(bytes)) {
    return SignedTransactionView.json(transactionToView(signed));
  }
  return showPlain(new BorshReader(bytes), signed.hash);
}

/** The same of a list in which they are encoded. */
export function showTransactions(reader: BorshReader): string {
  return showList(reader, showEncoded);
}

function showEncoded(reader: BorshReader): string {
  if (isPlain(reader.input, reader.offset)) return showPlain(reader, null);
  const signed = hashTransaction(SignedTransaction.read(reader));
  return SignedTransactionView.json(transactionToView(signed));
}

/** Of version 0, and with the hash of these bytes if it is not known. */
function showPlain(reader: BorshReader, known: Hash | null): string {
  const start = reader.offset;
  const signerId = showAccount(reader);
  const key = showKey(reader);
  const txNonce = showNonce(reader);
  const receiverId = showAccount(reader);
  reader.skip(HASH_LENGTH);
  const actions = showActions(reader);
  const id = known ?? sha256(viewBytes(reader.input, start, reader.offset));
  return (
    `{"actions":${actions},"hash":${hash.json(id)},"nonce":${txNonce},` +
    `"priority_fee":0,"public_key":${key},"receiver_id":${receiverId},` +
    `"signature":${showSignature(reader)},"signer_id":${signerId}}`
  );
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
