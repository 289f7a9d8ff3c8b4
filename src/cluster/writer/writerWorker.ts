// The thread that writes a node's blocks to a cluster. It has its own view of the chain thread's
// store.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { packFailure } from '../../base/threadFailure.ts';
import { realTimer } from '../../process/realTime.ts';
import { openStore } from '../../store/openStore.ts';
import { parseCassandraAddress } from '../cassandra.ts';
import { Cluster } from '../cluster.ts';
import { ClusterWriter } from './clusterWriter.ts';
import { LazyStore } from './lazyStore.ts';
import type { ClusterThreadData, FromCluster, ToCluster } from './writerMessages.ts';
import { ClusterTail } from './writerTail.ts';

/** An unreachable cluster must not keep the node from stopping. */
const STOP_MS_MAX = 3_000;

assert(parentPort !== null, 'a cluster is written in a thread of its own');
const port = parentPort;
const data: ClusterThreadData = workerData;
const say = (message: FromCluster) => port.postMessage(message);

const address = parseCassandraAddress(data.address);
const { leaseSeconds } = address;
const store = new LazyStore();
let cluster: Cluster | null = null;

const tail = new ClusterTail({
  open: async () => {
    const opened = await Cluster.open(address, { create: true });
    cluster = opened;
    const now = () => performance.now();
    const writer = new ClusterWriter({ ...data, leaseSeconds, cluster: opened, store, now });
    const close = () => {
      cluster = null;
      return opened.close();
    };
    return { writer, close };
  },
  leaseSeconds,
  timer: realTimer,
  onClaimed: () => say({ kind: 'claimed' }),
  onAway: ({ message }) => say({ kind: 'away', message }),
  onWritten: (height) => say({ kind: 'written', height }),
  onRefused: refuse,
});

function refuse(error: Error): void {
  say({ kind: 'refused', failure: packFailure(error) });
}

async function stop(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS_MAX));
  await Promise.race([tail.stop(), late]);
  await Promise.race([cluster?.close().catch(() => {}), late]);
  await store.close();
  process.exit();
}

port.on('message', (message: ToCluster) => {
  switch (message.kind) {
    case 'begin':
      openStore({ path: data.storePath, readOnly: true }).then((opened) => {
        store.open(opened);
        tail.start();
      }, refuse);
      return;
    case 'block':
      tail.wake();
      return;
    case 'stop':
      void stop();
  }
});
tail.claim().catch(refuse);
