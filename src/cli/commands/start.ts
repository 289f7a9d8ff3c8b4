// `perigee start`: runs a local node until it is stopped.

import { formatMiningMode } from '../../chain/production/mining.ts';
import { ChainThread } from '../../node/chain/chainThread.ts';
import { OPTION_BOUNDS, type StartOptions } from '../../node/options.ts';
import type { RunningNode } from '../../node/startNode.ts';
import { realTimer } from '../../process/realTime.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import {
  parseCacheSize,
  parseCluster,
  parseFork,
  parseLimits,
  parseLogLevel,
  parseMining,
  parsePath,
  parseProtocol,
  parseToken,
  parseWholeNumber,
} from '../optionValues.ts';
import { type CommandProject, readCommandProject, withProject } from '../projectOptions.ts';
import { reportOnSignal, untilStopped } from '../untilStopped.ts';

export async function start(line: CommandLine): Promise<number> {
  const project = await readCommandProject(line);
  const given = readStartOptions(line);
  const options = project === null ? given : withProject(given, line, project);
  if (options.standby === true && !(await standByForCluster(options))) return 0;
  // Two threads load their modules in parallel.
  const thread = new ChainThread();
  const { startNode } = await import('../../node/startNode.ts');
  const running = startNode(options, thread);
  const starting =
    project === null ? running : running.then((node) => prepare(node, options, project));
  if (options.gasReport) void starting.then(reportOnSignal, () => {});
  return untilStopped(starting);
}

/** Brings the chain to what the configuration asks for; the node stops if that fails. */
async function prepare(
  node: RunningNode,
  { mining }: StartOptions,
  { plan, watch }: CommandProject,
): Promise<RunningNode> {
  const { createLocalRpc } = await import('../../embed/localPort.ts');
  const { applyProject, formatApplied } = await import('../../project/applyProject.ts');
  const parts = { plan, rpc: createLocalRpc(node), mining: formatMiningMode(mining) };
  const report = (text: string) => node.logger.info(text);
  try {
    const applied = formatApplied(plan.name, await applyProject(plan, parts.rpc, parts.mining));
    if (applied !== null) report(applied);
    if (watch === null) return node;
    const { watchProject } = await import('../../project/watchProject.ts');
    const end = watchProject({ ...parts, mode: watch, timer: realTimer, report });
    void node.stopped.then(end);
    return node;
  } catch (error) {
    await node.stop();
    throw error;
  }
}

/** False if the user stopped the program before its turn came. */
async function standByForCluster({ cluster, home, logLevel }: StartOptions): Promise<boolean> {
  const { standBy } = await import('../../cluster/standby.ts');
  const { createLogger } = await import('../../telemetry/logger.ts');
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  try {
    const logger = createLogger(logLevel);
    return await standBy({ cluster: cluster as string, home, logger }, ending.signal);
  } finally {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  }
}

export function readStartOptions(line: CommandLine): StartOptions {
  const text = (name: string) => defaultedText(line, name);
  const path = (name: string) => {
    const given = optionText(line, name);
    return given === undefined ? given : parsePath(given);
  };
  const count = (name: 'port' | 'shards' | 'accounts' | 'workers') =>
    parseWholeNumber(`--${name}`, text(name), OPTION_BOUNDS[name]);
  const insisted = (['shards', 'accounts'] as const).filter((name) => line.given.has(name));
  return {
    host: text('host'),
    port: count('port'),
    mining: parseMining(text('mining')),
    shards: count('shards'),
    accounts: count('accounts'),
    ...(insisted.length > 0 && { insisted }),
    ...parseProtocol(line),
    workers: count('workers'),
    finalWaitMs: parseWholeNumber('--final-wait', text('final-wait'), OPTION_BOUNDS.finalWaitMs),
    inMemory: hasSwitch(line, 'in-memory'),
    durable: hasSwitch(line, 'durable'),
    reset: hasSwitch(line, 'reset'),
    controls: !hasSwitch(line, 'no-controls'),
    debugInfo: path('debug-info'),
    showKeys: hasSwitch(line, 'show-keys'),
    gasReport: hasSwitch(line, 'gas-report'),
    token: parseToken(line),
    limits: parseLimits(line),
    ...parseCacheSize(line),
    loadState: path('load-state'),
    dumpState: path('dump-state'),
    fork: parseFork(optionText(line, 'fork')),
    ...parseCluster(line),
    home: parsePath(text('home')),
    logLevel: parseLogLevel(text('log')),
  };
}
