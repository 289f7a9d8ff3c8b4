// The contract of an account: its code, its exports, and its ABI.

import type { RpcQueryResults } from 'perigee/wire';
import { type ContractAbi, parseAbi } from '../format/abi.ts';
import { base64ToBytes, bytesToBase64, utf8ToBytes } from '../format/bytes.ts';
import { listExportedFunctions } from '../format/wasm.ts';
import { askNode } from './node.ts';

/** The method where SDKs embed the ABI. */
const ABI_METHOD = '__contract_abi';

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

export interface ViewResult {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly logs: readonly string[];
}

export async function viewContract(
  account_id: string,
  method_name: string,
  args: string,
): Promise<ViewResult> {
  const called = await askNode('query', {
    request_type: 'call_function',
    account_id,
    method_name,
    args_base64: bytesToBase64(utf8ToBytes(args)),
    finality: 'optimistic',
  });
  if ('error' in called) throw new Error(called.error);
  return { bytes: Uint8Array.from(called.result), logs: called.logs };
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
