// The node of a worker of a test runner, as the worker sees it.

import { ArgumentError } from '../client/argumentError.ts';
import { NodeHandle } from '../embed/nodeHandle.ts';
import type { ConnectedNode } from '../embed/perigeeNode.ts';
import { createRemotePort, type NodeAddress } from '../embed/remotePort.ts';

/** Has the address of the service that startTestNodes opens. */
export const ADDRESS_VARIABLE = 'PERIGEE_TEST_NODES';
export const NODES_PATH = '/nodes/';

/** `setup` is the module that the runner's configuration must name. */
export async function connectTestNode(worker: string, setup: string): Promise<ConnectedNode> {
  const address = process.env[ADDRESS_VARIABLE];
  if (address === undefined) {
    throw new ArgumentError('globalSetup', `add ${setup} to the configuration of the test runner`);
  }
  const url = `${address}${NODES_PATH}${encodeURIComponent(worker)}`;
  const response = await fetch(url, { method: 'POST' });
  const body = (await response.json()) as NodeAddress | { readonly error: string };
  if ('error' in body) throw new ArgumentError('node', body.error);
  return new NodeHandle(createRemotePort(body));
}
