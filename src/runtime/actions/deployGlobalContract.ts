// DeployGlobalContract: burns tokens for the code's storage and sends it on its way over all
// shards. The deploying account's own contract stays as it is.

import { sha256 } from '../../base/crypto/hash.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { ActionOf } from '../../types/action.ts';
import type { GlobalContractIdentifier } from '../../types/globalContract.ts';
import { startDistribution } from '../contracts/globalContracts.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  fail,
  succeed,
} from '../results/actionResult.ts';

export function applyDeployGlobalContract(
  context: ActionContext,
  action: ActionOf<'DeployGlobalContract'>,
): ActionResult {
  const { accountId, chunk, state } = context;
  const account = existingAccount(context);
  const perByte = chunk.protocol.storage.globalContractStorageAmountPerByte;
  const cost = perByte * BigInt(action.code.length);
  if (account.amount < cost) {
    return fail(context, { kind: 'LackBalanceForState', value: { accountId, amount: cost } });
  }
  chunk.contracts.onDeploy?.(chunk.protocol, sha256(action.code), action.code);
  const distribution = startDistribution(state, {
    deployerId: accountId,
    identifier: deployIdentifier(action, accountId),
    code: action.code,
    shardId: chunk.shardId,
  });
  return succeed(context, {
    account: { ...account, amount: account.amount - cost },
    tokensBurnt: cost,
    newReceipts: [distribution],
  });
}

function deployIdentifier(
  { code, deployMode }: ActionOf<'DeployGlobalContract'>,
  deployerId: AccountId,
): GlobalContractIdentifier {
  return deployMode === 'CodeHash'
    ? { kind: 'CodeHash', value: sha256(code) }
    : { kind: 'AccountId', value: deployerId };
}
