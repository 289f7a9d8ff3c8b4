// What the wallet remembers in this browser: the account that was used last, the pages that need
// not ask, and which page a key was added for.

import { keepPreference, readPreference } from '../chain/preferences.ts';

const ORIGINS_MAX = 100;
const KEYS_MAX = 1000;

const ACCOUNT = 'wallet-account';
const ORIGINS = 'wallet-automatic';
const KEYS = 'wallet-keys';

export function readLastAccount(): string | null {
  return readPreference(ACCOUNT);
}

export function keepLastAccount(accountId: string): void {
  keepPreference(ACCOUNT, accountId);
}

/** The pages whose requests are approved without a question. */
export function listAutomaticOrigins(): readonly string[] {
  return readList(ORIGINS).filter((origin) => typeof origin === 'string');
}

export function setAutomatic(origin: string, isAutomatic: boolean): void {
  const others = listAutomaticOrigins().filter((known) => known !== origin);
  const origins = isAutomatic ? [...others, origin] : others;
  keepPreference(ORIGINS, JSON.stringify(origins.slice(-ORIGINS_MAX)));
}

interface AddedKey {
  readonly publicKey: string;
  readonly origin: string;
}

/** The page that a key was added for; null if it was not added here. */
export function findOriginOfKey(publicKey: string): string | null {
  const known = (readList(KEYS) as readonly AddedKey[]).find((key) => key?.publicKey === publicKey);
  return typeof known?.origin === 'string' ? known.origin : null;
}

export function keepOriginOfKey(added: AddedKey): void {
  keepPreference(KEYS, JSON.stringify([...readList(KEYS), added].slice(-KEYS_MAX)));
}

function readList(name: string): readonly unknown[] {
  try {
    const found: unknown = JSON.parse(readPreference(name) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
