// The writer's side of a cluster over time, with a clock in the hands of the test: it claims,
// writes what there is, waits for news, tries again while the cluster is away, and ends when it is
// refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClusterError } from '../../../src/cluster/cassandra.ts';
import { ClusterTail, type TailedWriter } from '../../../src/cluster/writer/writerTail.ts';

const away = () => createClusterError('cluster_unreachable', 'nobody is there');
const refused = () => createClusterError('cluster_refused', 'another node has taken over');

/** Writes down what happens; each step may be made to fail. */
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
  /** Lets everything happen that needs no time; gives what did. */
  const settle = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return events.splice(0);
  };
  const passTime = () => due.shift()?.();
  return { tail, failures, settle, passTime };
}

test('it writes when there is news, and speaks up when there is none', async () => {
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

test('a cluster that is away is told of once, and written to when it is back', async () => {
  const { tail, failures, settle, passTime } = createStage();
  failures.set('open', [away(), away()]);
  failures.set('write', [away()]);
  await tail.claim();
  tail.start();
  const start = ['open fails', 'away: nobody is there', 'open fails', 'wait 1000'];
  assert.deepEqual(await settle(), start);
  // News do not make it try sooner.
  tail.wake();
  assert.deepEqual(await settle(), []);
  passTime();
  const back = ['open', 'claim', 'claimed', 'recover', 'write fails', 'away: nobody is there'];
  assert.deepEqual(await settle(), [...back, 'wait 1000']);
  passTime();
  assert.deepEqual(await settle(), ['recover', 'write', 'at 7', 'renew', 'wait 3000']);
  await tail.stop();
});

test('a connection on which the claim fails is closed before there is another', async () => {
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

test('a cluster that is refused is left alone', async () => {
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
