// Which requests are approved without a question. The page must have been switched on, and the
// browser must confirm that it asks: anybody can write its name into a request.

import type { WalletAccount } from './accounts.ts';
import { isLasting } from './lasting.ts';
import { type DappRequest, originOf } from './request.ts';
import { listAutomaticOrigins } from './settings.ts';

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
    !isLasting(request, account.accountId)
  );
}

/** The same request is not signed again when the user reloads the page or comes back. */
function isFirstVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}
