// What a function call key allows: one call, to one account, without tokens, of the methods it
// names.

import type { FunctionCallPermission } from '../../types/accessKey.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { Action } from '../../types/action.ts';
import type { InvalidAccessKeyError } from '../../types/transactionErrors.ts';

/** The first thing that the permission does not cover, or null. */
export function findCallPermissionFault(
  permission: FunctionCallPermission,
  receiverId: AccountId,
  actions: readonly Action[],
): InvalidAccessKeyError | null {
  const [action, ...others] = actions;
  if (action?.kind !== 'FunctionCall' || others.length > 0) return { kind: 'RequiresFullAccess' };
  const { deposit, methodName } = action.value;
  if (deposit > 0n) return { kind: 'DepositWithFunctionCall' };
  if (receiverId !== permission.receiverId) {
    const value = { txReceiver: receiverId, akReceiver: permission.receiverId };
    return { kind: 'ReceiverMismatch', value };
  }
  const { methodNames } = permission;
  if (methodNames.length === 0 || methodNames.includes(methodName)) return null;
  return { kind: 'MethodNameMismatch', value: { methodName } };
}
