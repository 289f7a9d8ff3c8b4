/** Caches of one registry stay within the sizes of the table, and together within the budget. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CachePlan, partBytes, planCaches } from '../../../src/base/collections/cachePlan.ts';
import { Caches } from '../../../src/base/collections/caches.ts';
import {
  CACHE_NAMES,
  cacheDefinition,
  type ThreadPart,
} from '../../../src/base/collections/cacheTable.ts';
import { PerigeeError } from '../../../src/base/errors.ts';
import { MIB } from '../../../src/base/units.ts';
import { formatCachesPage } from '../../../src/telemetry/cachesPage.ts';
import { CachedNodeReader } from '../../../src/trie/cachedNodeReader.ts';
import { listFiles, readText } from '../../support/repository.ts';

const ENTRY_BYTES = 1_000;

/** Overfills every cache that a thread with these parts has; returns the bytes of all. */
function fill(parts: readonly ThreadPart[], plan: CachePlan): number {
  const caches = new Caches(parts, plan);
  for (const name of CACHE_NAMES) {
    if (!parts.some((part) => part in cacheDefinition(name).mib)) continue;
    if (name === 'trie_nodes') fillNodes(caches);
    else {
      const cache = caches.create<null>(name);
      const count = 10 + 2 * Math.ceil(caches.sizeOf(name) / ENTRY_BYTES);
      for (let i = 0; i < count; i++) cache.set(`${i}`, null, ENTRY_BYTES);
    }
  }
  return [...caches.report().values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

function fillNodes(caches: Caches): void {
  const reader = CachedNodeReader.create({ read: () => new Uint8Array(ENTRY_BYTES) }, caches);
  const count = 2 * Math.ceil(caches.sizeOf('trie_nodes') / ENTRY_BYTES);
  for (let i = 0; i < count; i++) {
    const hash = new Uint8Array(32);
    new DataView(hash.buffer).setUint32(0, Math.imul(i, 2_654_435_761), true);
    new DataView(hash.buffer).setUint32(4, i);
    reader.read(hash);
  }
}

const THREADS: readonly (readonly ThreadPart[])[] = [
  ['rpc', 'keys', 'fork'],
  ['chain', 'keys', 'fork'],
  ['view', 'keys', 'fork'],
  ['signatures'],
];

test('full caches of all threads stay within the budget, and use most of it', () => {
  for (const mib of [200, 400]) {
    const plan = planCaches({ bytesMax: mib * MIB, threads: THREADS });
    const bytes = THREADS.reduce((sum, parts) => sum + fill(parts, plan), 0);
    assert.ok(bytes <= mib * MIB, `${bytes} of ${mib} MiB`);
    assert.ok(bytes > 0.95 * mib * MIB, `${bytes} of ${mib} MiB`);
  }
});

test('a budget that is too small is refused with the smallest possible one', () => {
  const plan = (bytesMax: number) => planCaches({ bytesMax, threads: THREADS });
  const smallest = (error: unknown) => {
    assert.ok(error instanceof PerigeeError && error.code === 'cache_size');
    return Number(/at least (\d+) MiB/.exec(error.message)?.[1]) * MIB;
  };
  let bytesMin = 0;
  assert.throws(
    () => plan(MIB),
    (error) => (bytesMin = smallest(error)) > 0,
  );
  assert.ok(plan(bytesMin).scale >= 1 / 16);
  assert.throws(() => plan(bytesMin - MIB));
});

test('without a budget, sizes come from the table, and a part can set its own', () => {
  const plan = planCaches({ bytesMax: undefined, threads: [['rpc', 'cluster']] });
  assert.equal(new Caches(['rpc'], plan).sizeOf('responses'), 4 * MIB);
  const partScales = { cluster: (128 * MIB) / partBytes('cluster') };
  const sized = planCaches({ bytesMax: 512 * MIB, threads: [['rpc', 'cluster']], partScales });
  assert.equal(Math.round(partBytes('cluster', sized)), 128 * MIB);
  assert.equal(Math.round(partBytes('rpc', sized)), 384 * MIB);
});

test('a cache that results depend on keeps its size', () => {
  const { scale } = planCaches({ bytesMax: 200 * MIB, threads: THREADS });
  assert.ok(scale < 1);
  assert.equal(new Caches(['fork'], { scale }).sizeOf('fork_rows'), 32 * MIB);
});

test('caches of one name share its size', () => {
  const caches = new Caches(['rpc']);
  const first = caches.create<number>('responses');
  for (let i = 0; i < 4; i++) first.set(`${i}`, i, MIB);
  const second = caches.create<number>('responses');
  assert.equal(first.figures.bytes, 2 * MIB, 'the first one makes room');
  for (let i = 0; i < 4; i++) second.set(`${i}`, i, MIB);
  assert.deepEqual(caches.report().get('responses'), {
    bytes: 4 * MIB,
    bytesMax: 4 * MIB,
    entries: 4,
    hits: 0,
    misses: 0,
  });
});

test('registries are independent, and one can report those of another', () => {
  const [one, other] = [new Caches(['rpc']), new Caches(['keys'])];
  one.create<number>('results').set('a', 1, 10);
  assert.equal(new Caches(['rpc']).report().size, 0);
  other.create<number>('vrf_secret_keys').get('missing');
  one.include(other.adopt({ scale: 1 / 2 }));
  assert.deepEqual([...one.report().keys()], ['results', 'vrf_secret_keys']);
  assert.equal(one.report().get('vrf_secret_keys')?.bytesMax, MIB / 32);
  assert.equal(one.report().get('vrf_secret_keys')?.misses, 1);
  assert.throws(() => one.create('vrf_proofs'), /no part of this thread/);
});

test('the reference page is up to date', () => {
  assert.equal(readText('docs/reference/caches.md'), formatCachesPage(), 'run `npm run docs`');
});

test('no other file of the program creates a cache', () => {
  const creators = listFiles('src').filter((path) => /new BoundedCache\b/.test(readText(path)));
  assert.deepEqual(creators, ['src/base/collections/caches.ts']);
});
