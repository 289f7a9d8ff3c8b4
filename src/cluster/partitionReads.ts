// Reads of partitions, several in one message. A message costs a cluster and its client more than
// the partition in it, so reads that are requested in the same turn of the event loop travel
// together if the same replicas have them: under load that is most of them, and otherwise a read
// waits for nothing.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Cassandra, Consistency, CqlRow } from './cassandra.ts';
import { STATEMENTS } from './clusterTables.ts';

interface PartitionPlace {
  readonly family: number;
  readonly bucket: Uint8Array;
}

interface WaitingRead extends PartitionPlace {
  readonly consistency: Consistency;
  readonly routingKey: Buffer;
  resolve(rows: readonly CqlRow[] | Promise<readonly CqlRow[]>): void;
}

/** Bounds the size of a response: a partition may have a few megabytes. */
const PARTITIONS_MAX = 16;

export class PartitionReads {
  readonly #cassandra: Pick<Cassandra, 'runAll' | 'nameReplicas'>;
  /** By what reads of the same message have in common. */
  #waiting = new Map<string, WaitingRead[]>();

  constructor(cassandra: Pick<Cassandra, 'runAll' | 'nameReplicas'>) {
    this.#cassandra = cassandra;
  }

  /** All rows of a partition. */
  read({ family, bucket }: PartitionPlace, consistency: Consistency): Promise<readonly CqlRow[]> {
    return new Promise((resolve) => {
      if (this.#waiting.size === 0) setImmediate(() => this.#sendAll());
      const routingKey = routingKeyOf(family, bucket);
      const name = `${family} ${consistency} ${this.#cassandra.nameReplicas(routingKey)}`;
      const reads = this.#waiting.get(name) ?? [];
      if (reads.length === 0) this.#waiting.set(name, reads);
      reads.push({ family, bucket, consistency, routingKey, resolve });
      if (reads.length < PARTITIONS_MAX) return;
      this.#waiting.set(name, []);
      this.#send(reads);
    });
  }

  #sendAll(): void {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const reads of waiting.values()) this.#send(reads);
  }

  #send(reads: readonly WaitingRead[]): void {
    if (reads.length < 2) {
      for (const read of reads) read.resolve(this.#readAlone(read));
      return;
    }
    const found = this.#readTogether(reads);
    for (const read of reads) {
      // One partition that cannot be read must not fail the others.
      read.resolve(
        found.then(
          (partitions) => partitions.get(bytesKey(read.bucket)) ?? [],
          () => this.#readAlone(read),
        ),
      );
    }
  }

  #readAlone({ family, bucket, consistency }: WaitingRead): Promise<readonly CqlRow[]> {
    return this.#cassandra.runAll(STATEMENTS.getPartition, [family, bucket], { consistency });
  }

  /** By the names of their buckets. */
  async #readTogether(reads: readonly WaitingRead[]): Promise<ReadonlyMap<string, CqlRow[]>> {
    const [{ family, consistency, routingKey }] = reads as readonly [WaitingRead];
    const params = [family, reads.map(({ bucket }) => bucket)];
    const options = { consistency, routingKey, isRetried: false };
    const partitions = new Map<string, CqlRow[]>();
    for (const row of await this.#cassandra.runAll(STATEMENTS.getPartitions, params, options)) {
      const name = bytesKey(row.bucket as Uint8Array);
      const rows = partitions.get(name);
      if (rows === undefined) partitions.set(name, [row]);
      else rows.push(row);
    }
    return partitions;
  }
}

/** The partition key as the cluster hashes it: each of its columns with its length and a zero. */
function routingKeyOf(family: number, bucket: Uint8Array): Buffer {
  const key = Buffer.alloc(8 + bucket.length);
  key.writeUInt16BE(2, 0);
  key.writeInt16BE(family, 2);
  key.writeUInt16BE(bucket.length, 5);
  key.set(bucket, 7);
  return key;
}
