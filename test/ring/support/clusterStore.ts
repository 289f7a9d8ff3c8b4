// A cluster as a store, for the common store suite: another thread talks to the cluster while this
// one waits. Snapshots, which a cluster does not have, are copies; the rows of each store have
// their own prefix, so that it starts empty.

import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { compareBytes, concatBytes } from '../../../src/base/bytes/bytes.ts';
import type { Column } from '../../../src/store/column.ts';
import type {
  Batch,
  Change,
  RangeOptions,
  Row,
  Snapshot,
  Store,
} from '../../../src/store/store.ts';
import { numberKey } from '../../../src/store/storeKeys.ts';

/** Columns travel as their numbers. */
export type ClusterRequest =
  | { readonly kind: 'get'; readonly column: number; readonly key: Uint8Array }
  | { readonly kind: 'list'; readonly column: number; readonly bucket: Uint8Array }
  | { readonly kind: 'commit'; readonly changes: readonly NumberedChange[] }
  | { readonly kind: 'close' };

type NumberedChange = Omit<Change, 'column'> & { readonly column: number };

export interface ClusterStoreData {
  readonly address: string;
  readonly signal: SharedArrayBuffer;
  readonly bucketBytes: number;
}

interface Answer {
  readonly value?: unknown;
  readonly error?: string;
}

const BUCKET_BYTES = 8;

/** The thread that all stores of a test file share. */
export class ClusterBridge {
  readonly #port: ReturnType<typeof createPort>;
  readonly #flag: Int32Array;
  readonly #worker: Worker;
  #stores = 0;

  constructor(address: string) {
    const { signal, port, worker } = (this.#port = createPort(address));
    this.#flag = new Int32Array(signal);
    this.#worker = worker;
    this.#wait();
    receiveMessageOnPort(port);
  }

  createStore(): Store {
    return new ClusterStore(this, numberKey(++this.#stores));
  }

  ask(request: ClusterRequest): unknown {
    Atomics.store(this.#flag, 0, 0);
    this.#port.port.postMessage(request);
    this.#wait();
    const answer: Answer | undefined = receiveMessageOnPort(this.#port.port)?.message;
    if (answer?.error !== undefined) throw new Error(answer.error);
    return answer?.value;
  }

  async close(): Promise<void> {
    this.ask({ kind: 'close' });
    this.#port.port.close();
    await this.#worker.terminate();
  }

  #wait(): void {
    Atomics.wait(this.#flag, 0, 0);
  }
}

function createPort(address: string) {
  const { port1, port2 } = new MessageChannel();
  const signal = new SharedArrayBuffer(4);
  const data: ClusterStoreData = { address, signal, bucketBytes: BUCKET_BYTES };
  const worker = new Worker(new URL('./clusterStoreWorker.js', import.meta.url), {
    workerData: { ...data, port: port2 },
    transferList: [port2],
  });
  return { port: port1, signal, worker };
}

class ClusterStore implements Store {
  readonly #bridge: ClusterBridge;
  readonly #bucket: Uint8Array;
  readonly #snapshots = new Set<ClusterSnapshot>();

  constructor(bridge: ClusterBridge, bucket: Uint8Array) {
    this.#bridge = bridge;
    this.#bucket = bucket;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    const stored = concatBytes(this.#bucket, key);
    const request = { kind: 'get', column: column.number, key: stored } as const;
    return (this.#bridge.ask(request) as Uint8Array | null) ?? undefined;
  }

  *range(column: Column, options: RangeOptions = {}): Generator<Row> {
    yield* select(this.list(column), options);
  }

  commit({ changes }: Batch): void {
    for (const snapshot of this.#snapshots) {
      for (const { column } of changes) snapshot.capture(column);
    }
    const prefixed = changes.map(({ column, key, value }) => {
      return { column: column.number, key: concatBytes(this.#bucket, key), value };
    });
    this.#bridge.ask({ kind: 'commit', changes: prefixed });
  }

  snapshot(): Snapshot {
    const snapshot = new ClusterSnapshot(this, () => this.#snapshots.delete(snapshot));
    this.#snapshots.add(snapshot);
    return snapshot;
  }

  list(column: Column): Row[] {
    const request = { kind: 'list', column: column.number, bucket: this.#bucket } as const;
    const rows = this.#bridge.ask(request) as Row[];
    return rows.map(([key, value]) => [key.slice(BUCKET_BYTES), value]);
  }

  refresh(): void {}

  async flush(): Promise<void> {}

  async close(): Promise<void> {}
}

class ClusterSnapshot implements Snapshot {
  readonly #columns = new Map<Column, Row[]>();
  readonly #store: ClusterStore;
  readonly #onClose: () => void;

  constructor(store: ClusterStore, onClose: () => void) {
    this.#store = store;
    this.#onClose = onClose;
  }

  /** A column is copied when it is read, or before it changes. */
  capture(column: Column): Row[] {
    const rows = this.#columns.get(column) ?? this.#store.list(column);
    this.#columns.set(column, rows);
    return rows;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    return this.capture(column).find(([other]) => compareBytes(other, key) === 0)?.[1];
  }

  *range(column: Column, options: RangeOptions = {}): Generator<Row> {
    yield* select(this.capture(column), options);
  }

  close(): void {
    this.#onClose();
  }
}

function select(rows: readonly Row[], { start, end, reverse, limit }: RangeOptions): Row[] {
  const found = rows.filter(
    ([key]) =>
      (start === undefined || compareBytes(key, start) >= 0) &&
      (end === undefined || compareBytes(key, end) < 0),
  );
  if (reverse === true) found.reverse();
  return found.slice(0, limit);
}
