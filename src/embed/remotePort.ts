// A node of another process: calls and controls go over HTTP.

import { formatPlainJson, parseJson } from '../base/json/plainJson.ts';
import { readArgument } from '../client/argumentError.ts';
import { createClient } from '../client/createClient.ts';
import type { MethodName } from '../client/generated/wire.ts';
import { type NodePort, readControl } from './nodePort.ts';
import type { NodeAccount } from './perigeeNode.ts';

/** What the program that has the node tells about it. */
export interface NodeAddress {
  readonly url: string;
  readonly chainId: string;
  readonly accounts: readonly NodeAccount[];
}

export function createRemotePort(address: NodeAddress): NodePort {
  const { rpc } = createClient(address.url, { retries: 0 });
  const call = rpc as (method: MethodName, params: unknown) => Promise<unknown>;
  return {
    ...address,
    rpc,
    run: async (control, params) => {
      readControl(control, params);
      const result = await call(control.name as MethodName, params);
      return renameMembers(result) as never;
    },
    dumpState: async () => formatPlainJson(await rpc('perigee_dump_state')) ?? '',
    loadState: async (dump) => {
      const state: unknown = readArgument('loadState', () => parseJson(dump));
      await call('perigee_load_state', { state });
    },
  };
}

/** Results have the names of the wire there, and those of programs here. */
function renameMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const renamed = Object.entries(value).map(([name, member]) => [
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    member,
  ]);
  return Object.fromEntries(renamed);
}
