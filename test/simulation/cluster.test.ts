// A cluster with its writer and a front end, simulated with replicas that miss writes, responses
// that are lost and a writer that crashes: see cluster/clusterWorld.ts. The short form runs for
// some seconds.

import { test } from 'node:test';
import { runClusterWorld } from './cluster/clusterWorld.ts';
import { simulate, verifyNotices, verifyReplay } from './simulate.ts';
import type { World } from './world.ts';

const name = 'cluster';

test('a front end shows one complete chain, whatever cluster and writer do', async (context) => {
  await simulate(context, { name, run: runClusterWorld, short: 75 });
});

test('a run of a cluster depends on its seed alone', async () => {
  await verifyReplay({ name, run: runClusterWorld });
});

test('a cluster that forgets writes is detected', async (context) => {
  const run = (world: World) => runClusterWorld(world, 'forget a write');
  context.diagnostic(`noticed after ${await verifyNotices({ name, run }, 50)} runs`);
});
