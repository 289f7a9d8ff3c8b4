// DeployContract: gives the account its own code. Whether the code is valid only shows when it is
// called.

import { sha256 } from '../../base/crypto/hash.ts';
import { writeContractCode } from '../../state/contractCode.ts';
import { contractStorageUsage, subtractUsage } from '../../state/storageUsage.ts';
import type { ActionOf } from '../../types/action.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  succeed,
} from '../results/actionResult.ts';

export function applyDeployContract(
  context: ActionContext,
  action: ActionOf<'DeployContract'>,
): ActionResult {
  const { accountId, chunk, state } = context;
  const { code } = action;
  const hash = sha256(code);
  const account = existingAccount(context);
  const freed = contractStorageUsage(state, accountId, account.contract);
  writeContractCode(state, accountId, code);
  chunk.contracts.onDeploy?.(chunk.protocol, hash, code);
  return succeed(context, {
    account: {
      ...account,
      storageUsage: subtractUsage(account.storageUsage, freed) + code.length,
      contract: { kind: 'Local', value: hash },
    },
  });
}
