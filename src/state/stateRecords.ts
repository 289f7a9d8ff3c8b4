// Records of the state as a genesis file spells them, written as they are.

import { equalBytes } from '../base/bytes/bytes.ts';
import { sha256 } from '../base/crypto/hash.ts';
import { PerigeeError } from '../base/errors.ts';
import { isInitialized, localCodeHash } from '../types/account.ts';
import type { AccountId } from '../types/accountId.ts';
import type { StateRecord } from '../types/genesis.ts';
import { writeAccessKey, writeGasKeyNonce } from './accessKeys.ts';
import { readAccount, writeAccount } from './accounts.ts';
import { writeContractCode } from './contractCode.ts';
import { writeContractData } from './contractData.ts';
import { writeReceivedData } from './postponedReceipts.ts';
import type { StateUpdate } from './stateUpdate.ts';

type StateRecordErrorInfo = { readonly code: 'state_record' };

export function stateRecordError(message: string): PerigeeError<StateRecordErrorInfo> {
  return new PerigeeError({ code: 'state_record' }, message);
}

/**
 * Throws a PerigeeError of code `state_record` for code that its account does not name, and for
 * rows of an account that its state init has not given any yet.
 */
export function writeStateRecord(state: StateUpdate, record: StateRecord): void {
  const { accountId } = record.value;
  if (record.kind !== 'Account' && record.kind !== 'ReceivedData') {
    verifyInitialized(state, accountId);
  }
  switch (record.kind) {
    case 'Account':
      writeAccount(state, accountId, record.value.account);
      break;
    case 'Data':
      writeContractData(state, accountId, record.value.dataKey, record.value.value);
      break;
    case 'Contract':
      writeCode(state, accountId, record.value.code);
      break;
    case 'AccessKey':
      writeAccessKey(state, accountId, record.value.publicKey, record.value.accessKey);
      break;
    case 'ReceivedData':
      writeReceivedData(state, accountId, record.value.dataId, record.value.data);
      break;
    case 'GasKeyNonce':
      writeGasKeyNonce(state, record.value, record.value.nonce);
      break;
  }
}

function verifyInitialized(state: StateUpdate, id: AccountId): void {
  const account = readAccount(state, id);
  if (account === null || isInitialized(account)) return;
  throw stateRecordError(`${id} is uninitialized and cannot have keys, code or data`);
}

/** An account's record, earlier among the records or in the state, must name the code. */
function writeCode(state: StateUpdate, id: AccountId, code: Uint8Array): void {
  const account = readAccount(state, id);
  if (account === null) throw stateRecordError(`code for ${id}, which is not an account`);
  if (!equalBytes(localCodeHash(account.contract), sha256(code))) {
    throw stateRecordError(`code for ${id} does not have the hash that the account names`);
  }
  writeContractCode(state, id, code);
}
