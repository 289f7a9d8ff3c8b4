// Runs one action: checks whether it may run, then the action itself.

import type { Action } from '../../types/action.ts';
import { type ActionContext, type ActionResult, fail } from '../results/actionResult.ts';
import { applyAddKey } from './addKey.ts';
import { applyCreateAccount } from './createAccount.ts';
import { applyDelegate, applyDelegateV2 } from './delegate.ts';
import { applyDeleteAccount } from './deleteAccount.ts';
import { applyDeleteKey } from './deleteKey.ts';
import { applyDeployContract } from './deployContract.ts';
import { applyDeployGlobalContract } from './deployGlobalContract.ts';
import { applyDeterministicStateInit } from './deterministicStateInit.ts';
import { applyFunctionCall } from './functionCall.ts';
import { findRefusal } from './permissions.ts';
import { applyStake } from './stake.ts';
import { applyTransfer } from './transfer.ts';
import { applyTransferToGasKey } from './transferToGasKey.ts';
import { applyUniversalStateInit } from './universalStateInit.ts';
import { applyUseGlobalContract } from './useGlobalContract.ts';
import { applyWithdrawFromGasKey } from './withdrawFromGasKey.ts';

export function applyAction(context: ActionContext, action: Action): ActionResult {
  const refusal = findRefusal(context, action);
  if (refusal !== null) return fail(context, refusal);
  switch (action.kind) {
    case 'CreateAccount':
      return applyCreateAccount(context);
    case 'DeployContract':
      return applyDeployContract(context, action.value);
    case 'FunctionCall':
      return applyFunctionCall(context, action.value);
    case 'Transfer':
      return applyTransfer(context, action.value);
    case 'Stake':
      return applyStake(context, action.value);
    case 'AddKey':
      return applyAddKey(context, action.value);
    case 'DeleteKey':
      return applyDeleteKey(context, action.value);
    case 'DeleteAccount':
      return applyDeleteAccount(context, action.value);
    case 'Delegate':
      return applyDelegate(context, action.value);
    case 'DeployGlobalContract':
      return applyDeployGlobalContract(context, action.value);
    case 'UseGlobalContract':
      return applyUseGlobalContract(context, action.value);
    case 'DeterministicStateInit':
      return applyDeterministicStateInit(context, action.value);
    case 'TransferToGasKey':
      return applyTransferToGasKey(context, action.value);
    case 'WithdrawFromGasKey':
      return applyWithdrawFromGasKey(context, action.value);
    case 'DelegateV2':
      return applyDelegateV2(context, action.value);
    case 'UniversalStateInit':
      return applyUniversalStateInit(context, action.value);
  }
}
