// What the wallet answers: a message to the window that opened it, and otherwise an address to go
// back to. Both have the fields of MyNearWallet.

import { bytesToBase64 } from '../format/bytes.ts';
import type { DappRequest, WalletRequest } from './request.ts';

export interface SignedBy {
  readonly accountId: string;
  readonly publicKey: string;
  readonly signature: Uint8Array;
}

export type Outcome =
  | {
      readonly kind: 'loggedIn';
      readonly accountId: string;
      /** The key that the dapp asked for. */
      readonly publicKey: string | null;
      /** The wallet's own keys of the account. */
      readonly allKeys: readonly string[];
      readonly signed: SignedBy | null;
    }
  | { readonly kind: 'sent'; readonly hashes: readonly string[] }
  | { readonly kind: 'delegated'; readonly delegates: readonly string[] }
  | { readonly kind: 'signed'; readonly signed: SignedBy }
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

export interface Reply {
  /** For the window that opened the page. */
  readonly message: object;
  /** Null without an address: the page stays. */
  readonly url: URL | null;
}

const MESSAGE_LENGTH_MAX = 100;
const REJECTED = 'User rejected transaction';

export function formReply(request: DappRequest, outcome: Outcome): Reply {
  switch (request.kind) {
    case 'login':
      return replyToLogin(request, outcome);
    case 'sign':
      return replyToSign(request, outcome);
    case 'message':
      return replyToMessage(request, outcome);
  }
}

function replyToLogin({ callback }: DappRequest, outcome: Outcome): Reply {
  if (outcome.kind !== 'loggedIn') {
    const failure = outcome.kind === 'failed' ? outcome : null;
    const message = {
      status: 'failure',
      errorCode: failure?.code ?? 'USER_CANCELLED',
      errorMessage: failure?.message ?? 'User cancelled the Action',
    };
    return { message, url: callback.failure };
  }
  const { accountId, publicKey, allKeys, signed } = outcome;
  const message = {
    status: 'success',
    account_id: accountId,
    ...(publicKey !== null && { public_key: publicKey }),
    all_keys: allKeys,
    ...(signed !== null && { signedRequest: formatSigned(signed) }),
  };
  const url = withParams(callback.success, {
    account_id: accountId,
    public_key: publicKey ?? '',
    all_keys: allKeys.join(','),
  });
  return { message, url };
}

function replyToSign(
  { callback, meta }: Extract<WalletRequest, { kind: 'sign' }>,
  outcome: Outcome,
): Reply {
  const signMeta = meta ?? undefined;
  switch (outcome.kind) {
    case 'sent': {
      const transactionHashes = outcome.hashes.join(',');
      const message = { status: 'success', signMeta, transactionHashes };
      return { message, url: withParams(callback.success, { transactionHashes, signMeta }) };
    }
    case 'delegated': {
      const message = { status: 'success', signMeta, signedDelegateActions: outcome.delegates };
      return { message, url: callback.success };
    }
    default: {
      const { code: errorCode, message: errorMessage } = describeFailure(outcome);
      const message = { status: 'failure', signMeta, errorCode, errorMessage };
      // The text is escaped by itself and once more as a parameter.
      const inUrl = encodeURIComponent(errorMessage.slice(0, MESSAGE_LENGTH_MAX));
      const url = withParams(callback.failure, { errorCode, errorMessage: inUrl, signMeta });
      return { message, url };
    }
  }
}

function describeFailure(outcome: Outcome): { readonly code: string; readonly message: string } {
  return outcome.kind === 'failed' ? outcome : { code: 'userRejected', message: REJECTED };
}

function replyToMessage(
  { callback, message: { state } }: Extract<WalletRequest, { kind: 'message' }>,
  outcome: Outcome,
): Reply {
  const given = state === null ? [] : [['state', state] as const];
  if (outcome.kind === 'signed') {
    const signedRequest = formatSigned(outcome.signed);
    const { accountId, signature, publicKey } = signedRequest;
    const message = { status: 'success', signedRequest, accountUrlState: state };
    const fields = Object.entries({ accountId, signature, publicKey });
    return { message, url: withFragment(callback.success, [...fields, ...given]) };
  }
  const text = outcome.kind === 'failed' ? outcome.message : 'User rejected';
  const message = { status: 'failure', errorMessage: text, verifyOwnerError: text };
  return { message, url: withFragment(callback.failure, [['error', text], ...given]) };
}

function formatSigned({ accountId, publicKey, signature }: SignedBy) {
  return { accountId, signature: bytesToBase64(signature), publicKey };
}

/** Empty values are left out. */
function withParams(
  url: URL | null,
  params: Readonly<Record<string, string | undefined>>,
): URL | null {
  if (url === null) return null;
  const changed = new URL(url);
  for (const [name, value] of Object.entries(params)) {
    if (value) changed.searchParams.set(name, value);
  }
  return changed;
}

/** Each field ends with `&`, the last one too. */
function withFragment(
  url: URL | null,
  fields: readonly (readonly [name: string, value: string])[],
): URL | null {
  if (url === null) return null;
  const changed = new URL(url);
  changed.hash = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}&`).join('');
  return changed;
}
