// The balance of an account at past blocks: before and after each block in which it took part. The
// number of blocks has a limit; a block whose state the node no longer has is left out.

import { askMany } from './node.ts';
import type { Account } from './wire.ts';

/** Each needs two small requests. */
const BLOCKS_MAX = 100;

/** In yoctoNEAR, including what is staked, after the block of a height. */
export type Balances = ReadonlyMap<number, bigint>;

export async function readBalances(
  account_id: string,
  heights: readonly number[],
): Promise<Balances> {
  const newest = [...new Set(heights)].sort((a, b) => b - a).slice(0, BLOCKS_MAX);
  const wanted = [...new Set(newest.flatMap((height) => [height, height - 1]))];
  const answers = await askMany<Account>(
    wanted.map((block_id) => ({
      method: 'query',
      params: { request_type: 'view_account', account_id, block_id },
    })),
  );
  return new Map(
    wanted.flatMap((height, at) => {
      const found = answers[at];
      return found == null ? [] : [[height, totalOf(found)]];
    }),
  );
}

export function totalOf({ amount, locked }: Pick<Account, 'amount' | 'locked'>): bigint {
  return BigInt(amount) + BigInt(locked);
}

/** Accounts that use no more bytes need no balance. */
const FREE_STORAGE_BYTES = 770;

/** What storage keeps from being spent; staked tokens count towards it. */
export function keptForStorage(
  account: Pick<Account, 'locked' | 'storage_usage'>,
  price: bigint,
): bigint {
  const { locked, storage_usage } = account;
  if (storage_usage <= FREE_STORAGE_BYTES) return 0n;
  const missing = price * BigInt(storage_usage) - BigInt(locked);
  return missing > 0n ? missing : 0n;
}

/** By how much blocks changed the balance; null if the node does not know it of one of them. */
export function changeIn(balances: Balances, heights: readonly number[]): bigint | null {
  let sum = 0n;
  for (const height of heights) {
    const after = balances.get(height);
    // An account that did not exist before has no earlier balance.
    const before = balances.get(height - 1);
    if (after === undefined || before === undefined) return null;
    sum += after - before;
  }
  return sum;
}
