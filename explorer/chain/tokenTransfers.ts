// The moves of tokens from and to an account, by the events that token contracts logged. Somebody
// who only receives a token takes part in no receipt, so they are looked for among the newest
// transactions of each contract.

import type { TokenMove } from '../format/events.ts';
import { loadTrails } from './loadTrails.ts';
import { askNode } from './node.ts';
import { standingOf, type Trail } from './trail.ts';

const CONTRACTS_MAX = 10;
/** Of each contract. */
const ENTRIES_MAX = 100;
const TRANSFERS_MAX = 100;

export interface TokenTransfer {
  readonly move: TokenMove;
  readonly trail: Trail;
}

/** Newest first. */
export async function readTransfers(
  account: string,
  contracts: readonly string[],
): Promise<TokenTransfer[]> {
  const asked = contracts.slice(0, CONTRACTS_MAX);
  const trails = (await Promise.all(asked.map(readTrailsOf))).flat();
  const byHash = new Map(trails.map((trail) => [trail.transaction.hash, trail]));
  return [...byHash.values()]
    .sort((a, b) => b.blockHeight - a.blockHeight)
    .flatMap((trail) =>
      standingOf(trail) === 'failed'
        ? []
        : trail.moves
            .filter(({ contract, from, to }) => {
              return asked.includes(contract) && [from, to].includes(account);
            })
            .map((move) => ({ move, trail })),
    )
    .slice(0, TRANSFERS_MAX);
}

async function readTrailsOf(contract: string): Promise<Trail[]> {
  const params = { account_id: contract, limit: ENTRIES_MAX };
  const { entries } = await askNode('perigee_account_history', params);
  const placed = new Map(
    entries.flatMap(({ transaction_hash: hash, block_height, timestamp_nanosec }) =>
      hash === null
        ? []
        : [[hash, { hash, blockHeight: block_height, timestampNanosec: timestamp_nanosec }]],
    ),
  );
  return loadTrails([...placed.values()]);
}
