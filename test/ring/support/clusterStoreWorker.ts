// Talks to the cluster for a thread that waits: reads, lists, writes and deletes rows. Each change
// has its own term, so that the later one wins.

import assert from 'node:assert/strict';
import { type MessagePort, workerData } from 'node:worker_threads';
import { COLUMNS, type Column } from '../../../src/chain/columns/columns.ts';
import { Cassandra, parseCassandraAddress } from '../../../src/cluster/cassandra.ts';
import { Cluster } from '../../../src/cluster/cluster.ts';
import { familyNumber } from '../../../src/cluster/clusterTables.ts';
import type { ClusterRequest, ClusterStoreData } from './clusterStore.ts';

const DELETE =
  'DELETE FROM stored USING TIMESTAMP ? WHERE family = ? AND bucket = ? AND col = ? AND key = ?';

const { address, port, signal, bucketBytes } = workerData as ClusterStoreData & {
  port: MessagePort;
};
const parsed = parseCassandraAddress(address);
const cluster = await Cluster.open(parsed, { create: true, layout: () => bucketBytes });
const cassandra = await Cassandra.connect(parsed, parsed.keyspace);
const flag = new Int32Array(signal);
let term = Date.now();

function columnOf(number: number): Column {
  const column = COLUMNS.find((candidate) => candidate.number === number);
  assert.ok(column !== undefined, `column ${number}`);
  return column;
}

async function perform(request: ClusterRequest): Promise<unknown> {
  switch (request.kind) {
    case 'get':
      return cluster.get(columnOf(request.column), request.key, 'quorum');
    case 'list':
      return cluster.list(columnOf(request.column), request.bucket, 'quorum');
    case 'commit':
      for (const { column: number, key, value } of request.changes) {
        const column = columnOf(number);
        term++;
        if (value !== null) await cluster.putRows([{ column, key, value }], term);
        else {
          const bucket = [familyNumber(column), key.subarray(0, bucketBytes)];
          const row = [number, key.subarray(bucketBytes)];
          await cassandra.run(DELETE, [BigInt(term), ...bucket, ...row]);
        }
      }
      return null;
    case 'close':
      await cluster.close();
      await cassandra.close();
      return null;
  }
}

function answer(message: unknown): void {
  port.postMessage(message);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

port.on('message', (request: ClusterRequest) => {
  perform(request).then(
    (value) => answer({ value }),
    (error: Error) => answer({ error: error.message }),
  );
});
answer({ value: 'ready' });
