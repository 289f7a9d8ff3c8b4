// The rate of requests by address: what a bucket grants when, who shares one, and that the memory
// for buckets is bounded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientKey, RateLimiter } from '../../../src/http/access/rateLimit.ts';

const LIMITS = { requestsPerSecond: 10, requestsBurst: 3 };
const ADDRESS = '203.0.113.7';

test('a burst, then the steady rate', () => {
  const limiter = new RateLimiter(LIMITS);
  const take = (nowMs: number) => limiter.take(ADDRESS, nowMs);
  assert.deepEqual([0, 0, 0, 0].map(take), [0, 0, 0, 100]);
  assert.equal(take(99), 1);
  assert.equal(take(100), 0);
  assert.equal(take(100), 100);
  // A pause fills the bucket, but not beyond its size.
  assert.deepEqual([9_000, 9_000, 9_000, 9_000].map(take), [0, 0, 0, 100]);
});

test('addresses are limited independently', () => {
  const limiter = new RateLimiter(LIMITS);
  for (let i = 0; i < 10; i++) limiter.take(ADDRESS, 0);
  assert.equal(limiter.take('203.0.113.8', 0), 0);
});

test('the entries of a batch are charged to the next requests', () => {
  const limiter = new RateLimiter(LIMITS);
  assert.equal(limiter.take(ADDRESS, 0), 0);
  limiter.charge(ADDRESS, 9, 0);
  assert.equal(limiter.take(ADDRESS, 0), 800);
  assert.equal(limiter.take(ADDRESS, 800), 0);
});

test('0 limits nobody', () => {
  const limiter = new RateLimiter({ ...LIMITS, requestsPerSecond: 0 });
  for (let i = 0; i < 100; i++) assert.equal(limiter.take(ADDRESS, 0), 0);
  assert.equal(limiter.size, 0);
});

test('the number of remembered addresses is bounded', () => {
  const limiter = new RateLimiter(LIMITS);
  for (let i = 0; i < 3; i++) limiter.take(ADDRESS, 0);
  for (let i = 0; i < 20_000; i++) limiter.take(`10.0.${i >> 8}.${i & 255}`, 0);
  assert.equal(limiter.size, 10_000);
  assert.equal(limiter.take(ADDRESS, 0), 0, 'a forgotten address starts over');
});

test('which addresses are one client', () => {
  const table: [address: string, key: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['fe80::1', 'fe80:0:0:0'],
    ['', ''],
  ];
  for (const [address, key] of table) assert.equal(clientKey(address), key, address);
});

test('whether an address has a token can be checked without taking one', () => {
  const limiter = new RateLimiter({ requestsPerSecond: 10, requestsBurst: 2 });
  assert.equal(limiter.isSpent('198.51.100.1', 0), false, 'never seen');
  limiter.charge('198.51.100.1', 2, 0);
  assert.equal(limiter.isSpent('198.51.100.1', 0), true);
  assert.equal(limiter.isSpent('198.51.100.1', 99), true);
  assert.equal(limiter.isSpent('198.51.100.1', 100), false);
  assert.equal(limiter.isSpent('198.51.100.2', 0), false);
  assert.equal(limiter.size, 1, 'a check creates no bucket');
});
