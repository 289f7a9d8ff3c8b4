// How rows are distributed over the messages that write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { batchPuts, type Put } from '../../src/cluster/putBatches.ts';

function put(bucket: string, rest: string, length: number): Put {
  return {
    family: 10,
    bucket: utf8ToBytes(bucket),
    col: 1,
    rest: utf8ToBytes(rest),
    value: new Uint8Array(length).fill(1),
  };
}

function describe(puts: readonly Put[]): string[] {
  return batchPuts(puts).map((batch) =>
    batch.map((part) => `${Buffer.from(part.bucket)}${Buffer.from(part.rest)}.${part.part}`).join(),
  );
}

test('rows of a partition travel together, with those of a few others', () => {
  const puts = ['a', 'b', 'a'].map((bucket, i) => put(bucket, `${i}`, 100));
  assert.deepEqual(describe(puts), ['a0.0,a2.0,b1.0']);
  const many = Array.from({ length: 25 }, (_, i) => put(`p${i}`, '', 10));
  assert.deepEqual(
    batchPuts(many).map((batch) => batch.length),
    [10, 10, 5],
  );
});

test('a batch of several partitions is small', () => {
  const puts = ['a', 'b', 'c', 'd'].map((bucket) => put(bucket, '', 1_500));
  assert.deepEqual(describe(puts), ['a.0,b.0', 'c.0,d.0']);
});

test('a large partition has batches of its own, and a large value is split', () => {
  const puts = [
    put('a', '', 10),
    put('b', '0', 40_000),
    put('b', '1', 40_000),
    put('c', '', 2 * 1024 * 1024 + 1),
    put('d', '', 10),
  ];
  assert.deepEqual(describe(puts), ['b0.0', 'b1.0', 'c.0', 'c.1', 'c.2', 'a.0,d.0']);
  const parts = batchPuts(puts).slice(2, 5).flat();
  assert.deepEqual(
    parts.map(({ size, value }) => [size, value.length]),
    [1024 * 1024, 1024 * 1024, 1].map((length) => [2 * 1024 * 1024 + 1, length]),
  );
});
