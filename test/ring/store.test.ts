// The common store suite on a cluster, and rows that are split into parts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { concatBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { Caches } from '../../src/base/collections/caches.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { parseCassandraAddress } from '../../src/cluster/cassandra.ts';
import { Cluster } from '../../src/cluster/cluster.ts';
import { ClusterRows } from '../../src/cluster/clusterRows.ts';
import { verifyRow } from '../../src/cluster/verifyRow.ts';
import { numberKey } from '../../src/store/storeKeys.ts';
import { runStoreSuite } from '../store/storeSuite.ts';
import { startTestCluster, type TestCluster } from './support/cassandra.ts';
import { ClusterBridge } from './support/clusterStore.ts';

let testCluster: TestCluster;
let bridge: ClusterBridge;
let cluster: Cluster;

before(async () => {
  testCluster = await startTestCluster(1);
  cluster = await Cluster.open(parseCassandraAddress(testCluster.address('rows')), {
    create: true,
  });
  bridge = new ClusterBridge(testCluster.address('suite'));
});

after(async () => {
  await bridge?.close();
  await cluster?.close();
});

runStoreSuite('cluster', async () => bridge.createStore());

test('a large value is split and joined, and a shorter one replaces it', async () => {
  const key = utf8ToBytes('large');
  const value = new Uint8Array(3 * 1024 * 1024 + 5).map((_, i) => i % 251);
  const column = Column.chunk;
  await cluster.putRows([{ column, key, value }], 1);
  assert.deepEqual(await cluster.get(column, key, 'quorum'), value);
  const shorter = value.subarray(0, 1_500_000);
  await cluster.putRows([{ column, key, value: shorter }], 2);
  assert.deepEqual(await cluster.get(column, key, 'quorum'), new Uint8Array(shorter));
});

test('a partition is read in pages, in both directions, with values that are split', async () => {
  const bucket = sha256(utf8ToBytes('pages'));
  const column = Column.stateAt;
  const rows = [3, 2_500_000, 1, 1_200_000, 5].map((length, i) => ({
    column,
    key: concatBytes(bucket, numberKey(i)),
    value: new Uint8Array(length).fill(i),
  }));
  await cluster.putRows(rows, 1);
  const last = numberKey(rows.length - 1);
  for (const limit of [1, 2, 3, 100]) {
    for (const reverse of [false, true]) {
      const found: number[] = [];
      let [start, end] = [numberKey(0), last];
      for (let isLast = false; !isLast; ) {
        const page = await cluster.page(column, bucket, { start, end, reverse, limit });
        found.push(...page.rows.map(([, value]) => value.length));
        const at = page.rows.at(-1)?.[0].subarray(bucket.length);
        if (at !== undefined && reverse) end = at;
        else if (at !== undefined) start = concatBytes(at, Uint8Array.of(0));
        isLast = page.isLast;
      }
      const expected = rows.slice(0, -1).map(({ value }) => value.length);
      assert.deepEqual(found, reverse ? expected.reverse() : expected, `${limit} ${reverse}`);
    }
  }
});

test('a row of an earlier term does not replace a later one', async () => {
  const key = utf8ToBytes('term');
  const column = Column.blockAt;
  await cluster.putRows([{ column, key, value: utf8ToBytes('new') }], 7);
  await cluster.putRows([{ column, key, value: utf8ToBytes('old') }], 6);
  assert.deepEqual(await cluster.get(column, key, 'quorum'), utf8ToBytes('new'));
});

test('a row that does not match its hash is refused', async () => {
  const value = utf8ToBytes('a node');
  const rows = new ClusterRows(cluster, { caches: new Caches(), verify: verifyRow });
  const good = sha256(value);
  const bad = sha256(utf8ToBytes('another'));
  const column = Column.stateNode;
  await cluster.putRows(
    [good, bad].map((key) => ({ column, key, value })),
    1,
  );
  assert.deepEqual(await rows.load(column, good), value);
  await assert.rejects(rows.load(column, bad), /does not match its key/);
});

test('only the holder of the term moves the head, from its current position', async () => {
  const tip = (height: number) => ({ height, hash: new Uint8Array(32).fill(height) });
  const tips = (height: number) => ({ head: tip(height), finalHead: tip(0), tail: tip(0) });
  const first = await cluster.claim(await cluster.settledState(), 'first', 60);
  assert.equal(first, 1);
  assert.equal(await cluster.publish(1, null, tips(5)), true);
  assert.equal(await cluster.publish(1, null, tips(6)), false);
  const state = await cluster.settledState();
  assert.deepEqual([state.writer, state.tips?.head.height], ['first', 5]);
  assert.equal(await cluster.claim(state, 'second', 60), 2);
  assert.equal(await cluster.claim(state, 'third', 60), null);
  assert.equal(await cluster.publish(1, tip(5), tips(6)), false);
  assert.equal(await cluster.renew(1, 'first', 60), false);
  assert.equal(await cluster.publish(2, tip(4), tips(6)), false);
  assert.equal(await cluster.publish(2, tip(5), tips(6)), true);
  await cluster.release(2);
  assert.equal((await cluster.state()).writer, null);
});

test('a keyspace of another version is refused', async () => {
  const address = parseCassandraAddress(testCluster.address('older'));
  const older = await Cluster.open(address, { create: true });
  await older.putNote('version', 'perigee ring 3');
  await older.close();
  for (const create of [true, false]) {
    await assert.rejects(Cluster.open(address, { create }), /has perigee ring 3, but this program/);
  }
});
