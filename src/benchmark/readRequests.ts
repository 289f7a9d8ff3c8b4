// The requests that are measured, about blocks and accounts that a node really has.

import { type SignedRequest, statusParams } from './benchAccount.ts';
import type { Target } from './target.ts';

export interface ReadRequest {
  /** The name in the report. */
  readonly what: string;
  readonly method: string;
  readonly params: unknown;
}

interface BlockAnswer {
  readonly author: string;
  readonly header: { readonly height: number; readonly hash: string; readonly prev_hash: string };
  readonly chunks: readonly {
    readonly chunk_hash: string;
    readonly tx_root: string;
    readonly height_included: number;
  }[];
}

interface ChunkAnswer {
  readonly transactions: readonly { readonly hash: string; readonly signer_id: string }[];
}

/** What to request: a final block with a transaction in one of its chunks. */
interface Found {
  readonly head: BlockAnswer;
  readonly block: BlockAnswer;
  readonly chunkHash: string;
  readonly transaction: SignedRequest | null;
}

const BLOCKS_SEARCHED_MAX = 100;
/** The root of no transactions, and the hash before genesis. */
const NO_HASH = '11111111111111111111111111111111';

export async function chooseReadRequests(target: Target): Promise<ReadRequest[]> {
  const { head, block, chunkHash, transaction } = await findBlock(target);
  const { height, hash } = block.header;
  const account = transaction?.senderId ?? block.author;
  const requests: ReadRequest[] = [
    { what: 'status', method: 'status', params: [] },
    { what: 'client_config', method: 'client_config', params: null },
    { what: 'genesis_config', method: 'genesis_config', params: null },
    { what: 'block', method: 'block', params: { block_id: height } },
    { what: 'block final', method: 'block', params: { finality: 'final' } },
    { what: 'chunk', method: 'chunk', params: { chunk_id: chunkHash } },
    { what: 'validators', method: 'validators', params: 'latest' },
    {
      what: 'EXPERIMENTAL_changes',
      method: 'EXPERIMENTAL_changes',
      params: { block_id: height, account_ids: [account], changes_type: 'account_changes' },
    },
    {
      what: 'query view_account',
      method: 'query',
      params: { request_type: 'view_account', account_id: account, finality: 'final' },
    },
    {
      what: 'query view_access_key_list',
      method: 'query',
      params: { request_type: 'view_access_key_list', account_id: account, finality: 'final' },
    },
  ];
  // A new chain has nothing to prove.
  if (head.header.prev_hash !== NO_HASH) {
    requests.push({
      what: 'EXPERIMENTAL_light_client_block_proof',
      method: 'EXPERIMENTAL_light_client_block_proof',
      params: { block_hash: hash, light_client_head: head.header.hash },
    });
  }
  if (transaction !== null) {
    const params = statusParams(transaction);
    requests.push({ what: 'tx', method: 'tx', params });
    requests.push({ what: 'EXPERIMENTAL_tx_status', method: 'EXPERIMENTAL_tx_status', params });
  }
  return requests;
}

async function findBlock(target: Target): Promise<Found> {
  const head = await target.call<BlockAnswer>('block', { finality: 'final' });
  let block = head;
  for (let i = 0; i < BLOCKS_SEARCHED_MAX && block.header.prev_hash !== NO_HASH; i++) {
    for (const chunk of block.chunks) {
      const isNew = chunk.height_included === block.header.height;
      if (!isNew || chunk.tx_root === NO_HASH) continue;
      const { transactions } = await target.call<ChunkAnswer>('chunk', {
        chunk_id: chunk.chunk_hash,
      });
      const [first] = transactions;
      if (first === undefined) continue;
      const transaction = { hash: first.hash, senderId: first.signer_id, base64: '' };
      return { head, block, chunkHash: chunk.chunk_hash, transaction };
    }
    block = await target.call<BlockAnswer>('block', { block_id: block.header.prev_hash });
  }
  return { head, block: head, chunkHash: head.chunks[0]?.chunk_hash ?? '', transaction: null };
}
