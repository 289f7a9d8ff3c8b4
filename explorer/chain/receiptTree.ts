// A transaction with its receipts: each receipt below the one that sent it, where it was executed,
// and the totals.

import { askMany, askNode } from './node.ts';
import { findShard, readShardLayout, type ShardLayout } from './shards.ts';
import { SYSTEM } from './trail.ts';
import type { Block, BlockHeader, Outcome, Receipt, TransactionStatus } from './wire.ts';

export interface ReceiptNode {
  readonly id: string;
  readonly shardId: number;
  readonly block: BlockHeader;
  readonly outcome: Outcome;
  /** Null for the transaction itself. */
  readonly receipt: Receipt | null;
  readonly children: readonly ReceiptNode[];
  /** Receipts without an outcome: pending, or of a kind that has none. */
  readonly awaited: readonly string[];
}

export interface TransactionTree {
  readonly status: TransactionStatus;
  readonly root: ReceiptNode;
  /** Root first, each receipt after the one that sent it. */
  readonly nodes: readonly ReceiptNode[];
  readonly gasBurnt: number;
  readonly tokensBurnt: bigint;
}

/** The sender to pass to the node when only the hash is known. */
const ANY_SENDER = 'near';

export function transactionParams(hash: string, sender: string = ANY_SENDER) {
  return { tx_hash: hash, sender_account_id: sender, wait_until: 'NONE' } as const;
}

export async function loadTransaction(hash: string): Promise<TransactionTree> {
  const status = await askNode('tx_status', transactionParams(hash));
  if (!('transaction_outcome' in status)) {
    throw new Error('A block holds this transaction, and it is being executed.');
  }
  const outcomes = [status.transaction_outcome, ...status.receipts_outcome];
  const [receipts, { headers, layouts }] = await Promise.all([
    findReceipts(status),
    findBlocks(outcomes.map(({ block_hash }) => block_hash)),
  ]);
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const nodes: ReceiptNode[] = [];
  const build = (id: string): ReceiptNode[] => {
    const found = byId.get(id);
    const block = found && headers.get(found.block_hash);
    if (found === undefined || block === undefined) return [];
    const { outcome } = found;
    const at = nodes.length;
    const layout = layouts.get(block.epoch_id);
    const shardId = layout === undefined ? 0 : findShard(layout, outcome.executor_id);
    const part = { id, shardId, block, outcome, receipt: receipts.get(id) ?? null };
    nodes.push({ ...part, children: [], awaited: [] });
    const children = outcome.receipt_ids.flatMap(build);
    const awaited = outcome.receipt_ids.filter((child) => !byId.has(child));
    const node = { ...part, children, awaited };
    nodes[at] = node;
    return [node];
  };
  const [root] = build(hash);
  if (root === undefined) throw new Error('The block of this transaction could not be read.');
  return {
    status,
    root,
    nodes,
    gasBurnt: nodes.reduce((sum, { outcome }) => sum + Number(outcome.gas_burnt), 0),
    tokensBurnt: nodes.reduce((sum, { outcome }) => sum + BigInt(outcome.tokens_burnt), 0n),
  };
}

/** The headers of blocks by hash, and the shards by epoch. */
async function findBlocks(hashes: readonly string[]) {
  const questions = [...new Set(hashes)].map((id) => ({
    method: 'block',
    params: { block_id: id },
  }));
  const blocks = await askMany<Block>(questions);
  const headers = blocks.flatMap((block) => (block === null ? [] : [block.header]));
  const epochs = new Map(headers.map((header) => [header.epoch_id, header]));
  const layouts = await Promise.all(
    [...epochs].map(async ([epoch, header]): Promise<[string, ShardLayout]> => {
      return [epoch, await readShardLayout(header)];
    }),
  );
  return {
    headers: new Map(headers.map((header) => [header.hash, header])),
    layouts: new Map(layouts),
  };
}

/**
 * The first receipt of a transaction to its own signer is not in the result, so it is requested.
 */
async function findReceipts(status: TransactionStatus): Promise<Map<string, Receipt>> {
  const shown = 'receipts' in status ? status.receipts : [];
  const known = new Map(shown.map((receipt) => [receipt.receipt_id, receipt]));
  const missing = status.receipts_outcome.filter(({ id }) => !known.has(id));
  const answers = await askMany<Receipt>(
    missing.map(({ id }) => ({ method: 'EXPERIMENTAL_receipt', params: { receipt_id: id } })),
  );
  for (const receipt of answers) if (receipt !== null) known.set(receipt.receipt_id, receipt);
  return known;
}

export function isRefund({ receipt }: ReceiptNode): boolean {
  return receipt?.predecessor_id === SYSTEM;
}
