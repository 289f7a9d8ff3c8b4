// An additional process that serves requests: it reads the store of the main process, accepts
// connections at the same listener, and passes on requests that need the chain.

import type { Server } from 'node:net';
import { assert } from '../../base/assert.ts';
import { bytesToUtf8 } from '../../base/bytes/bytes.ts';
import { HttpListener } from '../../http/connections/httpListener.ts';
import type { HttpResponse } from '../../http/httpResponse.ts';
import type { HttpServer } from '../../http/httpServer.ts';
import { realTime } from '../../process/realTime.ts';
import { type Releases, releaseAll } from '../../process/releases.ts';
import { RefusedTransactions } from '../../rpc/core/refusedTransactions.ts';
import { describeListener } from '../../rpc/describeListener.ts';
import { serveRpc } from '../../rpc/serveRpc.ts';
import { isControl } from '../../rpc/service/registry.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { Terminal } from '../../telemetry/terminal.ts';
import { ChainLink } from '../chain/chainLink.ts';
import type { ToChain } from '../chain/chainMessages.ts';
import { hasWallet } from '../hasWallet.ts';
import { RefusalLog } from '../logs/refusalLog.ts';
import { measureNode } from '../nodeFigures.ts';
import { createRpcContext } from '../rpcContext.ts';
import { warmUp } from '../warmUp.ts';
import { openReaders } from './openReaders.ts';
import {
  type FromWorker,
  METRICS_PATH,
  type RpcWorkerData,
  type ToWorker,
} from './workerMessages.ts';

function say(message: FromWorker): void {
  assert(process.send !== undefined, 'a worker process is started by the main process');
  process.send(message);
}

/** The chain, reached through the process that started this one. */
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
const asked = new Map<number, (answer: HttpResponse) => void>();
let lastId = 0;
let server: HttpServer | null = null;
let measure: () => Promise<string> = () => Promise.resolve('');

/** Sends a request to the main process. */
function ask(path: string, body: Uint8Array, showsSecrets = false): Promise<HttpResponse> {
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

async function open({ home, options, rpcAddress }: RpcWorkerData): Promise<void> {
  const terminal = new Terminal(process.stdout);
  const logger = createLogger(options.logLevel, terminal);
  const refused = new RefusedTransactions(realTime.now);
  const refusals = new RefusalLog(logger, terminal.styles, realTime.timer);
  refused.onRefused((one) => refusals.onRefused(one));
  const readers = await openReaders(home, options, chain, releases);
  const metrics = createMetrics();
  measureNode(metrics, { ...readers, home, thread: chain });
  measure = () => metrics.format();
  const listening = { ...options, hasWallet: hasWallet(home, options) };
  const context = createRpcContext({
    ...readers,
    home,
    options,
    thread: chain,
    metrics,
    logger,
    terminal,
    refused,
    rpcAddress: () => rpcAddress,
  });
  server = await serveRpc(
    { ...context, metrics: { ...metrics, format: formatAll }, upstream: { takes: isControl, ask } },
    { ...describeListener(home.config, listening), listensLater: true },
  );
  releases.push(warmUp({ context, createMetrics }));
  say({ kind: 'ready' });
}

async function stop(): Promise<void> {
  await server?.close();
  await releaseAll(releases);
  process.exit();
}

process.on('message', (message: ToWorker, shared?: Server) => {
  switch (message.kind) {
    case 'open':
      void open(message.data);
      return;
    case 'listen':
      // The main process may have stopped listening in the meantime.
      if (shared !== undefined) void server?.listen(HttpListener.join(shared));
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
// Without the main process there is nothing to serve requests from; it also handles signals.
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
