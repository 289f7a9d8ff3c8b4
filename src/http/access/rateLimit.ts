// How many requests each address may send: a bucket of tokens that fills at a steady rate. Time is
// passed in. Addresses are forgotten in the order in which they were last seen, so the memory is
// bounded; one that is forgotten begins with a full bucket.

import { MS_PER_SECOND } from '../../base/units.ts';

const ADDRESSES_MAX = 10_000;

interface RateLimits {
  /** 0 limits nobody. */
  readonly requestsPerSecond: number;
  readonly requestsBurst: number;
}

/** A token is worth the time in which one comes: counted so, whole milliseconds stay whole. */
interface Bucket {
  /** Below zero when more was taken than there was. */
  savedMs: number;
  atMs: number;
}

export class RateLimiter {
  readonly #limits: RateLimits;
  /** The address that was seen last stands last. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** Takes one request's token. Gives 0, or in how many milliseconds the next one is there. */
  take(address: string, nowMs: number): number {
    const { requestsPerSecond } = this.#limits;
    if (requestsPerSecond === 0) return 0;
    const bucket = this.#fill(clientKey(address), nowMs);
    const tokenMs = MS_PER_SECOND / requestsPerSecond;
    if (bucket.savedMs < tokenMs) return Math.ceil(tokenMs - bucket.savedMs);
    bucket.savedMs -= tokenMs;
    return 0;
  }

  /** Counts requests that came inside of another one; those that follow pay for them. */
  charge(address: string, requests: number, nowMs: number): void {
    const { requestsPerSecond } = this.#limits;
    if (requestsPerSecond === 0) return;
    const bucket = this.#fill(clientKey(address), nowMs);
    bucket.savedMs -= (requests * MS_PER_SECOND) / requestsPerSecond;
  }

  /** Whether an address has no token now; takes none. */
  isSpent(address: string, nowMs: number): boolean {
    const bucket = this.#buckets.get(clientKey(address));
    if (bucket === undefined) return false;
    return bucket.savedMs + nowMs - bucket.atMs < MS_PER_SECOND / this.#limits.requestsPerSecond;
  }

  get size(): number {
    return this.#buckets.size;
  }

  #fill(key: string, nowMs: number): Bucket {
    const { requestsPerSecond, requestsBurst } = this.#limits;
    const fullMs = (requestsBurst * MS_PER_SECOND) / requestsPerSecond;
    const bucket = this.#buckets.get(key) ?? { savedMs: fullMs, atMs: nowMs };
    bucket.savedMs = Math.min(fullMs, bucket.savedMs + nowMs - bucket.atMs);
    bucket.atMs = nowMs;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > ADDRESSES_MAX) {
      const [oldest] = this.#buckets.keys();
      this.#buckets.delete(oldest as string);
    }
    return bucket;
  }
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
const GROUPS = 8;
/** One client has all the addresses that begin with the same 64 bits. */
const NETWORK_GROUPS = 4;

export function clientKey(address: string): string {
  const plain = MAPPED_IPV4.exec(address)?.[1] ?? address;
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':');
  if (tail === undefined) return left.slice(0, NETWORK_GROUPS).join(':');
  const right = tail.split(':');
  const zeros = Math.max(0, GROUPS - left.length - right.length);
  return [...left, ...Array(zeros).fill('0'), ...right].slice(0, NETWORK_GROUPS).join(':');
}
