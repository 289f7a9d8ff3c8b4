// `perigee view CONTRACT METHOD [ARGS]`: a call that only reads.

import { bytesToBase64 } from '../../base/bytes/bytes.ts';
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
    const found = await client.rpc('query', {
      request_type: 'call_function',
      account_id: contract,
      method_name: method,
      args_base64: bytesToBase64(args.bytes),
      ...block,
    });
    if ('error' in found) {
      throw new CommandFailure(describeViewError(contract, method, found.error));
    }
    print(found, (styles) => [
      ...found.logs.map((log) => formatLog(contract, log, styles)),
      formatResult(Uint8Array.from(found.result)),
    ]);
    return 0;
  });
}
