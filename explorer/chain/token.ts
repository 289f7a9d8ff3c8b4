// The token of a node that has one. It is kept for this tab only, and goes to the node in a header,
// never in an address.

import { sendToken } from './node.ts';

const NAME = 'perigee-token';

/**
 * Takes the token out of the address, so that it is not seen, shared or kept in the history, or
 * from where it was kept when the page was open before.
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
