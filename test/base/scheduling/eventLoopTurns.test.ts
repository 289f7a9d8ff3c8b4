// How listeners share the event loop: the test grants the turns and counts what is read in each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventLoopTurns } from '../../../src/base/scheduling/eventLoopTurns.ts';
import {
  createTalkativeChain,
  HandSink,
  listen,
  readAll,
  settle,
} from '../../rpc/support/eventListener.ts';

test('a turn of the event loop reads for one listener, however many there are', async () => {
  const chain = createTalkativeChain();
  chain.mine(100);
  const due: (() => void)[] = [];
  const turns = new EventLoopTurns((callback) => due.push(callback));
  const sinks = Array.from({ length: 50 }, () => new HandSink());
  const streams = sinks.map((sink) => listen(chain, `from=0&to=${chain.height}`, sink, turns));
  const count = () => sinks.reduce((sum, sink) => sum + sink.ids.length, 0);
  let mostInTurn = 0;
  for (let turn = due.shift(); turn !== undefined; turn = due.shift()) {
    const before = count();
    turn();
    await settle();
    assert.ok(due.length <= 1, 'one turn is scheduled at a time');
    mostInTurn = Math.max(mostInTurn, count() - before);
  }
  assert.ok(mostInTurn <= 32, `${mostInTurn} events in a turn`);
  await Promise.all(streams.map(({ ended }) => ended));
  const ids = readAll(chain).map(({ id }) => id);
  for (const sink of sinks) assert.deepEqual(sink.ids, ids);
});

test('a connection that drains waits for its turn, and so does one that is woken', async () => {
  const chain = createTalkativeChain();
  const due: (() => void)[] = [];
  const turns = new EventLoopTurns((callback) => due.push(callback));
  const sink = new HandSink(1);
  listen(chain, 'from=0', sink, turns);
  due.shift()?.();
  await settle();
  assert.equal(sink.ids.length, 1);
  await sink.take(Number.POSITIVE_INFINITY);
  assert.equal(sink.ids.length, 1);
  for (let turn = due.shift(); turn !== undefined; turn = due.shift()) {
    turn();
    await settle();
  }
  const known = sink.ids.length;
  assert.equal(known, readAll(chain).length);
  chain.mine();
  await settle();
  assert.equal(sink.ids.length, known);
  due.shift()?.();
  await settle();
  assert.equal(sink.ids.at(-1), `${chain.height}.0`);
});
