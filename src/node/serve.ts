// A front end: answers JSON-RPC from a ring, with nothing of its own but memory. Any number of them
// stand beside each other; one that dies takes nothing with it.

import { parseJson } from '../base/exactJson.ts';
import type { RpcContext } from '../rpc/context.ts';
import { type HttpServer, startHttpServer } from '../rpc/httpServer.ts';
import { applyLimits, type GivenLimits } from '../rpc/limits.ts';
import {
  createRingError,
  formatCassandraAddress,
  parseCassandraAddress,
} from '../store/cassandra.ts';
import { Ring } from '../store/ring.ts';
import { RingReader } from '../store/ringReader.ts';
import { GenesisConfig } from '../types/genesis.ts';
import { openBodyThread } from './bodies/bodyThread.ts';
import { createExplorerPages } from './explorerPages.ts';
import { formatNodeUrl } from './formatNodeUrl.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMetrics, type Figures } from './metrics.ts';
import { describeDoor } from './openFront.ts';
import type { ServeOptions } from './options.ts';
import { createStop, type Releases, startOrRelease } from './releases.ts';
import { verifyRow } from './ringVerify.ts';
import { RingView } from './ringView.ts';
import { createServeContext } from './serveContext.ts';
import { HeadFollower } from './serveHead.ts';
import { type NodeNote, parseNodeNote } from './serveNote.ts';
import { StateCopy } from './serveState.ts';
import { createUpstream } from './serveUpstream.ts';
import { CannotListen } from './startNode.ts';

export interface RunningServe {
  readonly url: string;
  /** Resolves when it has stopped. */
  readonly stopped: Promise<Error | null>;
  stop(): Promise<void>;
}

export async function startServe(options: ServeOptions): Promise<RunningServe> {
  const logger = createLogger(options.logLevel);
  const releases: Releases = [];
  const { stopped, stop } = createStop(releases, logger);
  const url = await startOrRelease(releases, () => run(options, logger, releases));
  return { url, stopped, stop };
}

async function run(options: ServeOptions, logger: Logger, releases: Releases): Promise<string> {
  const address = parseCassandraAddress(options.store);
  const ring = await Ring.open(address, { create: false });
  releases.push(() => ring.close());
  const { genesis, note } = await readNotes(ring, options.limits);
  if (options.state && !note.keepsTrie) throw noStateToKeep();
  const copied = { ring, genesis, config: note.config, limits: options.limits };
  const state = options.state ? await StateCopy.open(copied) : null;
  if (state !== null) releases.push(() => state.close());
  const view = new RingView(
    new RingReader(ring, {
      cacheBytesMax: options.cacheBytes,
      verify: verifyRow,
      ...(state !== null && { local: state.store }),
    }),
  );
  const follower = new HeadFollower(ring, view, state, (error) => {
    logger.warn(`the head of the ring cannot be read: ${(error as Error).message}`);
  });
  await follower.start();
  releases.push(() => follower.stop());
  let { port } = options;
  const metrics = createMetrics();
  metrics.observe(() => describeHead(follower));
  const context = createServeContext({
    view,
    genesis,
    note,
    metrics,
    logger,
    limits: options.limits,
    upstream:
      options.upstream === undefined ? null : createUpstream(options.upstream, options.state),
    ...(state !== null && { callFunction: (call) => state.callFunction(call) }),
    onBlock: (listener) => follower.onBlock(listener),
    rpcAddress: () => `${options.host}:${port}`,
  });
  const server = await listen({ ...context, scanBody: openBodyThread(releases) }, note, options);
  releases.push(() => server.close());
  port = server.port;
  const url = formatNodeUrl(options.host, port);
  if (options.logLevel !== 'silent') {
    const place = formatCassandraAddress(address);
    process.stdout.write(`Perigee serves ${genesis.chainId} from ${place}\nRPC  ${url}\n`);
  }
  return url;
}

function noStateToKeep(): Error {
  return createRingError(
    'ring_refused',
    'the ring is written by a node that follows a chain and keeps its state by key: there is no ' +
      'state to copy; leave out --state, and name that node with --upstream to call contracts',
  );
}

function describeHead({ tips }: HeadFollower): Figures {
  if (tips === null) return {};
  const { head, finalHead, tail } = tips;
  return {
    near_block_height_head: head.height,
    near_final_block_height: finalHead.height,
    near_tail_height: tail.height,
    perigee_ring_height: head.height,
  };
}

/** The limits of the writer's configuration hold for front ends as well, unless they are told. */
async function readNotes(
  ring: Ring,
  limits: GivenLimits = {},
): Promise<{ genesis: GenesisConfig; note: NodeNote }> {
  const [genesis, note] = [await ring.note('genesis'), await ring.note('node')];
  if (genesis === null || note === null) {
    throw createRingError('ring_refused', 'no node has written to this ring yet');
  }
  const { config, ...rest } = parseNodeNote(note);
  return {
    genesis: GenesisConfig.parse(parseJson(genesis)),
    note: { ...rest, config: applyLimits(config, limits) },
  };
}

async function listen(
  context: RpcContext,
  { config }: NodeNote,
  options: ServeOptions,
): Promise<HttpServer> {
  const door = describeDoor({ config }, options);
  try {
    return await startHttpServer(context, { ...door, page: createExplorerPages() });
  } catch (error) {
    throw new CannotListen(options, error as NodeJS.ErrnoException);
  }
}
