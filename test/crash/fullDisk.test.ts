// A node whose disk is full: the system refuses to make its files longer than a limit, while it is
// under load. The node stops with one sentence; with room again it goes on, and everything that it
// has answered for is there.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { dataFilePath } from '../../src/store/dataFile.ts';
import { describeStart, NodeProcess } from '../support/runningNode.ts';
import { countRounds } from '../support/testForm.ts';
import { CrashChain } from './support/crashChain.ts';

const SEED = 20_261_118n;
const ROUNDS = { short: 1, long: 10 };
const ROOM_BYTES_MAX = 1_000_000;
const BLOCK_BYTES = 512;

test('a full disk stops the node, and nothing that was answered is lost', async (context) => {
  const chain = new CrashChain(SEED);
  await chain.prepare();
  for (const _ of countRounds(context, 'full disks', ROUNDS)) {
    const room = chain.random.below32(ROOM_BYTES_MAX);
    const blocks = Math.ceil((statSync(dataFilePath(chain.storePath)).size + room) / BLOCK_BYTES);
    // Without the signal that would end the process, a write beyond the limit fails.
    const limit = ['sh', '-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`];
    const node = new NodeProcess(describeStart(chain.home), limit);
    const { ended } = await chain.load(node).catch(() => ({ ended: null }));
    await ended;
    const { code, signal, stdout, stderr } = await node.ended;
    assert.deepEqual([code, signal], [1, null], `${stdout}\n${stderr}`);
    assert.match(stdout + stderr, /the disk is full|cannot be written/, `${stdout}\n${stderr}`);
    await chain.verifyStore();
  }
  assert.ok(chain.acknowledged.length > 0);
  const { height } = await chain.verifyAll();
  context.diagnostic(`${chain.acknowledged.length} transactions kept, ${height} blocks`);
});
