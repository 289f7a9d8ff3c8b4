// `perigee mcp`: the tools of a chain for AI assistants, over standard input and output. Everything
// that is not a message goes to standard error.

import { createClient } from '../../client/createClient.ts';
import { responseCheck } from '../../client/responseCheck.ts';
import { createNode } from '../../embed/createNode.ts';
import { serveMcp } from '../../mcp/mcpServer.ts';
import { type CommandLine, hasSwitch } from '../commandLine.ts';
import { nodeUrl, parseToken } from '../optionValues.ts';
import { withStopSignal } from '../stopSignal.ts';
import { createUsageError } from '../usageError.ts';

/** Refused connections are not repeated for long: a program is waiting. */
const RETRIES = 1;

export async function mcp(line: CommandLine): Promise<number> {
  if (hasSwitch(line, 'new-chain') && line.given.has('url')) {
    throw createUsageError('--new-chain brings a chain of its own; leave --url out.');
  }
  const node = hasSwitch(line, 'new-chain') ? await createNode() : null;
  const url = node?.url ?? nodeUrl(line);
  const token = parseToken(line);
  const client = createClient(url, { token, retries: RETRIES, check: responseCheck });
  process.stderr.write(`perigee mcp: tools for ${url}, until standard input ends\n`);
  await withStopSignal(async (signal) => {
    try {
      await serveMcp(client, {
        input: untilAborted(process.stdin, signal),
        signal,
        write: (text) => process.stdout.write(text),
        report: (error) => process.stderr.write(`perigee mcp: ${(error as Error).stack}\n`),
      });
    } finally {
      await node?.stop();
    }
  });
  return 0;
}

/** A signal ends the input, so that a chain of our own is stopped in order. */
async function* untilAborted(
  input: NodeJS.ReadStream,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  signal.addEventListener('abort', () => input.destroy());
  try {
    yield* input;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
