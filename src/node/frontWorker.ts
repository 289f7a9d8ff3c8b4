// A further process that answers requests: it reads the store beside the chain's process, gets its
// connections from there, and passes on what only the chain can do.

import type { Socket } from 'node:net';
import { assert } from '../base/assert.ts';
import { bytesToUtf8 } from '../base/bytes.ts';
import type { RpcAnswer } from '../rpc/envelope.ts';
import { type HttpServer, startHttpServer } from '../rpc/httpServer.ts';
import { isControl } from '../rpc/registry.ts';
import { ChainLink } from './chainLink.ts';
import type { ToChain } from './chainMessages.ts';
import { createExplorerPages } from './explorerPages.ts';
import { type FromFront, type FrontData, METRICS_PATH, type ToFront } from './frontMessages.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { measureNode } from './nodeFigures.ts';
import { describeDoor, openFront } from './openFront.ts';
import { type Releases, releaseAll } from './releases.ts';
import { createRpcContext } from './rpcContext.ts';

function say(message: FromFront): void {
  assert(process.send !== undefined, 'a further process is started by the one with the chain');
  process.send(message);
}

/** The chain behind the process that started this one. */
class DistantChain extends ChainLink {
  protected override say(message: ToChain): void {
    say({ kind: 'chain', message });
  }

  override hear(message: Parameters<ChainLink['hear']>[0]): void {
    super.hear(message);
  }
}

const chain = new DistantChain();
const releases: Releases = [];
const asked = new Map<number, (answer: RpcAnswer) => void>();
let lastId = 0;
let server: HttpServer | null = null;
let measure: () => Promise<string> = () => Promise.resolve('');

/** Sends a request to the process with the chain. */
function ask(path: string, body: Uint8Array, showsSecrets = false): Promise<RpcAnswer> {
  const id = ++lastId;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    say({ kind: 'request', id, path, body, showsSecrets });
  });
}

/** The metrics of all processes. */
async function formatAll(): Promise<string> {
  const { body } = await ask(METRICS_PATH, new Uint8Array(0));
  return bytesToUtf8(body);
}

async function open({ home, options, rpcAddress }: FrontData): Promise<void> {
  const logger = createLogger(options.logLevel);
  const front = await openFront(home, options, chain, releases);
  const metrics = createMetrics();
  measureNode(metrics, { ...front, home, thread: chain });
  measure = () => metrics.format();
  const context = createRpcContext({
    ...front,
    home,
    options,
    thread: chain,
    metrics,
    logger,
    rpcAddress: () => rpcAddress,
  });
  server = await startHttpServer(
    { ...context, metrics: { ...metrics, format: formatAll }, upstream: { takes: isControl, ask } },
    { ...describeDoor(home, options), page: createExplorerPages(), isFed: true },
  );
  say({ kind: 'ready' });
}

async function stop(): Promise<void> {
  await server?.close();
  await releaseAll(releases);
  process.exit();
}

process.on('message', (message: ToFront, socket?: Socket) => {
  switch (message.kind) {
    case 'open':
      void open(message.data);
      return;
    case 'connection':
      // A client may be gone before its connection arrives here.
      if (socket !== undefined) server?.accept(socket);
      return;
    case 'chain':
      chain.hear(message.message);
      return;
    case 'answer':
      asked.get(message.id)?.(message.answer);
      asked.delete(message.id);
      return;
    case 'measure':
      void measure().then((text) => say({ kind: 'measured', id: message.id, text }));
      return;
    case 'stop':
      void stop();
  }
});
// Without the process with the chain there is nothing to answer from; signals are its business.
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
