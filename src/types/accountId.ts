// Account ids: their syntax, their kinds, and who is whose sub-account. An id is a plain string in
// code; it is validated wherever it enters, so everything past that point can rely on it.

import { hexToBytes } from '../base/bytes/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import { formatRustChar } from '../base/json/rustText.ts';
import { BorshError } from '../codec/borsh.ts';
import { type Codec, invalidType, JsonError } from '../codec/codec.ts';
import { string } from '../codec/primitives.ts';
import { knownText } from '../codec/scan.ts';
import { showText, withShow } from '../codec/show.ts';

const LENGTH_MIN = 2;
const LENGTH_MAX = 64;

export const SYSTEM_ACCOUNT = 'system';

export type AccountId = string;

type AccountIdErrorInfo = { readonly code: 'account_id' };

class AccountIdError extends PerigeeError<AccountIdErrorInfo> {
  constructor(message: string) {
    super({ code: 'account_id' }, message);
  }
}

const isSeparator = (char: string) => char === '-' || char === '_' || char === '.';

/** The reference's sentence about what is wrong with an id, or null for a valid one. */
export function accountIdFault(id: string): string | null {
  const length = Buffer.byteLength(id);
  if (length < LENGTH_MIN) return 'the Account ID is too short';
  if (length > LENGTH_MAX) return 'the Account ID is too long';
  let offset = 0;
  let previousIsSeparator = true;
  for (const char of id) {
    if (isSeparator(char)) {
      if (previousIsSeparator) {
        return `the Account ID has a redundant separator '${char}' at index ${offset}`;
      }
      previousIsSeparator = true;
    } else if (/^[a-z0-9]$/.test(char)) {
      previousIsSeparator = false;
    } else {
      const shown = formatRustChar(char);
      return `the Account ID contains an invalid character ${shown} at index ${offset}`;
    }
    offset += Buffer.byteLength(char);
  }
  if (previousIsSeparator) {
    return `the Account ID has a redundant separator '${id.at(-1)}' at index ${offset - 1}`;
  }
  return null;
}

const VALID = /^(?=.{2,64}$)[a-z0-9]+(?:[-_.][a-z0-9]+)*$/;

export function isAccountId(id: string): boolean {
  return VALID.test(id);
}

export function parseAccountId(text: string): AccountId {
  const fault = accountIdFault(text);
  if (fault !== null) throw new AccountIdError(fault);
  return text;
}

// Every transfer asks for the kinds below, and for most ids their beginning or length decides.
const NEAR_IMPLICIT = /^[0-9a-f]{64}$/;
const ETH_IMPLICIT = /^0x[0-9a-f]{40}$/;
const DETERMINISTIC = /^0s[0-9a-f]{40}$/;
const UNIVERSAL = /^0u[0-9a-hjkmnp-tv-z]{51}[0g]$/;

/** 64 lowercase hex digits: the id is an ed25519 public key. */
export function isNearImplicit(id: AccountId): boolean {
  return id.length === 64 && NEAR_IMPLICIT.test(id);
}

/** `0x` and 40 hex digits: the id is the hash of a secp256k1 public key. */
export function isEthImplicit(id: AccountId): boolean {
  return id.startsWith('0x') && ETH_IMPLICIT.test(id);
}

/** `0s` and 40 hex digits: the id is the hash of the account's initial state. */
export function isDeterministic(id: AccountId): boolean {
  return id.startsWith('0s') && DETERMINISTIC.test(id);
}

/** `0u` and 256 bits in base 32: the id is the hash of the account's initial state. */
export function isUniversal(id: AccountId): boolean {
  return id.startsWith('0u') && UNIVERSAL.test(id);
}

/** Whether a transfer to this id may bring the account into existence; rules of a protocol. */
export function isImplicit(
  id: AccountId,
  { universalAccounts }: { readonly universalAccounts: boolean },
): boolean {
  const isKnown = isNearImplicit(id) || isEthImplicit(id) || isDeterministic(id);
  return isKnown || (universalAccounts && isUniversal(id));
}

export function nearImplicitKey(id: AccountId): Uint8Array {
  return hexToBytes(id);
}

export function isTopLevel(id: AccountId): boolean {
  return id !== SYSTEM_ACCOUNT && !id.includes('.');
}

/** Whether `id` is `x.parent` with an `x` that has no dot. */
export function isSubAccountOf(id: AccountId, parent: AccountId): boolean {
  if (!id.endsWith(`.${parent}`)) return false;
  const prefix = id.slice(0, id.length - parent.length - 1);
  return prefix.length > 0 && !prefix.includes('.');
}

/** The id is shown as received; only the offending character is escaped. */
function describeFault(id: string): string {
  return `invalid value: "${id}", ${accountIdFault(id)}`;
}

/** An account id on the wire: validated on the way in, in bytes and in JSON. */
export const accountId: Codec<AccountId> = knownText({
  write: string.write,
  read: (reader) => {
    const text = string.read(reader);
    if (isAccountId(text)) return text;
    throw new BorshError(describeFault(text));
  },
  json: (value) => `"${value}"`,
  parse: (json) => {
    if (typeof json !== 'string') throw invalidType(json, 'a string');
    if (isAccountId(json)) return json;
    throw new JsonError(describeFault(json));
  },
  schema: (scope) =>
    scope.ref('AccountId', () => ({
      type: 'string',
      minLength: LENGTH_MIN,
      maxLength: LENGTH_MAX,
      pattern: '^[a-z0-9]+(?:[-_.][a-z0-9]+)*$',
      description: 'A unique, syntactically valid, human-readable account identifier.',
    })),
});
// What is shown was validated when it came in; the text of any other is valid JSON, too.
withShow(accountId, showText);
