// `perigee tx HASH`: a transaction and its outcomes.

import { parseHash } from '../../base/crypto/hash.ts';
import { restate } from '../../base/errors.ts';
import { argumentAt } from '../chain/arguments.ts';
import { printOutcome } from '../chain/printOutcome.ts';
import type { FinalStatus } from '../chain/sendActions.ts';
import { CommandFailure, withSession } from '../chain/session.ts';
import type { CommandLine } from '../commandLine.ts';
import { createUsageError } from '../usageError.ts';

/** Nodes that know a transaction by its hash alone do not look at the sender. */
const ANY_SENDER = 'unused';

export function tx(line: CommandLine): Promise<number> {
  const hash = argumentAt(line, 0);
  restate(
    () => parseHash(hash),
    () => createUsageError(`'${hash}' is not the hash of a transaction.`),
  );
  return withSession(line, async (session) => {
    const params = { tx_hash: hash, sender_account_id: ANY_SENDER, wait_until: 'NONE' } as const;
    const status = await session.client.rpc('EXPERIMENTAL_tx_status', params);
    if (!('transaction' in status)) {
      throw new CommandFailure(`${hash} is not in a block yet.`);
    }
    const { signer_id, receiver_id, actions } = status.transaction;
    const names = actions.map((action) =>
      typeof action === 'string' ? action : Object.keys(action)[0],
    );
    return printOutcome(
      session,
      status as FinalStatus,
      `${signer_id} → ${receiver_id} [${names.join(', ')}]`,
    );
  });
}
