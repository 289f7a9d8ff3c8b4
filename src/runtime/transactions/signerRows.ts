// The rows of the state that a transaction depends on and changes: its signer's account and key,
// and for a gas key the nonce that it names.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { publicKeyToHandle } from '../../base/crypto/keys.ts';
import {
  readAccessKey,
  readGasKeyNonce,
  writeAccessKey,
  writeGasKeyNonce,
} from '../../state/accessKeys.ts';
import { readAccount, writeAccount } from '../../state/accounts.ts';
import type { StateReader, StateUpdate } from '../../state/stateUpdate.ts';
import type { AccessKey } from '../../types/accessKey.ts';
import type { Account } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { Transaction } from '../../types/transaction.ts';
import type { ChargedRows, SignerRows } from './verdict.ts';

/** Reads all rows, whatever is missing: reading them is part of the state proof. */
export function readSignerRows(state: StateReader, transaction: Transaction): SignerRows {
  return new SignerLedger(state).read(transaction);
}

/**
 * The signers' rows while the transactions of a chunk are charged one after the other. A row is
 * read and decoded once, however many transactions of its signer follow.
 */
export class SignerLedger {
  readonly #state: StateReader;
  readonly #accounts = new Map<AccountId, Account | null>();
  readonly #accessKeys = new Map<string, AccessKey | null>();
  readonly #gasKeyNonces = new Map<string, bigint | null>();
  /** A transaction is read and kept one after the other. */
  #named: { readonly transaction: Transaction; readonly key: string } | null = null;

  constructor(state: StateReader) {
    this.#state = state;
  }

  read(transaction: Transaction): SignerRows {
    const { signerId: accountId } = transaction;
    const state = this.#state;
    const key = this.#keyName(transaction);
    let account = this.#accounts.get(accountId);
    if (account === undefined) {
      account = readAccount(state, accountId);
      this.#accounts.set(accountId, account);
    }
    let accessKey = this.#accessKeys.get(key);
    if (accessKey === undefined) {
      accessKey = readAccessKey(state, accountId, publicKeyToHandle(transaction.publicKey));
      this.#accessKeys.set(key, accessKey);
    }
    return { account, accessKey, gasKeyNonce: this.#readGasKeyNonce(transaction, key) };
  }

  /** Replaces what the transaction has paid with. The state itself is left to the caller. */
  keep(transaction: Transaction, { account, accessKey, gasKeyNonce }: ChargedRows): void {
    const key = this.#keyName(transaction);
    this.#accounts.set(transaction.signerId, account);
    if (accessKey !== null) this.#accessKeys.set(key, accessKey);
    if (gasKeyNonce !== null) this.#gasKeyNonces.set(nonceName(transaction, key), gasKeyNonce);
  }

  #readGasKeyNonce(transaction: Transaction, key: string): bigint | null {
    const { signerId: accountId, publicKey, nonce } = transaction;
    if (nonce.kind === 'Nonce') return null;
    const name = nonceName(transaction, key);
    const kept = this.#gasKeyNonces.get(name);
    if (kept !== undefined) return kept;
    const row = { accountId, publicKey: publicKeyToHandle(publicKey) };
    const read = readGasKeyNonce(this.#state, { ...row, index: nonce.value.nonceIndex });
    this.#gasKeyNonces.set(name, read);
    return read;
  }

  #keyName(transaction: Transaction): string {
    if (this.#named?.transaction !== transaction) {
      this.#named = { transaction, key: keyName(transaction) };
    }
    return this.#named.key;
  }
}

/** No account id contains the character between the parts. */
function keyName({ signerId, publicKey }: Transaction): string {
  return `${signerId}|${publicKey.type}|${bytesKey(publicKey.data)}`;
}

function nonceName({ nonce }: Transaction, key: string): string {
  return nonce.kind === 'Nonce' ? key : `${key}|${nonce.value.nonceIndex}`;
}

/** Writes what a transaction takes, without committing it. */
export function writeSignerRows(
  state: StateUpdate,
  transaction: Transaction,
  rows: ChargedRows,
): void {
  const { signerId, publicKey, nonce } = transaction;
  const handle = publicKeyToHandle(publicKey);
  writeAccount(state, signerId, rows.account);
  if (rows.accessKey !== null) writeAccessKey(state, signerId, handle, rows.accessKey);
  if (nonce.kind === 'GasKeyNonce' && rows.gasKeyNonce !== null) {
    const row = { accountId: signerId, publicKey: handle, index: nonce.value.nonceIndex };
    writeGasKeyNonce(state, row, rows.gasKeyNonce);
  }
}
