// Whether an action may run at all: its account must exist or must not, and some actions are for
// the account's owner only.

import { isInitialized } from '../../types/account.ts';
import { isImplicit, isUniversal, SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import type { Action, ActionKind } from '../../types/action.ts';
import type { ActionErrorKind } from '../../types/actionErrors.ts';
import type { ActionContext } from '../results/actionResult.ts';

interface ActionRule {
  /** What must hold of the account; `creatable` is one that exists or that a transfer creates. */
  readonly account: 'present' | 'absent' | 'creatable' | 'any';
  /** Who may act on it. */
  readonly actor: 'owner' | 'anyone';
}

const RULES: Readonly<Record<ActionKind, ActionRule>> = {
  CreateAccount: { account: 'absent', actor: 'anyone' },
  DeployContract: { account: 'present', actor: 'owner' },
  FunctionCall: { account: 'present', actor: 'anyone' },
  Transfer: { account: 'creatable', actor: 'anyone' },
  Stake: { account: 'present', actor: 'owner' },
  AddKey: { account: 'present', actor: 'owner' },
  DeleteKey: { account: 'present', actor: 'owner' },
  DeleteAccount: { account: 'present', actor: 'owner' },
  Delegate: { account: 'present', actor: 'anyone' },
  DeployGlobalContract: { account: 'present', actor: 'owner' },
  UseGlobalContract: { account: 'present', actor: 'owner' },
  DeterministicStateInit: { account: 'any', actor: 'anyone' },
  TransferToGasKey: { account: 'present', actor: 'anyone' },
  WithdrawFromGasKey: { account: 'present', actor: 'owner' },
  DelegateV2: { account: 'present', actor: 'anyone' },
  UniversalStateInit: { account: 'any', actor: 'anyone' },
};

/** Why the action must not run, or null. */
export function findRefusal(context: ActionContext, { kind }: Action): ActionErrorKind | null {
  const rule = RULES[kind];
  return (
    findAccountFault(context, rule) ??
    findActorFault(context, rule) ??
    (kind === 'DeleteAccount' ? findStakeFault(context) : null)
  );
}

function findAccountFault(context: ActionContext, rule: ActionRule): ActionErrorKind | null {
  const isPresent = context.account !== null;
  switch (rule.account) {
    case 'present':
      return isPresent ? findInitializationFault(context) : absent(context);
    case 'absent':
      return findCreationFault(context);
    case 'creatable':
      return isPresent || mayCreateImplicitly(context) ? null : absent(context);
    case 'any':
      return null;
  }
}

/** A universal account takes part in nothing but transfers before its state init. */
function findInitializationFault({ account, accountId }: ActionContext): ActionErrorKind | null {
  if (account === null || isInitialized(account)) return null;
  return { kind: 'AccountNotInitialized', value: { accountId } };
}

function findCreationFault({ account, accountId, chunk }: ActionContext): ActionErrorKind | null {
  if (account !== null) return { kind: 'AccountAlreadyExists', value: { accountId } };
  // Otherwise the creator could add keys to an account that belongs to another key.
  if (!isImplicit(accountId, chunk.protocol.features)) return null;
  return { kind: 'OnlyImplicitAccountCreationAllowed', value: { accountId } };
}

/**
 * A refund never creates an account. Another transfer creates an implicit account if it comes
 * alone, or a universal one, over which it gives no power to the actions that follow.
 */
function mayCreateImplicitly({ accountId, chunk, envelope, receipt }: ActionContext): boolean {
  if (receipt.predecessorId === SYSTEM_ACCOUNT) return false;
  if (!isImplicit(accountId, chunk.protocol.features)) return false;
  return envelope.actions.length === 1 || isUniversal(accountId);
}

function absent({ accountId }: ActionContext): ActionErrorKind {
  return { kind: 'AccountDoesNotExist', value: { accountId } };
}

function findActorFault(context: ActionContext, { actor }: ActionRule): ActionErrorKind | null {
  const { accountId, actorId } = context;
  if (actor === 'anyone' || actorId === accountId) return null;
  return { kind: 'ActorNoPermission', value: { accountId, actorId } };
}

/** An account that validates cannot be deleted. */
function findStakeFault({ account, accountId }: ActionContext): ActionErrorKind | null {
  return account?.locked === 0n ? null : { kind: 'DeleteAccountStaking', value: { accountId } };
}
