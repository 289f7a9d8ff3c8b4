// The writer of a cluster over time, with a clock that the test moves: it claims, writes, waits for
// news, retries while the cluster is unreachable, and ends when it is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClusterError } from '../../../src/cluster/cassandra.ts';
import { ClusterTail, type TailedWriter } from '../../../src/cluster/writer/writerTail.ts';

const away = () => createClusterError('cluster_unreachable', 'nobody is there');
const refused = () => createClusterError('cluster_refused', 'another node has taken over');

/** Logs what happens; each step can be made to fail. */
function createStage() {
  const events: string[] = [];
  const failures = new Map<string, Error[]>();
  let due: (() => void)[] = [];
  const step = async (name: string) => {
    const failure = failures.get(name)?.shift();
    events.push(failure === undefined ? name : `${name} fails`);
    if (failure !== undefined) throw failure;
  };
  const writer: TailedWriter = {
    claim: () => step('claim'),
    recover: () => step('recover'),
    renew: () => step('renew'),
    release: () => step('release'),
    catchUp: async (onStep) => {
      await step('write');
      onStep(7);
    },
  };
  const tail = new ClusterTail({
    open: async () => {
      await step('open');
      return { writer, close: () => step('close') };
    },
    leaseSeconds: 9,
    timer: (callback, delayMs) => {
      events.push(`wait ${delayMs}`);
      due.push(callback);
      return () => {
        due = due.filter((one) => one !== callback);
      };
    },
    onClaimed: () => events.push('claimed'),
    onAway: ({ message }) => events.push(`away: ${message}`),
    onWritten: (height) => events.push(`at ${height}`),
    onRefused: ({ message }) => events.push(`refused: ${message}`),
  });
  /** Runs everything that needs no time; returns the events. */
  const settle = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return events.splice(0);
  };
  const passTime = () => due.shift()?.();
  return { tail, failures, settle, passTime };
}

test('it writes when there is news, and sends a heartbeat when there is none', async () => {
  const { tail, settle, passTime } = createStage();
  await tail.claim();
  tail.start();
  const first = ['open', 'claim', 'claimed', 'write', 'at 7', 'renew', 'wait 3000'];
  assert.deepEqual(await settle(), first);
  tail.wake();
  assert.deepEqual(await settle(), ['write', 'at 7', 'renew', 'wait 3000']);
  passTime();
  assert.deepEqual(await settle(), ['renew', 'wait 3000']);
  await tail.stop();
  assert.deepEqual(await settle(), ['release']);
});

test('an unreachable cluster is reported once, and written to when it is back', async () => {
  const { tail, failures, settle, passTime } = createStage();
  failures.set('open', [away(), away()]);
  failures.set('write', [away()]);
  await tail.claim();
  tail.start();
  const start = ['open fails', 'away: nobody is there', 'open fails', 'wait 1000'];
  assert.deepEqual(await settle(), start);
  // News does not make it retry sooner.
  tail.wake();
  assert.deepEqual(await settle(), []);
  passTime();
  const back = ['open', 'claim', 'claimed', 'recover', 'write fails', 'away: nobody is there'];
  assert.deepEqual(await settle(), [...back, 'wait 1000']);
  passTime();
  assert.deepEqual(await settle(), ['recover', 'write', 'at 7', 'renew', 'wait 3000']);
  await tail.stop();
});

test('a connection on which the claim fails is closed before the next one is opened', async () => {
  const { tail, failures, settle, passTime } = createStage();
  failures.set('claim', [away(), away()]);
  failures.set('close', [away()]);
  await tail.claim();
  assert.deepEqual(await settle(), ['open', 'claim fails', 'close fails', 'away: nobody is there']);
  tail.start();
  assert.deepEqual(await settle(), ['open', 'claim fails', 'close', 'wait 1000']);
  passTime();
  const back = ['open', 'claim', 'claimed', 'recover', 'write', 'at 7', 'renew', 'wait 3000'];
  assert.deepEqual(await settle(), back);
  await tail.stop();
  assert.deepEqual(await settle(), ['release']);
});

test('a writer that is refused leaves the cluster alone', async () => {
  const { tail, failures, settle } = createStage();
  failures.set('renew', [refused()]);
  await tail.claim();
  tail.start();
  const events = await settle();
  assert.equal(events.at(-1), 'refused: another node has taken over');
  tail.wake();
  assert.deepEqual(await settle(), []);
  const second = createStage();
  second.failures.set('claim', [refused()]);
  await assert.rejects(second.tail.claim(), /taken over/);
  assert.deepEqual(await second.settle(), ['open', 'claim fails', 'close']);
});
