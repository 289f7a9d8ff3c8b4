// Which reads of partitions travel in one message, and what happens if that message fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import type { CqlRow } from '../../src/cluster/cassandra.ts';
import { PartitionReads } from '../../src/cluster/partitionReads.ts';

/** A partition has two rows with its own name; that of `missing` has none. */
class FakeCassandra {
  readonly sent: string[] = [];
  readonly routed: (string | undefined)[] = [];
  readonly failing = new Set<string>();

  nameReplicas(routingKey: Buffer): string {
    return routingKey.includes('far') ? 'far' : 'near';
  }

  async runAll(
    _query: string,
    [family, bucket]: readonly unknown[],
    options: { readonly consistency?: string; readonly routingKey?: Buffer },
  ): Promise<readonly CqlRow[]> {
    const buckets = (Array.isArray(bucket) ? bucket : [bucket]) as Uint8Array[];
    const names = buckets.map((one) => Buffer.from(one).toString());
    this.sent.push(`${family} ${options.consistency} ${names}`);
    this.routed.push(options.routingKey?.toString('hex'));
    if (names.some((name) => this.failing.has(name))) throw new Error(`${names} failed`);
    const found = names.filter((name) => name !== 'missing').toReversed();
    return found.flatMap((name) => [0, 1].map((col) => ({ bucket: Buffer.from(name), col, name })));
  }
}

function start() {
  const cassandra = new FakeCassandra();
  const reads = new PartitionReads(cassandra);
  const read = (name: string, family = 10, consistency: 'one' | 'quorum' = 'quorum') =>
    reads.read({ family, bucket: utf8ToBytes(name) }, consistency);
  return { cassandra, read };
}

test('reads of one turn are one message, and each gets the rows of its partition', async () => {
  const { cassandra, read } = start();
  const found = await Promise.all(['a', 'missing', 'b'].map((name) => read(name)));
  assert.deepEqual(cassandra.sent, ['10 quorum a,missing,b']);
  assert.deepEqual(
    found.map((rows) => rows.map(({ name, col }) => `${name}${col}`)),
    [['a0', 'a1'], [], ['b0', 'b1']],
  );
  // A smallint and a blob, each with its length and a zero, as the cluster hashes them.
  assert.deepEqual(cassandra.routed, ['0002000a000001' + '6100']);
  await read('c');
  assert.deepEqual(cassandra.sent.slice(1), ['10 quorum c'], 'another turn');
});

test('reads of other families, consistencies and replicas are messages of their own', async () => {
  const { cassandra, read } = start();
  await Promise.all([read('a'), read('b', 1), read('c', 10, 'one'), read('far'), read('d')]);
  assert.deepEqual(cassandra.sent.toSorted(), [
    '1 quorum b',
    '10 one c',
    '10 quorum a,d',
    '10 quorum far',
  ]);
});

test('a message has a bounded number of partitions', async () => {
  const { cassandra, read } = start();
  await Promise.all(Array.from({ length: 37 }, (_, i) => read(`p${i}`)));
  const counts = cassandra.sent.map((line) => line.split(',').length);
  assert.deepEqual(counts, [16, 16, 5]);
});

test('a partition that cannot be read does not fail the others of its message', async () => {
  const { cassandra, read } = start();
  cassandra.failing.add('bad');
  const found = await Promise.allSettled([read('a'), read('bad'), read('b')]);
  assert.deepEqual(
    found.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(cassandra.sent, [
    '10 quorum a,bad,b',
    '10 quorum a',
    '10 quorum bad',
    '10 quorum b',
  ]);
});
