// The contract of an account: its code, its exports, and its ABI.

import type { RpcQueryResults } from 'perigee/wire';
import { ABI_METHOD, type ContractAbi, parseAbi } from '#abi';
import { base64ToBytes } from '../format/bytes.ts';
import { listExportedFunctions } from '../format/wasm.ts';
import { askNode } from './node.ts';
import { viewContract } from './viewContract.ts';

export interface Contract {
  readonly hash: string;
  readonly code: Uint8Array<ArrayBuffer>;
  /** Exported functions that can be called from outside. */
  readonly methods: readonly string[];
  /** The embedded ABI; null if there is none. */
  readonly abi: ContractAbi | { readonly unreadable: string } | null;
}

export async function loadContract(account_id: string): Promise<Contract> {
  const params = { request_type: 'view_code', account_id, finality: 'optimistic' } as const;
  const { code_base64, hash } = await askNode('query', params);
  const code = base64ToBytes(code_base64);
  const names = listExportedFunctions(code);
  return {
    hash,
    code,
    methods: names.filter((name) => !name.startsWith('__')).sort(),
    abi: names.includes(ABI_METHOD) ? await readAbi(account_id) : null,
  };
}

async function readAbi(account: string): Promise<Contract['abi']> {
  try {
    const { bytes } = await viewContract(account, ABI_METHOD, '');
    return parseAbi(bytes);
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
}

/** `last_key` is the key after which the next page begins; missing on the last one. */
export type StoragePage = RpcQueryResults['view_state'];
export type StorageEntry = StoragePage['values'][number];

const PAGE_ENTRIES = 50;

export function readStorage(
  account_id: string,
  prefix_base64: string,
  after: string | null,
): Promise<StoragePage> {
  return askNode('query', {
    request_type: 'view_state',
    account_id,
    prefix_base64,
    limit: PAGE_ENTRIES,
    finality: 'optimistic',
    ...(after !== null && { after_key_base64: after }),
  });
}
