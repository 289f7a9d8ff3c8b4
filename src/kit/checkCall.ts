// Compares a call with the ABI that the contract embeds, if it has one. A contract without an ABI,
// or with one that cannot be read, is called as it is.

import { checkArguments } from '../abi/checkArguments.ts';
import { ABI_METHOD, type ContractAbi, parseAbi } from '../abi/contractAbi.ts';
import { nearestName } from '../base/nearestName.ts';
import type { Rpc } from '../client/rpc.ts';

interface CheckedCall {
  readonly contract: string;
  readonly method: string;
  /** Absent if the arguments are bytes. */
  readonly json?: unknown;
  readonly bytes: Uint8Array;
}

/** What the contract expects instead, or null if nothing is known to be wrong. */
export async function findCallFault(rpc: Rpc, call: CheckedCall): Promise<string | null> {
  const { contract, method, json, bytes } = call;
  const abi = await readAbi(rpc, contract);
  if (abi === null) return null;
  const described = abi.methods.get(method);
  if (described === undefined) {
    const nearest = nearestName(method, abi.methods.keys());
    if (nearest === null) return null;
    return `${contract} has no method '${method}'; did you mean '${nearest}'?`;
  }
  // Bytes are sent on purpose, except to a method that takes JSON.
  const faults = json === undefined && bytes.length > 0 ? [] : checkArguments(described, json);
  if (faults.length === 0) return null;
  return `${faults.join(', ')}; ${contract} has ${described.signature}.`;
}

/** Null if there is none that can be read. */
export async function readAbi(rpc: Rpc, contract: string): Promise<ContractAbi | null> {
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
