// An account at the head of the chain: its state and its keys.

import { askNode } from './node.ts';
import { readProtocolConfig } from './shards.ts';
import type { AccessKey, Account } from './wire.ts';

/** The hash of no code. */
const NO_CODE = '11111111111111111111111111111111';

type AccountAt = Account & { readonly block_height: number };

export interface AccountState {
  readonly account: AccountAt;
  readonly keys: readonly AccessKey[];
  readonly storagePrice: bigint;
}

/** The params of a query about an account at the head. */
export const atHead = <K extends string>(account_id: string, request_type: K) =>
  ({ request_type, account_id, finality: 'optimistic' }) as const;

export async function loadAccount(id: string): Promise<AccountState> {
  const [account, { keys }, { runtime_config }] = await Promise.all([
    askNode('query', atHead(id, 'view_account')),
    askNode('query', atHead(id, 'view_access_key_list')),
    readProtocolConfig(),
  ]);
  return { account, keys, storagePrice: BigInt(runtime_config.storage_amount_per_byte) };
}

export type CodeOfAccount =
  | { readonly kind: 'none' }
  | { readonly kind: 'own' | 'global'; readonly hash: string }
  | { readonly kind: 'of'; readonly owner: string };

export function codeOf(account: Account): CodeOfAccount {
  const { global_contract_hash, global_contract_account_id, code_hash } = account;
  if (typeof global_contract_account_id === 'string') {
    return { kind: 'of', owner: global_contract_account_id };
  }
  if (typeof global_contract_hash === 'string')
    return { kind: 'global', hash: global_contract_hash };
  return code_hash === NO_CODE ? { kind: 'none' } : { kind: 'own', hash: code_hash };
}
