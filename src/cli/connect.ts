// A client of the node that a command asks. The shapes of all responses, which it checks, are much
// more than the options are: commands that run a node do not load them.

import { type Client, createClient } from '../client/createClient.ts';
import { responseCheck } from '../client/responseCheck.ts';
import type { CommandLine } from './commandLine.ts';
import { nodeUrl, parseToken } from './optionValues.ts';

export function connect(line: CommandLine): Client {
  return createClient(nodeUrl(line), { token: parseToken(line), check: responseCheck });
}
