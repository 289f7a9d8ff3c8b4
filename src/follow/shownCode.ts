// The contract code that a receipt carries: shown by its hash only, and found in full where a block
// shows what it has stored.

import type { CodeByHash } from '../types/views/actionView.ts';
import type { ReceiptView } from '../types/views/receiptView.ts';

/** Whether a receipt can be encoded again; an action of a newer protocol cannot. */
export function isEncodable(shown: ReceiptView, codeByHash: CodeByHash): boolean {
  if (shown.receipt.kind === 'Action') {
    const { actions } = shown.receipt.value;
    if (actions.some(({ kind }) => kind === 'UniversalStateInit')) return false;
  }
  return listCodeHashes(shown).every((hash) => codeByHash(hash) !== null);
}

function listCodeHashes({ receipt }: ReceiptView): readonly Uint8Array[] {
  if (receipt.kind === 'GlobalContractDistribution') return [receipt.value.code];
  if (receipt.kind === 'Data') return [];
  return receipt.value.actions.flatMap((action) => {
    switch (action.kind) {
      case 'DeployContract':
      case 'DeployGlobalContract':
      case 'DeployGlobalContractByAccountId':
        return [action.value.code];
      default:
        return [];
    }
  });
}
