// A node in this process: calls go to its RPC service without HTTP, controls as actions to the
// chain's thread.

import { formatPublicKey, formatSecretKey, secretToPublic } from '../base/crypto/keys.ts';
import type { MethodName } from '../client/generated/wire.ts';
import type { Rpc } from '../client/rpc.ts';
import type { KeyFile } from '../home/homeFolder.ts';
import type { RunningNode } from '../node/startNode.ts';
import { callRpc } from './callRpc.ts';
import { type NodePort, readControl } from './nodePort.ts';
import type { NodeAccount } from './perigeeNode.ts';

export function createLocalPort(node: RunningNode): NodePort {
  return {
    url: node.url,
    chainId: node.chainId,
    accounts: node.accounts.map(describeAccount),
    rpc: createLocalRpc(node),
    // The chain's thread trusts actions, so they are checked before.
    run: async (control, params) => node.controls.run(readControl(control, params)),
    dumpState: async () => (await node.controls.run({ kind: 'dumpState' })).dump,
    loadState: async (dump) => void (await node.controls.run({ kind: 'loadState', dump })),
  };
}

/** The RPC methods of a node in this process. */
export function createLocalRpc({ service }: Pick<RunningNode, 'service'>): Rpc {
  return ((method: MethodName, params: unknown = null) => callRpc(service, method, params)) as Rpc;
}

function describeAccount({ accountId, secretKey }: KeyFile): NodeAccount {
  return {
    accountId,
    publicKey: formatPublicKey(secretToPublic(secretKey)),
    secretKey: formatSecretKey(secretKey),
  };
}
