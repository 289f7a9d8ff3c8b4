// The accounts that the wallet can sign for: the development accounts, whose keys the node gives to
// its own pages, and imported ones.

import { findAccounts } from '../chain/controls.ts';
import { askNode, NodeRefusal } from '../chain/node.ts';
import type { AccessKey } from '../chain/wire.ts';
import { keepImportedKey, listImportedKeys } from './importedKeys.ts';
import { readSecretKey, type SigningKey } from './keys.ts';

export interface WalletAccount {
  readonly accountId: string;
  readonly publicKey: string;
  readonly isImported: boolean;
  readonly openKey: () => Promise<CryptoKey>;
}

export interface WalletChain {
  readonly chainId: string;
  readonly genesis: string;
  readonly accounts: readonly WalletAccount[];
}

export async function loadWalletChain(): Promise<WalletChain> {
  const { chain_id, genesis_hash } = await askNode('status');
  const imported = await listImportedKeys(genesis_hash);
  const known = (await findAccounts()) ?? [];
  const development = known.flatMap(({ account_id, public_key, secret_key }) =>
    secret_key === undefined
      ? []
      : [
          {
            accountId: account_id,
            publicKey: public_key,
            isImported: false,
            openKey: async () => (await requireKey(secret_key)).key,
          },
        ],
  );
  const others = imported.map(({ accountId, publicKey, key }) => ({
    accountId,
    publicKey,
    isImported: true,
    openKey: async () => key,
  }));
  return { chainId: chain_id, genesis: genesis_hash, accounts: [...development, ...others] };
}

async function requireKey(secret: string): Promise<SigningKey> {
  const found = await readSecretKey(secret);
  if (found === null) throw new Error('The wallet signs with ed25519 keys only.');
  return found;
}

/** The access key that signs, with the chain's newest block. */
export async function readOwnKey({ accountId, publicKey }: WalletAccount) {
  const key = await findKey(accountId, publicKey);
  if (key === null) {
    throw new Error(
      `${accountId} has no key ${publicKey} on this chain; it may have been deleted.`,
    );
  }
  return key;
}

/** Null if the account does not have the key. */
export async function findKey(account_id: string, public_key: string) {
  try {
    const params = { request_type: 'view_access_key', finality: 'optimistic' } as const;
    const answer = await askNode('query', { ...params, account_id, public_key });
    // An unknown key is a result with an error in it.
    return 'error' in answer ? null : answer;
  } catch (error) {
    const unknown = ['UNKNOWN_ACCESS_KEY', 'UNKNOWN_ACCOUNT'];
    if (error instanceof NodeRefusal && unknown.includes(error.kind)) return null;
    throw error;
  }
}

export async function listKeys(account_id: string): Promise<readonly AccessKey[]> {
  const params = {
    request_type: 'view_access_key_list',
    finality: 'optimistic',
    account_id,
  } as const;
  const { keys } = await askNode('query', params);
  return keys;
}

/** Checks that the key may sign anything for the account here, and keeps it. */
export async function importKey(genesis: string, accountId: string, secret: string): Promise<void> {
  const { key, publicKey } = await requireKey(secret);
  const found = await findKey(accountId, publicKey);
  if (found === null) throw new Error(`${accountId} does not have this key on this chain.`);
  if (found.permission !== 'FullAccess') throw new Error('The key does not have full access.');
  await keepImportedKey({ genesis, accountId, publicKey, key });
}
