// Starts a node inside another program, mainly for tests. Its chain is kept in a temporary folder
// unless a home is given.

import { formatMiningMode } from '../chain/production/mining.ts';
import { FINAL_WAIT_MS } from '../node/options.ts';
import { type RunningNode, startNode } from '../node/startNode.ts';
import { applyProject } from '../project/applyProject.ts';
import { openProject, projectOf } from '../project/openProject.ts';
import { type ProjectPlan, planProject } from '../project/planProject.ts';
import type { CreateNodeOptions } from './createNodeOptions.ts';
import { InProcessNode } from './inProcessNode.ts';
import { createLocalRpc } from './localPort.ts';
import type { PerigeeNode } from './perigeeNode.ts';
import { readNodeOptions } from './readNodeOptions.ts';

const DEFAULTS = {
  host: '127.0.0.1',
  port: 0,
  mining: 'auto',
  finalWaitMs: FINAL_WAIT_MS,
  shards: 1,
  accounts: 10,
  durable: false,
  reset: false,
  controls: true,
  gasReport: false,
  logLevel: 'silent',
} as const;

export async function createNode(options: CreateNodeOptions = {}): Promise<PerigeeNode> {
  const given = readNodeOptions(options);
  const { home } = given;
  const plan = await readPlan(options.config);
  const start = { ...DEFAULTS, ...plan?.options, ...given };
  const running = await startNode({ ...start, home: home ?? '', inMemory: home === undefined });
  if (plan !== null) {
    await stopUnless(running, () =>
      applyProject(plan, createLocalRpc(running), formatMiningMode(start.mining)),
    );
  }
  return new InProcessNode(running);
}

async function readPlan(config: CreateNodeOptions['config']): Promise<ProjectPlan | null> {
  if (config === undefined) return null;
  return planProject(
    typeof config === 'string' ? await openProject(config) : projectOf(config, process.cwd()),
  );
}

/** A node that nobody gets to see must not go on. */
async function stopUnless<T>(running: RunningNode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await running.stop();
    throw error;
  }
}
