/** The cache keeps the most recently used entries within its byte limit. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedCache } from '../../../src/base/collections/boundedCache.ts';

test('the least recently used entries are evicted first', () => {
  const cache = new BoundedCache<number>(10);
  cache.set('a', 1, 4);
  cache.set('b', 2, 4);
  assert.equal(cache.get('a'), 1);
  cache.set('c', 3, 4);
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.get(key)),
    [1, undefined, 3],
  );
  assert.equal(cache.figures.bytes, 8);
});

test('one large entry can evict several small ones', () => {
  const cache = new BoundedCache<number>(10);
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, 0, 2);
  cache.set('e', 1, 7);
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key)),
    [undefined, undefined, undefined, 0, 1],
  );
  assert.equal(cache.figures.bytes, 9);
});

test('a new value replaces the old one and its bytes', () => {
  const cache = new BoundedCache<string>(10);
  cache.set('a', 'old', 9);
  cache.set('a', 'new', 3);
  assert.equal(cache.get('a'), 'new');
  assert.equal(cache.figures.bytes, 3);
});

test('lookups, deletions and clearing are counted', () => {
  const cache = new BoundedCache<number>(10);
  cache.set('a', 1, 4);
  cache.set('b', 2, 4);
  cache.get('a');
  cache.get('missing');
  cache.delete('b');
  const counts = { hits: 1, misses: 1, bytesMax: 10 };
  assert.deepEqual(cache.figures, { ...counts, bytes: 4, entries: 1 });
  cache.clear();
  assert.equal(cache.get('a'), undefined);
  assert.deepEqual(cache.figures, { ...counts, misses: 2, bytes: 0, entries: 0 });
});

test('a smaller size takes effect at once', () => {
  const cache = new BoundedCache<number>(10);
  for (const key of ['a', 'b', 'c']) cache.set(key, 0, 3);
  cache.resize(6);
  assert.equal(cache.get('a'), undefined);
  assert.equal(cache.figures.bytes, 6);
});

test('an entry larger than the limit is not kept, nor is the value it replaces', () => {
  const cache = new BoundedCache<string>(10);
  cache.set('a', 'old', 1);
  cache.set('b', 'other', 1);
  cache.set('a', 'huge', 11);
  assert.equal(cache.get('a'), undefined);
  assert.equal(cache.get('b'), 'other');
});
