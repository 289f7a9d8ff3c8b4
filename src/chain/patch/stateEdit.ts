// State changes that a developer requests by their meaning: unlike records, they keep the storage
// usage of an account in step, and they can remove rows.

import { sha256 } from '../../base/crypto/hash.ts';
import type { PublicKeyHandle } from '../../base/crypto/keys.ts';
import { dataRowBytes } from '../../params/chargedBytes.ts';
import type { Storage } from '../../params/tables/economics.ts';
import {
  readAccessKey,
  removeAccessKey,
  removeGasKeyNonce,
  writeAccessKey,
  writeGasKeyNonce,
} from '../../state/accessKeys.ts';
import { removeAccountRows } from '../../state/accountRemoval.ts';
import { readAccount, writeAccount } from '../../state/accounts.ts';
import { removeContractCode, writeContractCode } from '../../state/contractCode.ts';
import {
  readContractData,
  removeContractData,
  writeContractData,
} from '../../state/contractData.ts';
import { stateRecordError } from '../../state/stateRecords.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import {
  accessKeyStorageUsage,
  contractStorageUsage,
  subtractUsage,
} from '../../state/storageUsage.ts';
import { type AccessKey, gasKeyInfo } from '../../types/accessKey.ts';
import { type Account, type AccountContract, initialize } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';

type Edit<Kind extends string, Value> = {
  readonly kind: Kind;
  readonly value: { readonly accountId: AccountId } & Value;
};

/** Null removes the named row. */
export type StateEdit =
  /** Creates the account if it does not exist. */
  | Edit<'SetBalance', { readonly amount: bigint }>
  | Edit<'SetCode', { readonly code: Uint8Array | null }>
  | Edit<'SetData', { readonly dataKey: Uint8Array; readonly value: Uint8Array | null }>
  | Edit<
      'SetAccessKey',
      { readonly publicKey: PublicKeyHandle; readonly accessKey: AccessKey | null }
    >
  /** Deletes it with all its keys, code and data. */
  | Edit<'DeleteAccount', unknown>;

type ValueOf<Kind extends StateEdit['kind']> = Extract<StateEdit, { kind: Kind }>['value'];

/** Throws a PerigeeError with code `state_record` for an edit that does not fit the state. */
export function applyStateEdit(state: StateUpdate, storage: Storage, edit: StateEdit): void {
  switch (edit.kind) {
    case 'SetBalance':
      setBalance(state, storage, edit.value);
      break;
    case 'SetCode':
      setCode(state, edit.value);
      break;
    case 'SetData':
      setData(state, storage, edit.value);
      break;
    case 'SetAccessKey':
      setAccessKey(state, storage, edit.value);
      break;
    case 'DeleteAccount':
      existingAccount(state, edit.value.accountId);
      removeAccountRows(state, edit.value.accountId);
  }
}

/** A universal account that waits for its state init is initialized by what is set. */
function existingAccount(state: StateUpdate, id: AccountId): Account {
  const account = readAccount(state, id);
  if (account === null) throw stateRecordError(`there is no account ${id}`);
  return initialize(account);
}

/** Writes an account whose storage usage has changed. */
function writeUsage(
  state: StateUpdate,
  id: AccountId,
  account: Account,
  { freed, taken }: { readonly freed: number; readonly taken: number },
): void {
  const storageUsage = subtractUsage(account.storageUsage, freed) + taken;
  writeAccount(state, id, { ...account, storageUsage });
}

function setBalance(
  state: StateUpdate,
  storage: Storage,
  { accountId, amount }: ValueOf<'SetBalance'>,
): void {
  const account = readAccount(state, accountId) ?? {
    locked: 0n,
    storageUsage: storage.numBytesAccount,
    contract: { kind: 'None' },
    version: 'V1',
  };
  writeAccount(state, accountId, { ...account, amount });
}

function setCode(state: StateUpdate, { accountId, code }: ValueOf<'SetCode'>): void {
  const account = existingAccount(state, accountId);
  const freed = contractStorageUsage(state, accountId, account.contract);
  if (code === null) removeContractCode(state, accountId);
  else writeContractCode(state, accountId, code);
  const contract: AccountContract =
    code === null ? { kind: 'None' } : { kind: 'Local', value: sha256(code) };
  writeUsage(state, accountId, { ...account, contract }, { freed, taken: code?.length ?? 0 });
}

function setData(
  state: StateUpdate,
  storage: Storage,
  { accountId, dataKey, value }: ValueOf<'SetData'>,
): void {
  const account = existingAccount(state, accountId);
  const usageOf = (data: Uint8Array | null) =>
    data === null ? 0 : dataRowBytes(storage, dataKey, data);
  const freed = usageOf(readContractData(state, accountId, dataKey));
  if (value === null) removeContractData(state, accountId, dataKey);
  else writeContractData(state, accountId, dataKey, value);
  writeUsage(state, accountId, account, { freed, taken: usageOf(value) });
}

function setAccessKey(
  state: StateUpdate,
  storage: Storage,
  { accountId, publicKey, accessKey }: ValueOf<'SetAccessKey'>,
): void {
  const account = existingAccount(state, accountId);
  const usageOf = (key: AccessKey | null) =>
    key === null ? 0 : accessKeyStorageUsage(storage, publicKey, key);
  const former = readAccessKey(state, accountId, publicKey);
  for (let index = 0; index < nonceCount(former); index++) {
    removeGasKeyNonce(state, { accountId, publicKey, index });
  }
  if (accessKey === null) removeAccessKey(state, accountId, publicKey);
  else writeAccessKey(state, accountId, publicKey, accessKey);
  for (let index = 0; index < nonceCount(accessKey); index++) {
    writeGasKeyNonce(state, { accountId, publicKey, index }, accessKey?.nonce ?? 0n);
  }
  writeUsage(state, accountId, account, { freed: usageOf(former), taken: usageOf(accessKey) });
}

function nonceCount(key: AccessKey | null): number {
  return key === null ? 0 : (gasKeyInfo(key.permission)?.numNonces ?? 0);
}
