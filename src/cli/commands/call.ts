// `perigee call CONTRACT METHOD [ARGS] --as ACCOUNT`: a call in a transaction.

import {
  argumentAt,
  optionalAccount,
  parseAccount,
  parseCallArguments,
  readAmount,
  readGas,
} from '../chain/arguments.ts';
import { checkCall } from '../chain/checkCall.ts';
import { printOutcome } from '../chain/printOutcome.ts';
import { sendActions } from '../chain/sendActions.ts';
import { withSession } from '../chain/session.ts';
import type { CommandLine } from '../commandLine.ts';
import { createUsageError } from '../usageError.ts';

export function call(line: CommandLine): Promise<number> {
  const contract = parseAccount(argumentAt(line, 0));
  const methodName = argumentAt(line, 1);
  const args = parseCallArguments(line.args[2]);
  const signerId = optionalAccount(line, 'as');
  if (signerId === undefined) {
    throw createUsageError(
      'perigee call needs --as, the account that signs; perigee view calls methods that only read.',
    );
  }
  const call = {
    methodName,
    args: args.bytes,
    gas: readGas(line),
    deposit: readAmount(line, 'deposit'),
  };
  return withSession(line, async (session) => {
    await checkCall(line, session.client, [contract, methodName], args);
    const actions = [{ kind: 'FunctionCall', value: call }] as const;
    const order = { signerId, receiverId: contract, actions };
    const status = await sendActions(line, session.client, order);
    return printOutcome(session, status, `${signerId} → ${contract}.${methodName}`);
  });
}
