// The rows of the state that a transaction depends on and changes: its signer's account and key,
// and for a gas key the nonce that it names.

import { publicKeyToHandle } from '../../base/crypto/keys.ts';
import {
  readAccessKey,
  readGasKeyNonce,
  writeAccessKey,
  writeGasKeyNonce,
} from '../../state/accessKeys.ts';
import { readAccount, writeAccount } from '../../state/accounts.ts';
import type { StateReader, StateUpdate } from '../../state/stateUpdate.ts';
import type { Transaction } from '../../types/transaction.ts';
import type { ChargedRows, SignerRows } from './verdict.ts';

/** Reads all rows, whatever is missing: reading them is part of the state proof. */
export function readSignerRows(state: StateReader, transaction: Transaction): SignerRows {
  const { signerId, publicKey, nonce } = transaction;
  const handle = publicKeyToHandle(publicKey);
  const row = { accountId: signerId, publicKey: handle };
  return {
    account: readAccount(state, signerId),
    accessKey: readAccessKey(state, signerId, handle),
    gasKeyNonce:
      nonce.kind === 'Nonce'
        ? null
        : readGasKeyNonce(state, { ...row, index: nonce.value.nonceIndex }),
  };
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
