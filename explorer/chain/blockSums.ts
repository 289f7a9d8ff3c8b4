// What all shards of a block did together.

import type { BlockEvent } from './wire.ts';

export interface BlockSums {
  readonly transactions: number;
  readonly receipts: number;
  readonly gasUsed: number;
  readonly gasLimit: number;
}

export function sumBlock({ chunks }: Pick<BlockEvent, 'chunks'>): BlockSums {
  const sum = (count: (chunk: BlockEvent['chunks'][number]) => number) =>
    chunks.reduce((total, chunk) => total + count(chunk), 0);
  return {
    transactions: sum((chunk) => chunk.transactions),
    receipts: sum((chunk) => chunk.receipts),
    gasUsed: sum((chunk) => Number(chunk.gas_used)),
    gasLimit: sum((chunk) => Number(chunk.gas_limit)),
  };
}

/** Whether nothing was executed. */
export function isEmptyBlock(block: BlockEvent): boolean {
  return block.chunks.every(({ transactions, receipts }) => transactions + receipts === 0);
}

/** What each shard used in a block; empty if no block is known. */
export function gasByShard(block: BlockEvent | undefined) {
  const chunks = block?.chunks ?? [];
  return new Map(
    chunks.map(({ shard_id, gas_used, gas_limit }) => [
      shard_id,
      { used: Number(gas_used), limit: Number(gas_limit) },
    ]),
  );
}
