// A node that is upgraded from protocol 84 to the newest version, stopped and killed on the way,
// and whose shard is split, writes its blocks to a cluster: front ends respond like the node about
// the blocks around each change, with a local copy of the state and without.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOT } from '../support/runningNode.ts';
import { compareResponses, UpgradedNode } from '../support/upgradedNode.ts';
import { startTestCluster } from './support/cassandra.ts';
import { caughtUp, startFrontEnd } from './support/clusterPrograms.ts';

test('front ends respond like a node that is upgraded', async () => {
  const cluster = (await startTestCluster(1)).address('upgrades');
  const node = new UpgradedNode('--ring', cluster);
  await node.upgrade();
  const writer = await node.rpc();
  for (const args of [[], ['--state', '--upstream', writer.url]]) {
    const front = await startFrontEnd(cluster, ...args).listening();
    await caughtUp(writer, front);
    await compareResponses(node.listQuestions(), writer, front);
    if (args.length === 0) continue;
    const call = { request_type: 'call_function', account_id: ROOT, method_name: 'get' };
    const asked = { ...call, args_base64: '', finality: 'final' };
    assert.deepEqual(await front.call('query', asked), await writer.call('query', asked));
  }
});
