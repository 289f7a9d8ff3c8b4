// CreateAccount: a sub-account by its parent, a top-level account by the registrar only.

import type { Protocol } from '../../params/protocol.ts';
import { type AccountId, isSubAccountOf, isTopLevel } from '../../types/accountId.ts';
import type { ActionErrorKind } from '../../types/actionErrors.ts';
import { type ActionContext, type ActionResult, fail, succeed } from '../results/actionResult.ts';
import { createEmptyAccount } from './newAccount.ts';

export function applyCreateAccount(context: ActionContext): ActionResult {
  const { accountId, chunk, receipt } = context;
  // The predecessor decides, not the actor, who may have changed in the same receipt.
  const fault = findNamingFault(chunk.protocol, accountId, receipt.predecessorId);
  if (fault !== null) return fail(context, fault);
  return succeed(context, { account: createEmptyAccount(chunk.protocol, 0n), actorId: accountId });
}

function findNamingFault(
  protocol: Protocol,
  accountId: AccountId,
  predecessorId: AccountId,
): ActionErrorKind | null {
  if (!isTopLevel(accountId)) {
    if (isSubAccountOf(accountId, predecessorId)) return null;
    return { kind: 'CreateAccountNotAllowed', value: { accountId, predecessorId } };
  }
  const { minAllowedTopLevelAccountLength, registrarAccountId } = protocol.accountCreation;
  const isLong = accountId.length >= minAllowedTopLevelAccountLength;
  if (isLong || predecessorId === registrarAccountId) return null;
  const value = { accountId, registrarAccountId, predecessorId };
  return { kind: 'CreateAccountOnlyByRegistrar', value };
}
