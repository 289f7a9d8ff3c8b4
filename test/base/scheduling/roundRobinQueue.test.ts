// Flows are served in turn, each in order, within limits on count, bytes and flows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RoundRobinQueue } from '../../../src/base/scheduling/roundRobinQueue.ts';

const LIMITS = { countMax: 6, bytesMax: 100, flowCountMax: 3 };

function takeAll(queue: RoundRobinQueue<string>): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== null; next = queue.take()) taken.push(next);
  return taken;
}

test('flows take turns and keep their own order', () => {
  const queue = new RoundRobinQueue<string>(LIMITS);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) {
    assert.ok(queue.add(item.slice(0, 1), item, 1), item);
  }
  assert.deepEqual(takeAll(queue), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  assert.deepEqual([queue.length, queue.bytes], [0, 0]);
});

test('a flow that is full leaves room for others, up to the total limit', () => {
  const queue = new RoundRobinQueue<string>(LIMITS);
  const added = [...'aaaabbbc'].map((flow) => queue.add(flow, flow, 1));
  assert.deepEqual(added, [true, true, true, false, true, true, true, false]);
});

test('bytes are bounded, and released again', () => {
  const queue = new RoundRobinQueue<string>(LIMITS);
  assert.ok(queue.add('a', 'first', 60));
  assert.ok(!queue.add('b', 'too long', 41));
  assert.ok(queue.add('b', 'second', 40));
  assert.equal(queue.take(), 'first');
  assert.equal(queue.bytes, 40);
  assert.deepEqual(queue.takeFlow('b'), ['second']);
  assert.deepEqual([queue.bytes, queue.length, queue.take()], [0, 0, null]);
});
