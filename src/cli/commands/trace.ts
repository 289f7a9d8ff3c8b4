// `perigee trace HASH`: asks a node for the trace of a transaction and prints it as a tree. Colours
// are for terminals, unless NO_COLOR is set.

import { writeFileSync } from 'node:fs';
import { assert } from '../../base/assert.ts';
import { formatPrettyJson, type JsonValue } from '../../base/json/exactJson.ts';
import { createClient } from '../../client/createClient.ts';
import { stylesFor } from '../../telemetry/terminal.ts';
import { formatTrace } from '../../trace/text/formatTrace.ts';
import { TRACE_LEVELS, TransactionTrace } from '../../trace/tree/transactionTrace.ts';
import { type CommandLine, defaultedText, optionText } from '../commandLine.ts';
import { parsePath, parseToken, parseUrl } from '../optionValues.ts';
import { createUsageError } from '../usageError.ts';

const STANDARD_OUTPUT = '-';

export async function trace(line: CommandLine): Promise<number> {
  const [txHash] = line.args;
  assert(txHash !== undefined, 'trace has an argument');
  const client = createClient(parseUrl('--url', defaultedText(line, 'url')), {
    token: parseToken(line),
  });
  const params = { tx_hash: txHash, level: parseLevel(defaultedText(line, 'level')) };
  const result = await client.rpc('perigee_trace_transaction', params);
  const json = optionText(line, 'json');
  if (json === undefined) {
    const tree = formatTrace(TransactionTrace.parse(result), stylesFor(process.stdout));
    process.stdout.write(tree);
    return 0;
  }
  const text = `${formatPrettyJson(result as unknown as JsonValue)}\n`;
  if (json === STANDARD_OUTPUT) process.stdout.write(text);
  else writeFileSync(parsePath(json), text);
  return 0;
}

function parseLevel(text: string): (typeof TRACE_LEVELS)[number] {
  const level = TRACE_LEVELS.find((known) => known === text);
  if (level !== undefined) return level;
  throw createUsageError(`--level is one of ${TRACE_LEVELS.join(', ')}, not '${text}'.`);
}
