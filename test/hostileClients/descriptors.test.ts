// More connections than the system allows files to the real program: it accepts as many as leave it
// what it needs itself, produces blocks and checkpoints meanwhile, and still serves afterwards.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { repositoryPath } from '../support/repository.ts';
import { describeStart, NodeProcess } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { byForm } from '../support/testForm.ts';
import { countRefused } from './support/nodeMetrics.ts';
import { formatPost, RawConnection } from './support/rawClient.ts';

const LIMITS = byForm({ short: [256], long: [200, 256, 1_024] });
/** How far above the limit the number of connections goes. */
const BEYOND = 100;
/** Opens few files at the start; the modules of the sources would be opened all at once. */
const BUNDLE = repositoryPath('bin/perigee.js');
const MINE = formatPost('/', '{"jsonrpc":"2.0","id":7,"method":"perigee_mine","params":{}}');

for (const limit of LIMITS) {
  test(`a node that may open ${limit} files survives more connections`, async () => {
    const home = createTemporaryFolder();
    const wrapper = ['sh', '-c', `ulimit -n ${limit}; node=$0; shift; exec "$node" ${BUNDLE} "$@"`];
    const node = new NodeProcess([...describeStart(home), '--log', 'info'], wrapper);
    const rpc = await node.listening();
    assert.match(node.stdout, new RegExp(`at most ${limit - 120} connections at once`));
    const first = await RawConnection.open(rpc.url);
    assert.ok(first !== null);
    const others: (RawConnection | null)[] = [];
    while (others.length < limit + BEYOND) {
      const some = Array.from({ length: 50 }, () => RawConnection.open(rpc.url));
      others.push(...(await Promise.all(some)));
    }
    const readCheckpoint = () => readFileSync(join(home, 'data', 'checkpoint'), 'latin1');
    const heights = new Set<string | undefined>();
    for (let mined = 1; mined <= 3; mined++) {
      const before = readCheckpoint();
      first.send(MINE);
      heights.add(/"height":(\d+)\},"id":7\}$/.exec(await first.answers(mined))?.[1]);
      await eventually('a checkpoint is made', () => readCheckpoint() !== before);
    }
    assert.equal(heights.size, 3, first.received);
    first.socket.destroy();
    for (const connection of others) connection?.socket.destroy();
    await eventually('there is room again', async () => {
      return (await countRefused(rpc, 'connections').catch(() => 0)) > BEYOND;
    });
    assert.ok((await rpc.call<object>('block', { finality: 'final' })) !== null);
    await node.kill('SIGTERM');
    const { code } = await node.ended;
    assert.equal(code, 0, node.stdout + node.stderr);
  });
}
