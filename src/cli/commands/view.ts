// `perigee view CONTRACT METHOD [ARGS]`: a call that only reads.

import { bytesToBase64 } from '../../base/bytes/bytes.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { Client } from '../../client/createClient.ts';
import type { PerigeeCallRequest } from '../../client/generated/wire.ts';
import { SimulatedCall } from '../../simulate/simulatedCall.ts';
import { formatMessage, formatReasons } from '../../trace/text/formatFailure.ts';
import { PLAIN } from '../../trace/text/styles.ts';
import { argumentAt, parseAccount, parseBlock, parseCallArguments } from '../chain/arguments.ts';
import { checkCall } from '../chain/checkCall.ts';
import { describeViewError } from '../chain/describeViewError.ts';
import { formatLog, formatResult } from '../chain/printOutcome.ts';
import { CommandFailure, withSession } from '../chain/session.ts';
import { type CommandLine, optionText } from '../commandLine.ts';

export function view(line: CommandLine): Promise<number> {
  const contract = parseAccount(argumentAt(line, 0));
  const method = argumentAt(line, 1);
  const args = parseCallArguments(line.args[2]);
  const block = parseBlock(optionText(line, 'at') ?? 'final');
  return withSession(line, async ({ client, print }) => {
    await checkCall(line, client, [contract, method], args);
    const call = {
      account_id: contract,
      method_name: method,
      args_base64: bytesToBase64(args.bytes),
      ...block,
    };
    const found = await client.rpc('query', { request_type: 'call_function', ...call });
    if ('error' in found) {
      const lines = await explainFailure(client, call);
      const text = describeViewError(contract, method, found.error);
      throw new CommandFailure(
        lines === null ? text : `${contract}.${method} failed: ${lines.join('\n  ')}`,
      );
    }
    print(found, (styles) => [
      ...found.logs.map((log) => formatLog(contract, log, styles)),
      formatResult(Uint8Array.from(found.result)),
    ]);
    return 0;
  });
}

/** With the stack, by the same call once more; null if there is none, or no such method. */
async function explainFailure({ rpc }: Client, call: PerigeeCallRequest): Promise<string[] | null> {
  try {
    const { failure } = SimulatedCall.parse(await rpc('perigee_call', call));
    if (failure === null || failure.stack.length === 0) return null;
    return [formatMessage(failure.message), ...formatReasons(failure, PLAIN)];
  } catch (error) {
    if (error instanceof PerigeeError) return null;
    throw error;
  }
}
