// Reads that wait for rows: what is fetched, how often a reader runs, and every limit. A fetcher in
// memory has a clock that the test moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerigeeError } from '../../src/base/errors.ts';
import { RowUnavailable } from '../../src/store/rowUnavailable.ts';
import {
  ReadCancelled,
  type RowFetcher,
  readAll,
  resumeSuspended,
  runSuspended,
  SuspendedRead,
} from '../../src/store/suspendedRead.ts';

const ROW_BYTES = 10;

class Rows implements RowFetcher<string> {
  readonly limits: RowFetcher<string>['limits'];
  /** What each round has fetched. */
  readonly rounds: (readonly string[])[] = [];
  clockMs = 0;
  readonly #here = new Set<string>();

  constructor(limits: Partial<RowFetcher<string>['limits']> = {}) {
    this.limits = { roundsMax: 100, bytesMax: 1_000, msMax: 1_000, ...limits };
  }

  now(): number {
    return this.clockMs;
  }

  async fetch(names: readonly string[]): Promise<number> {
    this.rounds.push(names);
    for (const name of names) {
      if (name === 'lost') throw new RowUnavailable('the row does not exist');
      this.#here.add(name);
    }
    return names.length * ROW_BYTES;
  }

  createLimitError(): RowUnavailable {
    return new RowUnavailable('too much');
  }

  get(name: string): string {
    if (!this.#here.has(name)) throw new SuspendedRead(this, [name]);
    return name.toUpperCase();
  }

  /** Reads rows until one of them is missing; without an end, new ones forever. */
  *list(count = Number.POSITIVE_INFINITY): Generator<string> {
    for (let i = 0; i < count; i++) yield this.get(`row${i}`);
  }
}

const isTooMuch = (error: unknown) =>
  error instanceof RowUnavailable && error.message === 'too much';

test('a reader runs again after each fetch, and its result is returned', async () => {
  const rows = new Rows();
  let runs = 0;
  const read = async () => {
    runs++;
    return [...rows.list(3)];
  };
  assert.deepEqual(await runSuspended(read), ['ROW0', 'ROW1', 'ROW2']);
  assert.deepEqual(rows.rounds, [['row0'], ['row1'], ['row2']]);
  assert.equal(runs, 4);
  assert.deepEqual(await runSuspended(() => [...rows.list(2)]), ['ROW0', 'ROW1']);
  assert.equal(rows.rounds.length, 3);
});

test('a reader that has all it needs runs once, and its own errors are thrown', async () => {
  let runs = 0;
  assert.equal(await runSuspended(() => ++runs), 1);
  const fault = new Error('own');
  const fail = () => {
    runs++;
    throw fault;
  };
  assert.throws(
    () => runSuspended(fail),
    (error) => error === fault,
  );
  assert.equal(runs, 2);
});

test('a fetcher gets the number of the round', async () => {
  const rows = new Rows();
  const numbers: number[] = [];
  const fetcher = Object.assign(Object.create(rows) as Rows, {
    fetch: (names: readonly string[], round: number) => {
      numbers.push(round);
      return rows.fetch(names);
    },
  });
  let reads = 0;
  await runSuspended(() => {
    if (reads++ < 3) throw new SuspendedRead(fetcher, [`${reads}`]);
  });
  assert.deepEqual(numbers, [1, 2, 3]);
});

test('an error after a fetch is thrown unchanged', async () => {
  const rows = new Rows();
  const read = () => {
    rows.get('a');
    throw new RangeError('late');
  };
  await assert.rejects(async () => runSuspended(read), RangeError);
  assert.equal(rows.rounds.length, 1);
});

test('a reader that has run and thrown is resumed', async () => {
  const rows = new Rows();
  const suspended = new SuspendedRead(rows, ['a']);
  assert.equal(await resumeSuspended(suspended, () => rows.get('a')), 'A');
  const fault = new Error('own');
  await assert.rejects(
    resumeSuspended(fault, () => 1),
    (error) => error === fault,
  );
});

test('rounds are bounded', async () => {
  const rows = new Rows({ roundsMax: 7 });
  await assert.rejects(async () => runSuspended(() => [...rows.list()]), isTooMuch);
  assert.equal(rows.rounds.length, 7);
});

test('bytes are bounded', async () => {
  const rows = new Rows({ bytesMax: 5 * ROW_BYTES });
  await assert.rejects(async () => runSuspended(() => [...rows.list()]), isTooMuch);
  // The round that exceeds the limit is the last.
  assert.equal(rows.rounds.length, 6);
});

test('time is bounded', async () => {
  const rows = new Rows({ msMax: 250 });
  const read = () => {
    rows.clockMs += 100;
    return [...rows.list()];
  };
  await assert.rejects(async () => runSuspended(read), isTooMuch);
  assert.equal(rows.rounds.length, 3);
});

test('a fetch that fails reaches the caller as its typed error', async () => {
  const rows = new Rows();
  await assert.rejects(
    async () => runSuspended(() => rows.get('lost')),
    (error) => error instanceof PerigeeError && error.code === 'row_unavailable',
  );
});

test('a cancelled read fetches nothing more', async () => {
  const rows = new Rows();
  const closing = new AbortController();
  const read = () => {
    if (rows.rounds.length === 2) closing.abort();
    return [...rows.list()];
  };
  await assert.rejects(
    async () => runSuspended(read, closing.signal),
    (error) => error instanceof ReadCancelled && error.code === 'read_cancelled',
  );
  assert.equal(rows.rounds.length, 2);
});

test('reads that do not depend on each other are fetched together', async () => {
  const rows = new Rows();
  const others = new Rows();
  const read = () =>
    readAll(['a', 'b', 'c', 'd'], (name) => (name === 'c' ? others : rows).get(name));
  assert.deepEqual(await runSuspended(read), ['A', 'B', 'C', 'D']);
  assert.deepEqual(rows.rounds, [['a', 'b', 'd']]);
  assert.throws(() => readAll([1], () => assert.fail('own')), /own/);
});
