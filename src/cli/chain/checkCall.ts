// Refuses a call that does not fit the ABI of the contract, unless the user insists.

import type { Client } from '../../client/createClient.ts';
import { findCallFault } from '../../kit/checkCall.ts';
import { type CommandLine, hasSwitch } from '../commandLine.ts';
import { createUsageError } from '../usageError.ts';
import type { CallArguments } from './arguments.ts';

/** A usage error says what the contract expects. */
export async function checkCall(
  line: CommandLine,
  { rpc }: Client,
  [contract, method]: readonly [contract: string, method: string],
  args: CallArguments,
): Promise<void> {
  if (hasSwitch(line, 'unchecked')) return;
  const fault = await findCallFault(rpc, { contract, method, ...args });
  if (fault !== null) throw createUsageError(`${fault} (--unchecked sends it anyway.)`);
}
