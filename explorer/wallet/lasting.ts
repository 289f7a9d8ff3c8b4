// What would outlast automatic approval: full access for somebody else, other code, or the end of
// the account. It always needs a decision.

import type { Tagged } from '../chain/wire.ts';
import { openTagged } from '../format/actions.ts';
import { type DappRequest, isFullAccess } from './request.ts';

/** On the own account; a contract can do everything that its account can. */
const LASTING: ReadonlySet<string> = new Set([
  'DeleteAccount',
  'DeployContract',
  'UseGlobalContract',
  'UseGlobalContractByAccountId',
]);

export function isLasting(request: DappRequest, accountId: string): boolean {
  switch (request.kind) {
    case 'login':
      return request.key !== null && isFullAccess(request.key, accountId);
    case 'sign':
      return request.transactions.some(
        ({ receiverId, actions }) => receiverId === accountId && actions.some(isLastingAction),
      );
    case 'message':
      return false;
  }
}

function isLastingAction(action: Tagged): boolean {
  const { kind, fields } = openTagged(action);
  if (LASTING.has(kind)) return true;
  if (kind !== 'AddKey') return false;
  const { permission } = fields.access_key as { readonly permission: Tagged };
  return openTagged(permission).kind.endsWith('FullAccess');
}
