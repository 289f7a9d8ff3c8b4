// Which actions need the signature scheme ML-DSA-65, because of a key or signature in them.

import type { Signature } from '../../base/crypto/keys.ts';
import type { Action, DelegateAction, DelegateActionV2 } from '../../types/action.ts';
import { summarizeStateInit } from '../../types/universalStateInit.ts';

export function isPostQuantum(action: Action): boolean {
  switch (action.kind) {
    case 'Stake':
    case 'AddKey':
    case 'DeleteKey':
    case 'TransferToGasKey':
    case 'WithdrawFromGasKey':
      return action.value.publicKey.type === 'ml-dsa-65';
    case 'UniversalStateInit':
      return summarizeStateInit(action.value.stateInit).isPostQuantum;
    case 'Delegate':
      return isPostQuantumDelegate(action.value.delegateAction, action.value.signature);
    case 'DelegateV2':
      return isPostQuantumDelegate(action.value.delegateAction.value, action.value.signature);
    case 'CreateAccount':
    case 'DeployContract':
    case 'FunctionCall':
    case 'Transfer':
    case 'DeleteAccount':
    case 'DeployGlobalContract':
    case 'UseGlobalContract':
    case 'DeterministicStateInit':
      return false;
  }
}

function isPostQuantumDelegate(
  { actions, publicKey }: DelegateAction | DelegateActionV2,
  signature: Signature,
): boolean {
  return (
    publicKey.type === 'ml-dsa-65' || signature.type === 'ml-dsa-65' || actions.some(isPostQuantum)
  );
}
