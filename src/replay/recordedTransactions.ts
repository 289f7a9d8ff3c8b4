// The transactions of a recording as bytes. Most are recorded as they were sent. The others are
// rebuilt from their chunk; no view shows their base block, which is found by trying hashes.

import { base64ToBytes, bytesKey, equalBytes } from '../base/bytes/bytes.ts';
import { formatHash, type Hash, sha256 } from '../base/crypto/hash.ts';
import type { JsonValue } from '../base/json/exactJson.ts';
import { BorshError } from '../codec/borsh.ts';
import { decode } from '../codec/codec.ts';
import type { TransactionNonce } from '../types/action.ts';
import type { HashedTransaction } from '../types/transaction.ts';
import { hashTransaction, SignedTransaction, type Transaction } from '../types/transaction.ts';
import { actionFromView } from '../types/views/actionView.ts';
import { SignedTransactionView } from '../types/views/transactionView.ts';
import { packBytes, unpackBytes } from './packedBytes.ts';
import { RecordingError } from './recordingError.ts';

export class RecordedTransactions {
  /** By hash; signed transactions, packed. */
  readonly #sent = new Map<string, Uint8Array>();
  readonly #codes = new Map<string, Uint8Array>();

  addCode(code: Uint8Array): void {
    this.#codes.set(bytesKey(sha256(code)), code);
  }

  /** What was sent; some of it was never a transaction, and the node refused it. */
  addSent(signedBase64: string): void {
    const bytes = base64ToBytes(signedBase64);
    const signed = decodeTransaction(bytes);
    if (signed === null) return;
    this.#sent.set(formatHash(signed.hash), packBytes(bytes));
    for (const { kind, value } of signed.transaction.actions) {
      if (kind === 'DeployContract' || kind === 'DeployGlobalContract') this.addCode(value.code);
    }
  }

  /** The transaction that a chunk shows; `baseBlocks` are the hashes it may be based on. */
  find(shown: JsonValue, baseBlocks: () => Iterable<Hash>): HashedTransaction {
    const view = SignedTransactionView.parse(shown);
    const sent = this.#sent.get(formatHash(view.hash));
    if (sent === undefined) return this.#rebuild(view, baseBlocks());
    return hashTransaction(decode(SignedTransaction, unpackBytes(sent)));
  }

  #rebuild(view: SignedTransactionView, baseBlocks: Iterable<Hash>): HashedTransaction {
    const actions = view.actions.map((action) =>
      actionFromView(action, (hash) => this.#codes.get(bytesKey(hash)) ?? null),
    );
    const { signerId, publicKey, receiverId, signature } = view;
    const nonceMode = view.nonceMode ?? 'Monotonic';
    for (const blockHash of baseBlocks) {
      for (const version of [0, 1] as const) {
        const nonce = shownNonce(view);
        const transaction: Transaction = {
          version,
          signerId,
          publicKey,
          nonce,
          receiverId,
          blockHash,
          actions,
          nonceMode,
        };
        const hashed = hashTransaction({ transaction, signature });
        if (equalBytes(hashed.hash, view.hash)) return hashed;
      }
    }
    throw new RecordingError(
      `transaction ${formatHash(view.hash)} is not recorded in bytes and cannot be built again`,
    );
  }
}

function decodeTransaction(bytes: Uint8Array): HashedTransaction | null {
  try {
    return hashTransaction(decode(SignedTransaction, bytes));
  } catch (error) {
    if (error instanceof BorshError) return null;
    throw error;
  }
}

function shownNonce({ nonce, nonceIndex }: SignedTransactionView): TransactionNonce {
  return nonceIndex === null
    ? { kind: 'Nonce', value: { nonce } }
    : { kind: 'GasKeyNonce', value: { nonce, nonceIndex } };
}
