// The thread that brings a node's blocks to a ring. It reads the store beside the chain's thread.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { PerigeeError } from '../base/errors.ts';
import { parseCassandraAddress } from '../store/cassandra.ts';
import { LmdbStore } from '../store/lmdbStore.ts';
import { Ring } from '../store/ring.ts';
import { realTimer } from './realTime.ts';
import { LazyStore } from './ringLazyStore.ts';
import type { FromRing, RingThreadData, ToRing } from './ringMessages.ts';
import { RingTail } from './ringTail.ts';
import { RingWriter } from './ringWriter.ts';

/** A ring that is away does not keep the node from stopping. */
const STOP_MS_MAX = 3_000;

assert(parentPort !== null, 'a ring is written in a thread of its own');
const port = parentPort;
const data: RingThreadData = workerData;
const say = (message: FromRing) => port.postMessage(message);

const address = parseCassandraAddress(data.address);
const { leaseSeconds } = address;
const store = new LazyStore();
let ring: Ring | null = null;

const tail = new RingTail({
  open: async () => {
    const opened = await Ring.open(address, { create: true });
    ring = opened;
    const now = () => performance.now();
    const writer = new RingWriter({ ...data, leaseSeconds, ring: opened, store, now });
    const close = () => {
      ring = null;
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
  const code = error instanceof PerigeeError ? error.code : 'ring_failed';
  say({ kind: 'refused', message: error.message, code });
}

async function stop(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS_MAX));
  await Promise.race([tail.stop(), late]);
  await Promise.race([ring?.close().catch(() => {}), late]);
  await store.close();
  process.exit();
}

port.on('message', (message: ToRing) => {
  switch (message.kind) {
    case 'begin':
      LmdbStore.open({ path: data.storePath, readOnly: true }).then((opened) => {
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
