// DeployContract: gives the account code of its own. Whether the code is valid shows only when it
// is called.

import { sha256 } from '../../base/hash.ts';
import { writeContractCode } from '../../state/contractCode.ts';
import { contractStorageUsage, subtractUsage } from '../../state/storageUsage.ts';
import type { ActionOf } from '../../types/action.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  succeed,
} from '../actionResult.ts';

export function applyDeployContract(
  context: ActionContext,
  action: ActionOf<'DeployContract'>,
): ActionResult {
  const { accountId, state } = context;
  const { code } = action;
  const account = existingAccount(context);
  const freed = contractStorageUsage(state, accountId, account.contract);
  writeContractCode(state, accountId, code);
  return succeed(context, {
    account: {
      ...account,
      storageUsage: subtractUsage(account.storageUsage, freed) + code.length,
      contract: { kind: 'Local', value: sha256(code) },
    },
  });
}
