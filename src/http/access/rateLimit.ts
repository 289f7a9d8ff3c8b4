// Rate limits by address: a token bucket that fills at a steady rate. Time is passed in. The least
// recently seen addresses are evicted, so memory is bounded; an evicted address starts again with a
// full bucket.

import { MS_PER_SECOND } from '../../base/units.ts';

const ADDRESSES_MAX = 10_000;

interface RateLimits {
  /** 0 disables the limit. */
  readonly requestsPerSecond: number;
  readonly requestsBurst: number;
}

/** Tokens are counted in the time it takes to add one, so that milliseconds stay integers. */
interface Bucket {
  /** Negative if more was taken than available. */
  savedMs: number;
  atMs: number;
}

export class RateLimiter {
  readonly #limits: RateLimits;
  /** The most recently seen address is last. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** Takes a token. Returns 0, or the milliseconds until the next one is available. */
  take(address: string, nowMs: number): number {
    const { requestsPerSecond } = this.#limits;
    if (requestsPerSecond === 0) return 0;
    const bucket = this.#fill(clientKey(address), nowMs);
    const tokenMs = MS_PER_SECOND / requestsPerSecond;
    if (bucket.savedMs < tokenMs) return Math.ceil(tokenMs - bucket.savedMs);
    bucket.savedMs -= tokenMs;
    return 0;
  }

  /** Charges for the entries of a batch; later requests pay for them. */
  charge(address: string, requests: number, nowMs: number): void {
    const { requestsPerSecond } = this.#limits;
    if (requestsPerSecond === 0) return;
    const bucket = this.#fill(clientKey(address), nowMs);
    bucket.savedMs -= (requests * MS_PER_SECOND) / requestsPerSecond;
  }

  /** Whether an address has no token; takes none. */
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
/** A client usually has the whole /64 prefix of an IPv6 address. */
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
