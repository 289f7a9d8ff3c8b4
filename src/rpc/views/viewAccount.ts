// The view of an account.

import { struct } from '../../codec/struct.ts';
import { readAccount } from '../../state/accounts.ts';
import { accountId } from '../../types/accountId.ts';
import { AccountView, accountToView, accountViewFields } from '../../types/views/accountView.ts';
import { defineView, viewedBlockFields } from './view.ts';

export const viewAccount = defineView({
  fields: { accountId },
  result: struct('RpcViewAccountResponse', { ...accountViewFields, ...viewedBlockFields }),
  content: AccountView,
  returns:
    '`amount`, `locked`, `code_hash`, `storage_usage`, `storage_paid_at` (always 0) and, for an ' +
    'account with a global contract, `global_contract_hash` or `global_contract_account_id`.',
  failures: ['UNKNOWN_ACCOUNT'],
  run: (_context, target, { accountId }) => {
    const account = readAccount(target.stateOf(accountId), accountId);
    if (account === null) throw target.fail({ name: 'UNKNOWN_ACCOUNT', accountId });
    const { blockHash, blockHeight } = target.at;
    const view = accountToView(account);
    // Fields that are added to a copy cost V8 more than all the rest of the view.
    return {
      amount: view.amount,
      locked: view.locked,
      codeHash: view.codeHash,
      storageUsage: view.storageUsage,
      storagePaidAt: view.storagePaidAt,
      globalContractHash: view.globalContractHash,
      globalContractAccountId: view.globalContractAccountId,
      state: view.state,
      bootstrapNonce: view.bootstrapNonce,
      blockHash,
      blockHeight,
    };
  },
});
