// The part of a failure that clients may see. Messages for the operator name files of this machine;
// responses do not.

import { PerigeeError } from './errors.ts';

const HIDDEN = 'the system refuses it; the log of the node says more';

/** The message of a failure without the path that it is about, or that the system names. */
export function publicMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if ('syscall' in thrown) return HIDDEN;
  const path = thrown instanceof PerigeeError ? pathOf(thrown.info) : null;
  return path === null ? thrown.message : thrown.message.replaceAll(path, '…');
}

/** Failures about a file or folder have it in `path`. */
function pathOf(info: object): string | null {
  return 'path' in info && typeof info.path === 'string' && info.path !== '' ? info.path : null;
}
