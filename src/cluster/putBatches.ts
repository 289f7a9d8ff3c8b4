// How rows are put into the statements that write them. A message to the cluster costs more than
// the row in it, so small rows travel together: all those of a partition, and those of a few
// partitions.

import { bytesKey } from '../base/bytes/bytes.ts';
import { PART_BYTES_MAX } from './clusterTables.ts';
import { packValue } from './packedValue.ts';

/** A value and its place in the table. */
export interface Put {
  readonly family: number;
  readonly bucket: Uint8Array;
  readonly col: number;
  /** The key without the bytes of the bucket. */
  readonly rest: Uint8Array;
  readonly value: Uint8Array;
}

/** A packed value, or a part of one; `size` is the length of the whole value. */
export interface PutPart extends Put {
  readonly part: number;
  readonly size: number;
}

/** Cassandra logs a warning for a batch with more partitions or bytes than this. */
const PARTITIONS_MAX = 10;
const BYTES_MAX = 4_096;
/** Such a batch may be larger if it has one partition. */
const PARTITION_BYTES_MAX = 64 * 1024;
/** The columns of a row besides its key and value. */
const ROW_BYTES = 40;

/** The batches may be sent in any order. */
export function batchPuts(puts: readonly Put[]): PutPart[][] {
  const batches: PutPart[][] = [];
  let batch: PutPart[] = [];
  let [bytes, partitions] = [0, 0];
  const flush = () => {
    if (batch.length > 0) batches.push(batch);
    batch = [];
    [bytes, partitions] = [0, 0];
  };
  for (const parts of groupByPartition(puts)) {
    const size = parts.reduce((sum, part) => sum + bytesOf(part), 0);
    if (size > BYTES_MAX) {
      batches.push(...cutPartition(parts));
      continue;
    }
    if (partitions === PARTITIONS_MAX || bytes + size > BYTES_MAX) flush();
    batch.push(...parts);
    bytes += size;
    partitions++;
  }
  flush();
  return batches;
}

function groupByPartition(puts: readonly Put[]): Iterable<PutPart[]> {
  const groups = new Map<string, PutPart[]>();
  for (const put of puts) {
    const name = String.fromCharCode(put.family) + bytesKey(put.bucket);
    const group = groups.get(name);
    const parts = splitValue(put);
    if (group === undefined) groups.set(name, parts);
    else group.push(...parts);
  }
  return groups.values();
}

function splitValue(put: Put): PutPart[] {
  const { value: whole } = put;
  const size = whole.length;
  if (size <= PART_BYTES_MAX) return [{ ...put, value: packValue(whole), part: 0, size }];
  return Array.from({ length: Math.ceil(size / PART_BYTES_MAX) }, (_, part) => {
    const value = whole.subarray(part * PART_BYTES_MAX, (part + 1) * PART_BYTES_MAX);
    return { ...put, value, part, size };
  });
}

function cutPartition(parts: readonly PutPart[]): PutPart[][] {
  const batches: PutPart[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if (bytes + bytesOf(part) > PARTITION_BYTES_MAX) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(part);
    bytes += bytesOf(part);
  }
  return batches;
}

function bytesOf({ bucket, rest, value }: Put): number {
  return bucket.length + rest.length + value.length + ROW_BYTES;
}
