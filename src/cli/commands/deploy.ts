// `perigee deploy ACCOUNT FILE [--init METHOD [ARGS]]`: a contract, and its first call in the same
// transaction.

import type { Action } from '../../types/action.ts';
import {
  argumentAt,
  parseAccount,
  parseCallArguments,
  readAmount,
  readFile,
  readGas,
} from '../chain/arguments.ts';
import { printOutcome } from '../chain/printOutcome.ts';
import { sendActions } from '../chain/sendActions.ts';
import { withSession } from '../chain/session.ts';
import { type CommandLine, optionText } from '../commandLine.ts';
import { createUsageError } from '../usageError.ts';

/** The protocol allows 4 MiB. */
const CODE_BYTES_MAX = 4 * 1024 * 1024;
const WASM_MAGIC = '\0asm';

export function deploy(line: CommandLine): Promise<number> {
  const account = parseAccount(argumentAt(line, 0));
  const file = argumentAt(line, 1);
  const code = readFile(file, CODE_BYTES_MAX);
  if (code.toString('latin1', 0, WASM_MAGIC.length) !== WASM_MAGIC) {
    throw createUsageError(`${file} is not a Wasm module.`);
  }
  const actions: Action[] = [
    { kind: 'DeployContract', value: { code: new Uint8Array(code) } },
    ...readInit(line),
  ];
  return withSession(line, async (session) => {
    const order = { signerId: account, receiverId: account, actions };
    const status = await sendActions(line, session.client, order);
    return printOutcome(session, status, `deploy ${code.length} bytes to ${account}`);
  });
}

function readInit(line: CommandLine): Action[] {
  const methodName = optionText(line, 'init');
  const given = line.args[2];
  if (methodName === undefined) {
    if (given === undefined) return [];
    throw createUsageError('perigee deploy takes ARGS for --init METHOD only.');
  }
  const { bytes: args } = parseCallArguments(given);
  const gas = readGas(line);
  const deposit = readAmount(line, 'deposit');
  return [{ kind: 'FunctionCall', value: { methodName, args, gas, deposit } }];
}
