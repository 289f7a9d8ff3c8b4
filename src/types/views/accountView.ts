// Accounts as RPC answers show them.

import type { TypeOf } from '../../codec/codec.ts';
import { option, u64Number } from '../../codec/primitives.ts';
import { defaulted, omitNull, view } from '../../codec/struct.ts';
import {
  type Account,
  type AccountContract,
  contractFromCodeHash,
  localCodeHash,
} from '../account.ts';
import { accountId } from '../accountId.ts';
import { balance, hash } from '../primitives.ts';

export const accountViewFields = {
  amount: balance,
  locked: balance,
  codeHash: hash,
  storageUsage: u64Number,
  /** Deprecated, always zero. */
  storagePaidAt: defaulted(u64Number, 0),
  globalContractHash: omitNull(option(hash)),
  globalContractAccountId: omitNull(option(accountId)),
} as const;

export const AccountView = view(accountViewFields);
export type AccountView = TypeOf<typeof AccountView>;

export function accountToView({ amount, locked, storageUsage, contract }: Account): AccountView {
  return {
    amount,
    locked,
    codeHash: localCodeHash(contract),
    storageUsage,
    storagePaidAt: 0,
    globalContractHash: contract.kind === 'Global' ? contract.value : null,
    globalContractAccountId: contract.kind === 'GlobalByAccount' ? contract.value : null,
  };
}

/**
 * An account is shown without its layout. It has the older one unless it has, or had, a global
 * contract; whether it had one can only be seen from the stored bytes.
 */
export function accountFromView(shown: AccountView): Account {
  const { amount, locked, storageUsage } = shown;
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
