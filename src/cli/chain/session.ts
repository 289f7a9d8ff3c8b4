// What the commands with a running node have in common: the client, the output, and failures that
// say what to do about them.

import { PerigeeError } from '../../base/errors.ts';
import { formatPrettyJson, type JsonValue } from '../../base/json/exactJson.ts';
import { type Client, createClient } from '../../client/createClient.ts';
import { responseCheck } from '../../client/responseCheck.ts';
import { isRpcCallError, type RpcCallError } from '../../client/rpcCallError.ts';
import { describeMissingControls } from '../../kit/missingControls.ts';
import { stylesFor } from '../../telemetry/terminal.ts';
import { describeInvalid } from '../../trace/text/failureLines.ts';
import { escapeJson, type Styles } from '../../trace/text/styles.ts';
import type { CommandLine } from '../commandLine.ts';
import { nodeUrl, parseToken } from '../optionValues.ts';

export interface Session {
  readonly client: Client;
  readonly styles: Styles;
  /** With `--json`. */
  readonly isJson: boolean;
  /** Prints a value as JSON, or with `--json` absent what `format` makes of it. */
  print(value: unknown, format: (styles: Styles) => readonly string[]): void;
}

/** Refused connections are not repeated for long: a person is waiting. */
const RETRIES = 1;

/** Runs a command; its failures become sentences with a remedy. */
export async function withSession(
  line: CommandLine,
  run: (session: Session) => Promise<number>,
): Promise<number> {
  const url = nodeUrl(line);
  const token = parseToken(line);
  const client = createClient(url, { token, retries: RETRIES, check: responseCheck });
  const styles = stylesFor(process.stdout);
  // Not every command has this option.
  const isJson = line.given.has('json');
  const print: Session['print'] = (value, format) => {
    const text = isJson
      ? escapeJson(formatPrettyJson(value as JsonValue))
      : format(styles).join('\n');
    if (text !== '') process.stdout.write(`${text}\n`);
  };
  try {
    return await run({ client, styles, isJson, print });
  } catch (error) {
    throw await explainFailure(error, client, url);
  }
}

export class CommandFailure extends PerigeeError<{ readonly code: 'command_failed' }> {
  constructor(message: string, cause?: unknown) {
    super({ code: 'command_failed' }, message, { cause });
  }
}

/** Remedies by the name of an error's cause. */
const REMEDIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    UNKNOWN_ACCOUNT: '`perigee accounts` lists those of a local chain, `perigee create` makes one',
    NO_CONTRACT_CODE: '`perigee deploy ACCOUNT FILE` deploys a contract',
    UNKNOWN_BLOCK: '`perigee block` shows the newest one',
    UNKNOWN_TRANSACTION: 'check the hash, and --url',
    FORBIDDEN: 'use the token of the node, with --token',
    UNAUTHORIZED: 'use the token of the node, with --token',
  }),
);

async function explainFailure(error: unknown, client: Client, url: string): Promise<unknown> {
  if (!(error instanceof PerigeeError)) return error;
  if (error.code === 'unreachable') {
    const advice = '`perigee start` starts a node, and --url names another one';
    return new CommandFailure(`there is no node at ${url}: ${advice}.`, error);
  }
  if (!isRpcCallError(error)) return error;
  const { cause, data } = error.info.error;
  if (cause.name === 'METHOD_NOT_FOUND') return explainMissing(error, client);
  if (cause.name === 'INVALID_TRANSACTION') return explainInvalid(data, error);
  const remedy = REMEDIES.get(cause.name);
  if (remedy === undefined) return error;
  // Some texts of the reference have several lines.
  const message = error.message.replaceAll(/\s*\n\s*/g, ' ');
  return new CommandFailure(`${message}; ${remedy}.`, error);
}

/** Nodes of other programs lack other methods, too. */
async function explainMissing(error: RpcCallError, client: Client): Promise<unknown> {
  if (!/^(?:perigee|sandbox)_/.test(error.info.method)) return error;
  const reason = await describeMissingControls(client);
  return new CommandFailure(`${reason}; ${error.info.method} is one.`, error);
}

function explainInvalid(data: unknown, error: Error): unknown {
  const lines = describeInvalid(data);
  if (lines === null) return error;
  return new CommandFailure(`the transaction is invalid: ${lines.join('; ')}.`, error);
}
