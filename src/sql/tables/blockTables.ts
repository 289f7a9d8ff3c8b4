// Tables of blocks and of balances.

import { NS_PER_MS } from '../../base/units.ts';
import type { BlockView } from '../../types/views/blockView.ts';
import { hashText, integer, type TableOf, text, textOrNull, tokenText } from '../table.ts';

export const BLOCKS: TableOf<BlockView> = {
  name: 'blocks',
  about: 'One row for each final block.',
  columns: [
    integer('height', 'The height', ({ header }) => header.height),
    hashText('hash', 'Its hash', ({ header }) => header.hash),
    hashText('prev_hash', 'The hash of the block before', ({ header }) => header.prevHash),
    integer('timestamp_ms', 'Milliseconds since 1970', ({ header }) => {
      return header.timestamp / NS_PER_MS;
    }),
    text('timestamp_ns', 'Nanoseconds since 1970', ({ header }) => `${header.timestamp}`),
    text('author', 'The block producer', ({ author }) => author),
    hashText('epoch_id', 'The epoch', ({ header }) => header.epochId),
    integer('chunks_included', 'The number of new chunks', ({ header }) => header.chunksIncluded),
    tokenText('gas_price', 'The gas price of the next block', ({ header }) => header.gasPrice),
    tokenText('total_supply', 'All tokens that exist', ({ header }) => header.totalSupply),
  ],
  key: ['height'],
  indexes: ['hash'],
};

/** An account after a block that changed it; null once it is deleted. */
export interface BalanceSource {
  readonly accountId: string;
  readonly height: number;
  readonly balance: {
    readonly amount: bigint;
    readonly locked: bigint;
    readonly storageUsage: number;
  } | null;
}

export const BALANCES: TableOf<BalanceSource> = {
  name: 'balances',
  about:
    'One row for each account and each block that changed its record, with its balance after the ' +
    'block; the accounts of the genesis have its height. The view `current_balances` has the ' +
    'newest row of each account that exists.',
  columns: [
    text('account_id', 'The account', ({ accountId }) => accountId),
    integer('block_height', 'The block', ({ height }) => height),
    textOrNull(
      'amount',
      'The balance without what is staked, in yoctoNEAR; null for an account that ' + 'was deleted',
      ({ balance }) => (balance === null ? null : `${balance.amount}`),
    ),
    textOrNull('locked', 'What is staked, in yoctoNEAR', ({ balance }) =>
      balance === null ? null : `${balance.locked}`,
    ),
    integer(
      'storage_usage',
      'The bytes that it stores',
      ({ balance }) => balance?.storageUsage ?? 0,
    ),
  ],
  key: ['account_id', 'block_height'],
  indexes: ['block_height'],
};

/** Views have no rows of their own. */
export const VIEWS: readonly { readonly name: string; readonly select: string }[] = [
  {
    name: 'current_balances',
    select:
      'SELECT b.* FROM balances b WHERE b.amount IS NOT NULL AND b.block_height = ' +
      '(SELECT MAX(n.block_height) FROM balances n WHERE n.account_id = b.account_id)',
  },
];
