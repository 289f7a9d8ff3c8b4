// UseGlobalContract: the account runs globally deployed code, named by its hash or by the account
// that deployed it.

import { globalIdentifierBytes } from '../../params/chargedBytes.ts';
import { hasGlobalCode, removeContractCode } from '../../state/contractCode.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import { contractStorageUsage, subtractUsage } from '../../state/storageUsage.ts';
import type { Account, AccountContract } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { ActionOf } from '../../types/action.ts';
import type { ActionErrorKind } from '../../types/actionErrors.ts';
import type { GlobalContractIdentifier } from '../../types/globalContract.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  fail,
  succeed,
} from '../results/actionResult.ts';

export function applyUseGlobalContract(
  context: ActionContext,
  action: ActionOf<'UseGlobalContract'>,
): ActionResult {
  const { accountId, state } = context;
  const identifier = action.contractIdentifier;
  const fault = findGlobalContractFault(state, identifier);
  if (fault !== null) return fail(context, fault);
  const account = useGlobalContract(state, accountId, existingAccount(context), identifier);
  return succeed(context, { account });
}

/** Code is usable once its distribution has reached this shard. */
export function findGlobalContractFault(
  state: StateUpdate,
  identifier: GlobalContractIdentifier,
): ActionErrorKind | null {
  if (hasGlobalCode(state, identifier)) return null;
  return { kind: 'GlobalContractDoesNotExist', value: { identifier } };
}

/** The account with the global contract in place of what it ran before. */
export function useGlobalContract(
  state: StateUpdate,
  accountId: AccountId,
  account: Account,
  identifier: GlobalContractIdentifier,
): Account {
  const freed = contractStorageUsage(state, accountId, account.contract);
  const added = globalIdentifierBytes(identifier);
  if (account.contract.kind === 'Local') removeContractCode(state, accountId);
  return {
    ...account,
    version: 'V2',
    storageUsage: subtractUsage(account.storageUsage, freed) + added,
    contract: identifierToContract(identifier),
  };
}

function identifierToContract(identifier: GlobalContractIdentifier): AccountContract {
  return identifier.kind === 'CodeHash'
    ? { kind: 'Global', value: identifier.value }
    : { kind: 'GlobalByAccount', value: identifier.value };
}
