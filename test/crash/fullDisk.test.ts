// A node whose disk is full: under load, the system refuses to extend its files beyond a limit. The
// chain halts and reads still work; once there is room it resumes by itself, and everything that it
// has acknowledged is still there. A node that cannot even start ends with one sentence.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { dataFilePath } from '../../src/store/lmdb/dataFile.ts';
import { eventually } from '../support/eventually.ts';
import { describeStart, NodeProcess, ROOT } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';
import { countRounds } from '../support/testForm.ts';
import { CrashChain } from './support/crashChain.ts';

const SEED = 20_261_118n;
const ROUNDS = { short: 1, long: 10 };
/** Less is not enough for what a start writes. */
const ROOM_BYTES_MIN = 200_000;
const ROOM_BYTES_MAX = 1_000_000;
const BLOCK_BYTES = 512;

test('a full disk halts the chain, and nothing that was acknowledged is lost', async (context) => {
  const chain = new CrashChain(SEED);
  await chain.prepare();
  for (const _ of countRounds(context, 'full disks', ROUNDS)) {
    const room = ROOM_BYTES_MIN + chain.random.below32(ROOM_BYTES_MAX - ROOM_BYTES_MIN);
    const blocks = Math.ceil((statSync(dataFilePath(chain.storePath)).size + room) / BLOCK_BYTES);
    // Without the signal that would end the process, a write beyond the limit fails.
    const limit = ['sh', '-c', `trap '' XFSZ; ulimit -S -f ${blocks}; exec "$0" "$@"`];
    const node = new NodeProcess(describeStart(chain.home), limit);
    // Callers that wait for a transaction keep waiting while the disk is full.
    const loading = chain.load(node);
    const rpc = await node.listening();
    const health = () => fetch(`${rpc.url}/health`);
    await eventually('the disk is full', async () => (await health()).status === 503);
    assert.match(await (await health()).text(), /cannot be written: the disk may be full/);
    await rpc.call('block', { finality: 'final' });

    const raised = spawnSync('prlimit', ['--pid', `${node.child.pid}`, '--fsize=unlimited']);
    assert.equal(raised.status, 0, String(raised.error ?? raised.stderr));
    await eventually('there is room again', async () => (await health()).status === 200);
    await new Sender(rpc, ROOT).send(ROOT, [transfer(1n)], 'FINAL');
    await node.kill('SIGKILL');
    await (await loading).ended;
    await chain.verifyStore();
  }
  assert.ok(chain.acknowledged.length > 0);
  const { height } = await chain.verifyAll();
  context.diagnostic(`${chain.acknowledged.length} transactions kept, ${height} blocks`);
});

test('a node without room to start ends with one sentence', async () => {
  const chain = new CrashChain(SEED + 1n);
  const limit = ['sh', '-c', `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`];
  const { code, signal, stderr } = await new NodeProcess(describeStart(chain.home), limit).ended;
  assert.deepEqual([code, signal], [1, null], stderr);
  assert.match(stderr, /^perigee: [^\n]+\n$/);
});
