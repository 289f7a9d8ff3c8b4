// A store on a disk that tears what was not synced: see disk/diskWorld.ts. The short form runs for
// some seconds.

import { test } from 'node:test';
import { runDiskWorld } from './disk/diskWorld.ts';
import { simulate, verifyNotices, verifyReplay } from './simulate.ts';
import type { World } from './world.ts';

const name = 'disk';
/** A checkpoint that was overwritten in place, and restored as a mixture of old and new sectors. */
const known = [2_002_037, 5_003_290];

test('a store recovers a committed state, whatever a crash leaves', async (context) => {
  await simulate(context, { name, run: runDiskWorld, short: 75, seeds: 1_500, known });
});

test('a run of a store depends on its seed alone', async () => {
  await verifyReplay({ name, run: runDiskWorld });
});

test('disks that forget what they synced are detected', async (context) => {
  const run = (world: World) => runDiskWorld(world, 'forget what they synced');
  context.diagnostic(`noticed after ${await verifyNotices({ name, run }, 50)} runs`);
});
