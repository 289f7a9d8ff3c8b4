// Brings an answer to the page that asked.

import type { Reply } from './reply.ts';

/** Gives the opener time to close the window before it leads back. */
const CLOSING_MS = 3000;

/** Only a window of the page that asked gets the message. */
export function deliver({ message, url }: Reply): void {
  if (url === null) return;
  const opener = window.opener as Window | null;
  const leave = () => location.replace(url);
  if (opener === null) leave();
  else {
    opener.postMessage(message, url.origin);
    setTimeout(leave, CLOSING_MS);
  }
}
