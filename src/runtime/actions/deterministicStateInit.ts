// DeterministicStateInit: creates an account with the initial state that its id is the hash of. If
// the account exists already, nothing is written. The actor stays the predecessor, so that no later
// action of the receipt can take the account over.

import type { ActionOf } from '../../types/action.ts';
import { type ActionContext, type ActionResult, fail } from '../results/actionResult.ts';
import { createEmptyAccount } from './newAccount.ts';
import { settleStateInit, writeInitialData } from './settleStateInit.ts';
import { findGlobalContractFault, useGlobalContract } from './useGlobalContract.ts';

export function applyDeterministicStateInit(
  context: ActionContext,
  action: ActionOf<'DeterministicStateInit'>,
): ActionResult {
  const { accountId, chunk, state } = context;
  const { code, data } = action.stateInit.value;
  let account = context.account ?? createEmptyAccount(chunk.protocol, 0n);
  if (account.contract.kind === 'None') {
    const fault = findGlobalContractFault(state, code);
    if (fault !== null) return fail(context, fault);
    account = useGlobalContract(state, accountId, account, code);
    // An account without contract has no data, so every entry is a new row.
    account = writeInitialData(context, account, data);
  }
  return settleStateInit(context, account, action.deposit);
}
