// `perigee accounts`: the accounts whose keys are known, with their balances.

import { formatTokens } from '../../base/amounts.ts';
import { findKnownAccounts } from '../chain/localKeys.ts';
import { CommandFailure, withSession } from '../chain/session.ts';
import type { CommandLine } from '../commandLine.ts';

export function accounts(line: CommandLine): Promise<number> {
  return withSession(line, async ({ client, print }) => {
    const known = await findKnownAccounts(client);
    if (known === null) {
      throw new CommandFailure(`${client.url} is not a local chain, and has no known accounts.`);
    }
    const views = await client.batch(
      known.map(({ account_id }) => ({
        method: 'query',
        params: { request_type: 'view_account', account_id, finality: 'final' },
      })),
    );
    const rows = known.map(({ account_id, public_key }, index) => {
      const view = views[index];
      // A deleted account is still known.
      const amount =
        view !== undefined && 'result' in view ? (view.result as { amount: string }).amount : null;
      return { account_id, public_key, amount };
    });
    const width = Math.max(...rows.map(({ account_id }) => account_id.length));
    print({ accounts: rows }, (styles) =>
      rows.map(({ account_id, amount }) => {
        const balance = amount === null ? styles.dim('deleted') : formatTokens(BigInt(amount));
        return `${styles.name(account_id.padEnd(width))}  ${balance}`;
      }),
    );
    return 0;
  });
}
