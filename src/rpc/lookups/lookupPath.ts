// The paths of the account lookups that wallets and command-line tools know from FastNEAR's API and
// NearBlocks'. Version 0 lists names, version 1 has more about each.

import { type PublicKeyHandle, parsePublicKeyHandle } from '../../base/crypto/keys.ts';
import { PerigeeError } from '../../base/errors.ts';
import { type AccountId, isAccountId } from '../../types/accountId.ts';

const ACCOUNT_PARTS = ['staking', 'ft', 'nft'] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

export type LookupPath =
  | {
      readonly kind: 'key';
      readonly publicKey: PublicKeyHandle;
      readonly withFunctionCallKeys: boolean;
    }
  | {
      readonly kind: 'names' | 'details';
      readonly accountId: AccountId;
      readonly part: AccountPart;
    }
  | { readonly kind: 'full' | 'inventory'; readonly accountId: AccountId }
  /** A path of these with an invalid part. */
  | { readonly kind: 'invalid' };

const KEY = /^\/v[01]\/public_key\/([^/]+)(\/all)?$/;
const ACCOUNT = /^\/v([01])\/account\/([^/]+)\/([a-z]+)$/;
const INVALID: LookupPath = { kind: 'invalid' };

/** Null for a path outside of these interfaces. */
export function parseLookupPath(path: string): LookupPath | null {
  const key = KEY.exec(path);
  if (key !== null) return readKey(key[1] ?? '', key[2] !== undefined);
  const [, version, accountId, part] = ACCOUNT.exec(path) ?? [];
  if (accountId === undefined) return null;
  const listed = ACCOUNT_PARTS.find((name) => name === part);
  const isWhole = version === '1' && (part === 'full' || part === 'inventory');
  if (listed === undefined && !isWhole) return null;
  if (!isAccountId(accountId)) return INVALID;
  if (listed === undefined) return { kind: part as 'full' | 'inventory', accountId };
  return { kind: version === '0' ? 'names' : 'details', accountId, part: listed };
}

function readKey(text: string, withFunctionCallKeys: boolean): LookupPath {
  try {
    const publicKey = parsePublicKeyHandle(decodeURIComponent(text));
    return { kind: 'key', publicKey, withFunctionCallKeys };
  } catch (error) {
    if (error instanceof PerigeeError || error instanceof URIError) return INVALID;
    throw error;
  }
}
