// A node is upgraded from protocol 84 to the newest version under transactions, stopped and killed
// on the way, and its shard is split. Two followers in their own processes check every block from
// genesis on, one of them by execution; their responses about the blocks around each change are
// those of the node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import { NodeProcess } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { compareResponses, UpgradedNode } from '../support/upgradedNode.ts';

async function startFollower(node: UpgradedNode, ...args: string[]): Promise<RpcClient> {
  const from = `neardata:${(await node.rpc()).url}`;
  const places = ['--from', from, '--genesis', node.genesisFile, '--home', createTemporaryFolder()];
  const follower = new NodeProcess(['follow', ...places, '--port', '0', '--log', 'error', ...args]);
  return follower.listening();
}

async function headOf(rpc: RpcClient): Promise<number> {
  const params = { finality: 'optimistic' };
  const { header } = await rpc.call<{ header: { height: number } }>('block', params);
  return header.height;
}

test('a node that is upgraded is followed by others', async (context) => {
  const node = new UpgradedNode();
  await node.upgrade();
  const last = node.changes.at(-1) as number;
  assert.equal(node.changes.length, 5);
  for (const args of [[], ['--execute']]) {
    const follower = await startFollower(node, ...args);
    await eventually('it has the last change', async () => (await headOf(follower)) > last + 1);
    await compareResponses(node.listQuestions(), await node.rpc(), follower);
  }
  context.diagnostic(`${node.transactions.length} transactions, changes at ${node.changes}`);
});
