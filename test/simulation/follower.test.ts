// A follower, simulated with a source that lies and a disk that fails: see
// follower/followerWorld.ts. The short form runs for some seconds.

import { test } from 'node:test';
import { runFollowerWorld } from './follower/followerWorld.ts';
import { simulate, verifyReplay } from './simulate.ts';

const name = 'follower';

test('a follower stores nothing that a lying source invented', async (context) => {
  await simulate(context, { name, run: runFollowerWorld, short: 100 });
});

test('a run of a follower depends on its seed alone', async () => {
  await verifyReplay({ name, run: runFollowerWorld });
});
