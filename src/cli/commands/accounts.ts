// `perigee accounts`: the accounts whose keys are known, with their balances.

import { formatTokens } from '../../base/amounts.ts';
import { listKnownAccounts } from '../../kit/localKeys.ts';
import { describeMissingControls } from '../../kit/missingControls.ts';
import { CommandFailure, withSession } from '../chain/session.ts';
import type { CommandLine } from '../commandLine.ts';

export function accounts(line: CommandLine): Promise<number> {
  return withSession(line, async ({ client, print }) => {
    const rows = await listKnownAccounts(client);
    if (rows === null) {
      const reason = await describeMissingControls(client);
      throw new CommandFailure(`${reason}; known accounts are listed by a control.`);
    }
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
