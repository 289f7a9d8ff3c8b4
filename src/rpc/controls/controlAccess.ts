// Whether a caller may use the controls. They change any account without its key, so access to the
// port is not enough: if the node has a token the caller must send it, else it must be local.

import type { Trust } from '../../http/access/httpClient.ts';
import { type HttpResponse, jsonResponse } from '../../http/httpResponse.ts';
import { formatError } from '../messages/envelope.ts';
import { callerRefused } from '../messages/errors.ts';

export type ControlAccess =
  /** Being local is not enough to see secret keys. */
  | { readonly kind: 'allowed'; readonly showsSecrets: boolean }
  | { readonly kind: 'denied'; readonly status: 401 | 403; readonly reason: string }
  /** Controls do not exist for callers on other machines. */
  | { readonly kind: 'hidden' };

export const HIDDEN: ControlAccess = { kind: 'hidden' };
export const ALLOWED: ControlAccess = { kind: 'allowed', showsSecrets: false };
const ALLOWED_WITH_SECRETS: ControlAccess = { kind: 'allowed', showsSecrets: true };

const TOKEN_MISSING: ControlAccess = {
  kind: 'denied',
  status: 401,
  reason:
    'this node has a token, which controls need from every caller: send the header ' +
    '`Authorization: Bearer TOKEN`',
};

/** What a caller may do, given how far it is trusted. */
export function controlAccessOf(trust: Trust): ControlAccess {
  switch (trust.kind) {
    case 'proven':
      return ALLOWED_WITH_SECRETS;
    case 'local':
      return ALLOWED;
    case 'tokenMissing':
      return TOKEN_MISSING;
    case 'foreign':
      return denyControls(trust.sign);
    case 'remote':
      return HIDDEN;
  }
}

/** `because` completes the sentence; it reveals only what the caller knows itself. */
function denyControls(because: string): ControlAccess {
  return {
    kind: 'denied',
    status: 403,
    reason:
      'controls are for programs on the same machine that run as the same user as the node, and ' +
      `${because}; to control the node from elsewhere, start it with --token and send the header ` +
      '`Authorization: Bearer TOKEN`',
  };
}

/** The response to a caller that was denied access to a control. */
export function formatDenial(
  { status, reason }: Extract<ControlAccess, { kind: 'denied' }>,
  id: string,
): HttpResponse {
  const error = callerRefused(status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN', reason);
  return jsonResponse(status, formatError(error, id));
}
