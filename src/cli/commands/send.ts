// `perigee send FROM TO AMOUNT`: a transfer.

import { formatTokens } from '../../base/amounts.ts';
import { argumentAt, parseAccount, parseAmount } from '../chain/arguments.ts';
import { printOutcome } from '../chain/printOutcome.ts';
import { sendActions } from '../chain/sendActions.ts';
import { withSession } from '../chain/session.ts';
import type { CommandLine } from '../commandLine.ts';

export function send(line: CommandLine): Promise<number> {
  const signerId = parseAccount(argumentAt(line, 0));
  const receiverId = parseAccount(argumentAt(line, 1));
  const deposit = parseAmount(argumentAt(line, 2));
  return withSession(line, async (session) => {
    const actions = [{ kind: 'Transfer', value: { deposit } }] as const;
    const status = await sendActions(line, session.client, { signerId, receiverId, actions });
    return printOutcome(session, status, `${signerId} → ${receiverId} ${formatTokens(deposit)}`);
  });
}
