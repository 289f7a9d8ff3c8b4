// The nodes of a test run: one for each worker of the runner, started when the worker first asks
// and kept for the whole run. They live in the runner's main process; workers find them through a
// small HTTP service on this machine, whose address is in the environment. Bound: WORKERS_MAX
// nodes.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ArgumentError } from '../client/argumentError.ts';
import { createNode } from '../embed/createNode.ts';
import type { CreateNodeOptions } from '../embed/createNodeOptions.ts';
import type { PerigeeNode } from '../embed/perigeeNode.ts';
import type { NodeAddress } from '../embed/remotePort.ts';
import { findProject } from '../project/openProject.ts';
import { ADDRESS_VARIABLE, NODES_PATH } from './connectTestNode.ts';

const WORKERS_MAX = 256;

/** The returned function stops the nodes. The `config` of the current folder is the default. */
export async function startTestNodes(
  options: CreateNodeOptions = {},
): Promise<() => Promise<void>> {
  const config = options.config ?? (await findProject(process.cwd()))?.file ?? undefined;
  const nodes = new Map<string, Promise<PerigeeNode>>();
  const nodeOf = (worker: string) => {
    const known = nodes.get(worker);
    if (known !== undefined) return known;
    if (nodes.size >= WORKERS_MAX) {
      throw new ArgumentError('worker', `there are already ${WORKERS_MAX} nodes`);
    }
    const starting = createNode({ port: 0, ...options, config });
    nodes.set(worker, starting);
    return starting;
  };
  const server = await listen(nodeOf);
  process.env[ADDRESS_VARIABLE] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    server.closeAllConnections();
    delete process.env[ADDRESS_VARIABLE];
    const started = await Promise.allSettled(nodes.values());
    await Promise.all(started.map(async (one) => 'value' in one && (await one.value.stop())));
  };
}

function listen(nodeOf: (worker: string) => Promise<PerigeeNode>): Promise<Server> {
  const server = createServer((request, response) => {
    const worker = request.url?.startsWith(NODES_PATH) && request.url.slice(NODES_PATH.length);
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'POST' || !worker) return answer(404, { error: 'no such path' });
    // A start that fails is the answer; the worker reports it.
    Promise.resolve()
      .then(() => nodeOf(worker))
      .then(
        (node) => answer(200, describe(node)),
        (error) => answer(500, { error: error instanceof Error ? error.message : String(error) }),
      );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function describe({ url, chainId, accounts }: PerigeeNode): NodeAddress {
  return { url, chainId, accounts };
}
