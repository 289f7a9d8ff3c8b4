// A front end: serves JSON-RPC from a cluster and keeps nothing but memory. Any number of front
// ends can run in parallel; one that dies loses no data.

import { type CachePlan, partBytes } from '../../base/collections/cachePlan.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { openBodyThread } from '../../execution/bodies/bodyThread.ts';
import { planProcessCaches } from '../../execution/planProcessCaches.ts';
import { formatNodeUrl } from '../../http/connections/formatNodeUrl.ts';
import { createStop, type Releases, startOrRelease } from '../../process/releases.ts';
import { createThreadCaches } from '../../process/threadCaches.ts';
import { applyLimits, type GivenLimits } from '../../rpc/config/limits.ts';
import { describeListener } from '../../rpc/describeListener.ts';
import { serveRpc } from '../../rpc/serveRpc.ts';
import { createUpstream } from '../../rpc/service/upstream.ts';
import { createLogger, type Logger } from '../../telemetry/logger.ts';
import { createMetrics, type Figures } from '../../telemetry/metrics.ts';
import { GenesisConfig } from '../../types/genesis.ts';
import { createClusterError, formatCassandraAddress, parseCassandraAddress } from '../cassandra.ts';
import { Cluster } from '../cluster.ts';
import { ClusterReader } from '../clusterReader.ts';
import { ClusterView } from '../clusterView.ts';
import { verifiedBlockCaches, verifyRow } from '../verifyRow.ts';
import { type NodeNote, parseNodeNote } from '../writerNote.ts';
import { createServeContext } from './frontEndContext.ts';
import { HeadFollower } from './headPoller.ts';
import { StateCopy } from './localState.ts';
import type { ServeOptions } from './serveOptions.ts';

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
  const cluster = await Cluster.open(address, { create: false });
  releases.push(() => cluster.close());
  const { genesis, note } = await readNotes(cluster, options.limits);
  if (options.state && !note.keepsTrie) throw noStateToKeep();
  const cachePlan = describeCaches(options, note);
  const caches = createThreadCaches(['rpc', 'cluster'], cachePlan);
  caches.include(verifiedBlockCaches.adopt(cachePlan));
  const { config, rules } = note;
  const copied = { cluster, genesis, rules, config, limits: options.limits, caches, cachePlan };
  const state = options.state ? await StateCopy.open(copied) : null;
  if (state !== null) releases.push(() => state.close());
  const view = new ClusterView(
    new ClusterReader(cluster, {
      caches,
      verify: verifyRow,
      ...(state !== null && { local: state.store }),
    }),
    rules,
    caches,
  );
  const follower = new HeadFollower(cluster, view, state, (error) => {
    logger.warn(`the head of the cluster cannot be read: ${(error as Error).message}`);
  });
  await follower.start();
  releases.push(() => follower.stop());
  let { port } = options;
  const metrics = createMetrics();
  metrics.observeCaches(caches);
  metrics.observe(() => describeHead(follower));
  metrics.observe(() => ({ perigee_ring_reads_total: cluster.reads }));
  const context = createServeContext({
    view,
    genesis,
    note,
    caches,
    metrics,
    logger,
    limits: options.limits,
    upstream:
      options.upstream === undefined ? null : createUpstream(options.upstream, options.state),
    ...(state !== null && { callFunction: (call) => state.callFunction(call) }),
    onBlock: (listener) => follower.onBlock(listener),
    rpcAddress: () => `${options.host}:${port}`,
  });
  const server = await serveRpc(
    { ...context, scanBody: openBodyThread(releases) },
    describeListener(note.config, options),
  );
  releases.push(() => server.close());
  port = server.port;
  const url = formatNodeUrl(options.host, port);
  if (options.logLevel !== 'silent') {
    const place = formatCassandraAddress(address);
    process.stdout.write(`Perigee serves ${genesis.chainId} from ${place}\nRPC  ${url}\n`);
  }
  return url;
}

/** `--cache` alone decides how much of the cluster is kept in memory. */
function describeCaches(
  { cacheBudgetBytes, cacheBytes, state }: ServeOptions,
  { config }: NodeNote,
): CachePlan {
  return planProcessCaches({
    cacheBudgetBytes,
    viewThreads: state ? config.viewClientThreads : null,
    threads: [['rpc', 'cluster', 'keys'], ...(state ? [['copy'] as const] : [])],
    partScales: { cluster: cacheBytes / partBytes('cluster') },
  });
}

function noStateToKeep(): Error {
  return createClusterError(
    'cluster_refused',
    'the cluster is written by a node that follows a chain and keeps its state by key: there is ' +
      'no state to copy; leave out --state, and name that node with --upstream to call contracts',
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

/**
 * The limits in the writer's configuration also apply to front ends, unless options override them.
 */
async function readNotes(
  cluster: Cluster,
  limits: GivenLimits = {},
): Promise<{ genesis: GenesisConfig; note: NodeNote }> {
  const [genesis, note] = [await cluster.note('genesis'), await cluster.note('node')];
  if (genesis === null || note === null) {
    throw createClusterError('cluster_refused', 'no node has written to this cluster yet');
  }
  const { config, ...rest } = parseNodeNote(note);
  return {
    genesis: GenesisConfig.parse(parseJson(genesis)),
    note: { ...rest, config: applyLimits(config, limits) },
  };
}
