// Block events for tests of the explorer: one chunk, final two blocks later.

import type { BlockEvent } from '../../explorer/chain/wire.ts';

interface Given {
  readonly height: number;
  readonly transactions: number;
  readonly gas?: number;
}

export const MS_PER_BLOCK = 100;

export function blockEvent({ height, transactions, gas = transactions * 1e12 }: Given): BlockEvent {
  return {
    height,
    hash: `block ${height}`,
    prev_hash: `block ${height - 1}`,
    timestamp_nanosec: `${height * MS_PER_BLOCK}000000`,
    epoch_id: 'epoch',
    gas_price: '1',
    last_final_block: `block ${height - 2}`,
    chunks: [
      {
        shard_id: 0,
        chunk_hash: `chunk ${height}`,
        transactions,
        receipts: 0,
        gas_used: gas,
        gas_limit: 1e15,
        balance_burnt: '0',
      },
    ],
  };
}
