// Whether an action may run at all: its account must exist or must not, and some actions are for
// the account's owner only.

import { isImplicit, SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import type { Action } from '../../types/action.ts';
import type { ActionErrorKind } from '../../types/actionErrors.ts';
import type { ActionContext } from '../receipts/actionResult.ts';

/** Why the action must not run, or null. */
export function findRefusal(context: ActionContext, action: Action): ActionErrorKind | null {
  return findExistenceFault(context, action) ?? findPermissionFault(context, action);
}

function findExistenceFault(context: ActionContext, action: Action): ActionErrorKind | null {
  const { account, accountId } = context;
  switch (action.kind) {
    case 'CreateAccount':
      if (account !== null) return { kind: 'AccountAlreadyExists', value: { accountId } };
      // Whoever created it in this way could add keys to an account that belongs to another key.
      return isImplicit(accountId)
        ? { kind: 'OnlyImplicitAccountCreationAllowed', value: { accountId } }
        : null;
    case 'Transfer':
      return account !== null || mayCreateImplicitly(context) ? null : absent(context);
    case 'DeterministicStateInit':
      return null;
    default:
      return account === null ? absent(context) : null;
  }
}

/** A transfer creates an implicit account if it comes alone, and never when it is a refund. */
function mayCreateImplicitly({ accountId, envelope, receipt }: ActionContext): boolean {
  const isAlone = envelope.actions.length === 1;
  return isAlone && receipt.predecessorId !== SYSTEM_ACCOUNT && isImplicit(accountId);
}

function absent({ accountId }: ActionContext): ActionErrorKind {
  return { kind: 'AccountDoesNotExist', value: { accountId } };
}

function findPermissionFault(context: ActionContext, action: Action): ActionErrorKind | null {
  const { accountId, actorId } = context;
  switch (action.kind) {
    case 'DeployContract':
    case 'DeployGlobalContract':
    case 'UseGlobalContract':
    case 'Stake':
    case 'AddKey':
    case 'DeleteKey':
    case 'WithdrawFromGasKey':
    case 'DeleteAccount':
      if (actorId !== accountId) {
        return { kind: 'ActorNoPermission', value: { accountId, actorId } };
      }
      return action.kind === 'DeleteAccount' && context.account?.locked !== 0n
        ? { kind: 'DeleteAccountStaking', value: { accountId } }
        : null;
    default:
      return null;
  }
}
