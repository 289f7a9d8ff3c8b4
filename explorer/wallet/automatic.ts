// Which requests are approved without a question. The page must have been switched on, and the
// browser must confirm that it asks: anybody can write its name into a request.

import type { Tagged } from '../chain/wire.ts';
import { openTagged } from '../format/actions.ts';
import type { WalletAccount } from './accounts.ts';
import { type DappRequest, originOf } from './request.ts';
import { listAutomaticOrigins } from './settings.ts';
import { isFullAccess } from './signing.ts';

/** Whether the browser says that this page led here. */
export function isConfirmed(origin: string): boolean {
  const { referrer } = document;
  return referrer !== '' && new URL(referrer).origin === origin;
}

export function isAutomatic(request: DappRequest, account: WalletAccount): boolean {
  const origin = originOf(request);
  return (
    origin !== null &&
    isConfirmed(origin) &&
    listAutomaticOrigins().includes(origin) &&
    isFirstVisit() &&
    !isLasting(request, account)
  );
}

/** The same request is not signed again when the user reloads the page or comes back. */
function isFirstVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}

/** What would outlast the switch: full access for somebody else, or the end of the account. */
function isLasting(request: DappRequest, { accountId }: WalletAccount): boolean {
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
  if (kind === 'DeleteAccount' || kind === 'DeployContract') return true;
  if (kind !== 'AddKey') return false;
  const { permission } = fields.access_key as { readonly permission: Tagged };
  return openTagged(permission).kind.endsWith('FullAccess');
}
