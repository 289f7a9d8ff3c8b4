// Which cores the nodes and the load generator get.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describePlan,
  parseCoreList,
  pinnedCommand,
  planCores,
} from '../../src/benchmark/cores.ts';

test('the list of taskset may have ranges', () => {
  assert.deepEqual(parseCoreList("pid 7's current affinity list: 0,2-4,7\n"), [0, 2, 3, 4, 7]);
  assert.deepEqual(parseCoreList("pid 7's current affinity list: 5"), [5]);
});

test('the generator has cores of its own if there are any left, and it says so', () => {
  for (const [cores, processes, node, generator, text] of [
    [[0, 1], 1, [0], [1], 'nodes on core 0, the load generator on core 1'],
    [[0, 1], 2, [0, 1], [0, 1], 'nodes on cores 0, 1, the load generator shares them'],
    [[2, 3, 5], 2, [2, 3], [5], 'nodes on cores 2, 3, the load generator on core 5'],
    [[0], 2, null, null, 'nothing is pinned: all share the cores'],
    [null, 1, null, null, 'nothing is pinned: all share the cores'],
  ] as const) {
    const plan = planCores(cores, processes);
    assert.deepEqual(plan, { node, generator }, text);
    assert.equal(describePlan(plan), text);
  }
});

test('a command runs through taskset only if cores are given', () => {
  assert.deepEqual(pinnedCommand(['node', 'x'], null), ['node', 'x']);
  assert.deepEqual(pinnedCommand(['node', 'x'], [1, 2]), ['taskset', '-c', '1,2', 'node', 'x']);
});
