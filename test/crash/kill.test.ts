// A node under load is killed with SIGKILL at chosen moments, some of them during start-up, and
// restarted on the same home folder. Every transaction that it has acknowledged is there, and so is
// everything below its head: blocks, their proofs, the complete state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countRounds } from '../support/testForm.ts';
import { CrashChain } from './support/crashChain.ts';

const SEED = 20_261_116n;
const ROUNDS = { short: 4, long: 150 };
/** How soon after its start a node is killed. */
const START_MS_MAX = 900;
/** One in this many kills hits a node that is starting. */
const STARTING_EVERY = 4;

test('what was acknowledged survives SIGKILL at any moment', async (context) => {
  const chain = new CrashChain(SEED);
  await chain.prepare();
  let kills = 0;
  for (const round of countRounds(context, 'kills', ROUNDS)) {
    if (round % STARTING_EVERY === 1) {
      const node = chain.start();
      await sleep(chain.random.below32(START_MS_MAX));
      assert.equal((await node.kill('SIGKILL')).signal, 'SIGKILL');
    } else {
      await chain.killUnderLoad();
      await chain.verifyStore();
    }
    kills++;
  }
  assert.ok(chain.acknowledged.length > kills, `${chain.acknowledged.length} transactions`);
  assert.ok(chain.reads > kills, `${chain.reads} reads`);
  const { height } = await chain.verifyAll();
  context.diagnostic(
    `${chain.acknowledged.length} transactions and ${chain.reads} reads were acknowledged, ` +
      `${height} blocks`,
  );
});
