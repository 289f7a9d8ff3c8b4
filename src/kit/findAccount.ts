// An account after the newest block.

import type { RpcQueryResults } from '../client/generated/wire.ts';
import type { Rpc } from '../client/rpc.ts';
import { isRpcCallError } from '../client/rpcCallError.ts';

/** Null if there is no such account. */
export async function findAccount(
  rpc: Rpc,
  accountId: string,
): Promise<RpcQueryResults['view_account'] | null> {
  const request = { request_type: 'view_account', finality: 'optimistic' } as const;
  try {
    return await rpc('query', { ...request, account_id: accountId });
  } catch (error) {
    if (!isRpcCallError(error, 'query')) throw error;
    if (error.info.error.cause.name === 'UNKNOWN_ACCOUNT') return null;
    throw error;
  }
}
