// Compares a call with the ABI that the contract embeds, if it has one. A contract without an ABI,
// or with one that cannot be read, is called as it is.

import { checkArguments } from '../../abi/checkArguments.ts';
import { ABI_METHOD, type ContractAbi, parseAbi } from '../../abi/contractAbi.ts';
import type { Client } from '../../client/createClient.ts';
import { type CommandLine, hasSwitch } from '../commandLine.ts';
import { findNearest } from '../findNearest.ts';
import { createUsageError } from '../usageError.ts';
import type { CallArguments } from './arguments.ts';

/** A usage error says what the contract expects. */
export async function checkCall(
  line: CommandLine,
  client: Client,
  [contract, method]: readonly [contract: string, method: string],
  { json, bytes }: CallArguments,
): Promise<void> {
  if (hasSwitch(line, 'unchecked')) return;
  const abi = await readAbi(client, contract);
  if (abi === null) return;
  const described = abi.methods.get(method);
  if (described === undefined) {
    const nearest = findNearest(method, [...abi.methods.keys()]);
    if (nearest === null) return;
    throw createUsageError(
      `${contract} has no method '${method}'; did you mean '${nearest}'? ${OVERRIDE}`,
    );
  }
  // Bytes are sent on purpose, except to a method that takes JSON.
  const faults = json === undefined && bytes.length > 0 ? [] : checkArguments(described, json);
  if (faults.length === 0) return;
  throw createUsageError(
    `${faults.join(', ')}; ${contract} has ${described.signature}. ${OVERRIDE}`,
  );
}

const OVERRIDE = '(--unchecked sends it anyway.)';

async function readAbi({ rpc }: Client, contract: string): Promise<ContractAbi | null> {
  const call = { request_type: 'call_function', method_name: ABI_METHOD, args_base64: '' } as const;
  const found = await rpc('query', { ...call, account_id: contract, finality: 'optimistic' });
  if ('error' in found) return null;
  try {
    return parseAbi(Uint8Array.from(found.result));
  } catch {
    // Anything may be returned under this name.
    return null;
  }
}
