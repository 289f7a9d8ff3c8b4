// Accounts as RPC answers show them.

import type { TypeOf } from '../../codec/codec.ts';
import { option, u64Number } from '../../codec/primitives.ts';
import { defaulted, omitNull, struct } from '../../codec/struct.ts';
import {
  type Account,
  type AccountContract,
  accountState,
  contractFromCodeHash,
  createUninitialized,
  localCodeHash,
} from '../account.ts';
import { accountId } from '../accountId.ts';
import { balance, hash, nonce } from '../primitives.ts';

export const accountViewFields = {
  amount: balance,
  locked: balance,
  codeHash: hash,
  storageUsage: u64Number,
  /** Deprecated, always zero. */
  storagePaidAt: defaulted(u64Number, 0),
  globalContractHash: omitNull(option(hash)),
  globalContractAccountId: omitNull(option(accountId)),
  state: accountState,
  bootstrapNonce: omitNull(option(nonce)),
} as const;

export const AccountView = struct(accountViewFields);
export type AccountView = TypeOf<typeof AccountView>;

export function accountToView(account: Account): AccountView {
  const { amount, locked, storageUsage, contract, bootstrapNonce = null } = account;
  return {
    amount,
    locked,
    codeHash: localCodeHash(contract),
    storageUsage,
    storagePaidAt: 0,
    state: bootstrapNonce === null ? 'initialized' : 'uninitialized',
    bootstrapNonce,
    globalContractHash: contract.kind === 'Global' ? contract.value : null,
    globalContractAccountId: contract.kind === 'GlobalByAccount' ? contract.value : null,
  };
}

/**
 * An account is shown without its layout. It has the older one unless it has, or had, a global
 * contract; whether it had one can only be seen from the stored bytes.
 */
export function accountFromView(shown: AccountView): Account {
  const { amount, locked, storageUsage, bootstrapNonce } = shown;
  if (bootstrapNonce !== null) return createUninitialized({ amount, storageUsage, bootstrapNonce });
  const contract = contractFromView(shown);
  const isGlobal = contract.kind === 'Global' || contract.kind === 'GlobalByAccount';
  return { amount, locked, storageUsage, contract, version: isGlobal ? 'V2' : 'V1' };
}

function contractFromView(shown: AccountView): AccountContract {
  const { codeHash, globalContractHash, globalContractAccountId } = shown;
  if (globalContractHash !== null) return { kind: 'Global', value: globalContractHash };
  if (globalContractAccountId !== null) {
    return { kind: 'GlobalByAccount', value: globalContractAccountId };
  }
  return contractFromCodeHash(codeHash);
}
