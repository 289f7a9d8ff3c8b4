// The node's token, if it has one. It is stored for this tab only, and sent in a header, never in a
// URL.

import { sendToken } from './node.ts';

const NAME = 'perigee-token';

/**
 * Reads the token from the URL and removes it there, so that it is not seen, shared or kept in the
 * history; otherwise from the tab's storage.
 */
export function findToken(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    history.replaceState(null, '', '#/');
    setToken(given);
    return;
  }
  const kept = sessionStorage.getItem(NAME);
  if (kept !== null) sendToken(kept);
}

export function hasToken(): boolean {
  return sessionStorage.getItem(NAME) !== null;
}

export function setToken(token: string): void {
  sessionStorage.setItem(NAME, token);
  sendToken(token);
}
