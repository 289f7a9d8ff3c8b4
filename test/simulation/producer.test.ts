// A block-producing node, simulated with everything that can go wrong around it: see
// producer/producerWorld.ts. The short form runs for some seconds.

import { test } from 'node:test';
import { runProducerWorld } from './producer/producerWorld.ts';
import { simulate, verifyNotices, verifyReplay } from './simulate.ts';

const name = 'producer';

test('a producing node survives crashes, full disks and a bad network', async (context) => {
  await simulate(context, { name, run: runProducerWorld, short: 75, known: [1_445_799_681] });
});

test('a run of a producing node depends on its seed alone', async () => {
  await verifyReplay({ name, run: runProducerWorld });
});

for (const sabotage of ['lose a commit', 'lose a row'] as const) {
  test(`disks that ${sabotage} are noticed`, async (context) => {
    const run = (world: Parameters<typeof runProducerWorld>[0]) =>
      runProducerWorld(world, sabotage);
    context.diagnostic(`noticed after ${await verifyNotices({ name, run }, 50)} runs`);
  });
}
