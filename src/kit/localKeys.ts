// The keys that a local chain is known to have: those of its genesis accounts and of `perigee
// create` follow from the names. They are never tried where the node has no controls.

import { formatPublicKey, type SecretKey, secretToPublic } from '../base/crypto/keys.ts';
import type { Client } from '../client/createClient.ts';
import type { AccessKeyInfoView } from '../client/generated/wire.ts';
import { isRpcCallError } from '../client/rpcCallError.ts';
import { localAccountKey } from '../home/homeFolder.ts';

/** The known accounts of a local chain, or null for a node without controls. */
export async function findKnownAccounts({ rpc }: Client) {
  try {
    return (await rpc('perigee_accounts')).accounts;
  } catch (error) {
    if (isRpcCallError(error) && error.info.error.cause.name === 'METHOD_NOT_FOUND') return null;
    throw error;
  }
}

interface LocalKey {
  readonly secret: SecretKey;
  readonly publicKey: string;
  readonly info: AccessKeyInfoView;
}

/** The key of an account's name, if the account has it with full access. */
export async function findLocalKey({ rpc }: Client, account: string): Promise<LocalKey | null> {
  const secret = localAccountKey(account);
  const publicKey = formatPublicKey(secretToPublic(secret));
  const params = { request_type: 'view_access_key', account_id: account } as const;
  const found = await rpc('query', { ...params, public_key: publicKey, finality: 'optimistic' });
  if ('error' in found || found.permission !== 'FullAccess') return null;
  const { nonce, permission } = found;
  return { secret, publicKey, info: { public_key: publicKey, access_key: { nonce, permission } } };
}

interface KnownAccount {
  readonly account_id: string;
  readonly public_key: string;
  /** In yoctoNEAR; null for an account that was deleted, which is still known. */
  readonly amount: string | null;
}

/** The known accounts with their balances, or null for a node without controls. */
export async function listKnownAccounts(client: Client): Promise<KnownAccount[] | null> {
  const known = await findKnownAccounts(client);
  if (known === null) return null;
  const views = await client.batch(
    known.map(({ account_id }) => ({
      method: 'query',
      params: { request_type: 'view_account', account_id, finality: 'final' },
    })),
  );
  return known.map(({ account_id, public_key }, index) => {
    const view = views[index];
    const isThere = view !== undefined && 'result' in view;
    const amount = isThere ? (view.result as { amount: string }).amount : null;
    return { account_id, public_key, amount };
  });
}
