// The contract code that actions and receipts carry: shown by its hash only, and found in full
// where a block shows what it has stored.

import type { ActionView, CodeByHash } from '../../types/views/actionView.ts';
import type { ReceiptView } from '../../types/views/receiptView.ts';

/** Whether a receipt can be encoded again. */
export function isEncodable({ receipt }: ReceiptView, codeByHash: CodeByHash): boolean {
  if (receipt.kind === 'GlobalContractDistribution') return codeByHash(receipt.value.code) !== null;
  if (receipt.kind === 'Data') return true;
  return receipt.value.actions.every((action) => isEncodableAction(action, codeByHash));
}

/** The code must be available. */
export function isEncodableAction(action: ActionView, codeByHash: CodeByHash): boolean {
  switch (action.kind) {
    case 'DeployContract':
    case 'DeployGlobalContract':
    case 'DeployGlobalContractByAccountId':
      return codeByHash(action.value.code) !== null;
    default:
      return true;
  }
}
