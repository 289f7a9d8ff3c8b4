// `perigee trace HASH`: asks a node for the trace of a transaction and prints it as a tree; with
// --from, makes the trace itself from what another network shows.

import { assert } from '../../base/assert.ts';
import type { JsonValue } from '../../base/json/exactJson.ts';
import { formatTrace } from '../../trace/text/formatTrace.ts';
import { TransactionTrace } from '../../trace/tree/transactionTrace.ts';
import { type CommandLine, optionText } from '../commandLine.ts';
import { connect } from '../connect.ts';
import { createUsageError } from '../usageError.ts';
import { parseLevel, writeTrace } from './traceOutput.ts';

/** Options that say nothing about a node's own trace. */
const ONLY_FROM = [
  'rows',
  'block',
  'with',
  'overrides',
  'cache',
  'offline',
  'debug-info',
  'dialect',
];

export async function trace(line: CommandLine): Promise<number> {
  const [txHash] = line.args;
  assert(txHash !== undefined, 'trace has an argument');
  if (optionText(line, 'from') !== undefined) {
    return (await import('./traceFrom.ts')).traceFrom(line, txHash);
  }
  const other = ONLY_FROM.find((name) => line.given.has(name));
  if (other !== undefined) throw createUsageError(`--${other} needs --from.`);
  const client = connect(line);
  const params = { tx_hash: txHash, level: parseLevel(line) };
  const result = await client.rpc('perigee_trace_transaction', params);
  const json = () => result as unknown as JsonValue;
  writeTrace(line, json, (styles) => formatTrace(TransactionTrace.parse(result), styles));
  return 0;
}
