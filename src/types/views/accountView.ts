// Accounts as RPC answers show them.

import { deprecated, described, type TypeOf } from '../../codec/codec.ts';
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
  amount: described(balance, 'The balance that is not locked.'),
  locked: described(balance, 'The balance locked for staking.'),
  codeHash: described(hash, "The hash of the account's own code; 32 zero bytes without any."),
  storageUsage: described(u64Number, 'Bytes that the account stores, its own record included.'),
  storagePaidAt: deprecated(defaulted(u64Number, 0), 'Always 0, kept for backward compatibility.'),
  globalContractHash: described(
    omitNull(option(hash)),
    'The hash of the global contract that the account uses, if it is named by its hash.',
  ),
  globalContractAccountId: described(
    omitNull(option(accountId)),
    'The account whose global contract the account uses, if it is named by its deployer.',
  ),
  state: accountState,
  bootstrapNonce: described(
    omitNull(option(nonce)),
    'The nonce of an account that is not initialized yet; only such an account has one.',
  ),
} as const;

export const AccountView = struct('AccountView', accountViewFields);
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
