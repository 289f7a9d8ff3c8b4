// The bandwidth scheduler's algorithm: how many bytes of receipts each shard may send to each other
// one in this block. Every shard computes the same grants from the same input. A link from one
// shard to another is a number: sender index times the number of shards plus receiver.

import { ChaChaRng } from '../../base/crypto/chacha.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { BandwidthParams } from './bandwidthRequests.ts';

export interface LinkRequest {
  readonly link: number;
  /** Requested in this order, each beyond what was granted before. */
  readonly increments: readonly number[];
}

interface ScheduleInput {
  readonly params: BandwidthParams;
  readonly shardCount: number;
  /** By link: what was not granted in earlier blocks gives priority in this one. */
  readonly allowances: readonly number[];
  /** By link: whether its receiver takes receipts from its sender in this block. */
  readonly isAllowed: readonly boolean[];
  readonly requests: readonly LinkRequest[];
  readonly seed: Hash;
}

interface Schedule {
  readonly granted: readonly number[];
  readonly allowances: readonly number[];
}

export function scheduleBandwidth(input: ScheduleInput): Schedule {
  const grants = new Grants(input);
  grants.grantBase();
  grants.grantRequests(input.requests, new ChaChaRng(input.seed, 20));
  grants.distributeRemaining();
  return { granted: grants.granted, allowances: grants.allowances };
}

/** One end of links: what it may still send or receive, on how many links. */
interface Endpoint {
  budget: number;
  openLinks: number;
}

class Grants {
  readonly granted: number[];
  readonly allowances: number[];
  readonly #input: ScheduleInput;
  readonly #senders: readonly Endpoint[];
  readonly #receivers: readonly Endpoint[];

  constructor(input: ScheduleInput) {
    const { params, shardCount } = input;
    const fairShare = Math.floor(params.maxShardBandwidth / shardCount);
    this.#input = input;
    this.granted = input.allowances.map(() => 0);
    this.allowances = input.allowances.map((allowance) =>
      Math.min(allowance + fairShare, params.maxAllowance),
    );
    this.#senders = this.#createEndpoints((shard, other) => shard * shardCount + other);
    this.#receivers = this.#createEndpoints((shard, other) => other * shardCount + shard);
  }

  grantBase(): void {
    for (const link of this.granted.keys()) this.#tryGrant(link, this.#input.params.baseBandwidth);
  }

  /** The links that were granted least come first; a random number breaks ties. */
  grantRequests(requests: readonly LinkRequest[], rng: ChaChaRng): void {
    const queue = new Map<number, LinkRequest[]>();
    const enqueue = (request: LinkRequest) => {
      const allowance = this.allowances[request.link] as number;
      const bucket = queue.get(allowance);
      if (bucket === undefined) queue.set(allowance, [request]);
      else bucket.push(request);
    };
    requests.forEach(enqueue);
    while (queue.size > 0) {
      const highest = Math.max(...queue.keys());
      const bucket = queue.get(highest) as LinkRequest[];
      queue.delete(highest);
      rng.shuffle(bucket);
      for (const { link, increments } of bucket) {
        const [next, ...later] = increments;
        if (next === undefined || !this.#tryGrant(link, next)) continue;
        if (later.length > 0) enqueue({ link, increments: later });
      }
    }
  }

  /** Unrequested bandwidth is shared, starting with the smallest endpoints; allowances stay. */
  distributeRemaining(): void {
    const { shardCount, isAllowed } = this.#input;
    const receivers = sortByShare(this.#receivers);
    for (const sender of sortByShare(this.#senders)) {
      for (const receiver of receivers) {
        const link = sender * shardCount + receiver;
        if (!isAllowed[link]) continue;
        const from = this.#senders[sender] as Endpoint;
        const to = this.#receivers[receiver] as Endpoint;
        this.#move(link, Math.min(linkShare(from), linkShare(to)));
        from.openLinks -= 1;
        to.openLinks -= 1;
      }
    }
  }

  #createEndpoints(linkOf: (shard: number, other: number) => number): Endpoint[] {
    const { params, shardCount, isAllowed } = this.#input;
    const shards = Array.from({ length: shardCount }, (_, index) => index);
    return shards.map((shard) => ({
      budget: params.maxShardBandwidth,
      openLinks: shards.filter((other) => isAllowed[linkOf(shard, other)]).length,
    }));
  }

  #tryGrant(link: number, bytes: number): boolean {
    if (!this.#input.isAllowed[link]) return false;
    const [sender, receiver] = this.#endsOf(link);
    if (sender.budget < bytes || receiver.budget < bytes) return false;
    this.#move(link, bytes);
    this.allowances[link] = Math.max(0, (this.allowances[link] as number) - bytes);
    return true;
  }

  #move(link: number, bytes: number): void {
    const [sender, receiver] = this.#endsOf(link);
    sender.budget -= bytes;
    receiver.budget -= bytes;
    this.granted[link] = (this.granted[link] as number) + bytes;
  }

  #endsOf(link: number): [sender: Endpoint, receiver: Endpoint] {
    const { shardCount } = this.#input;
    const sender = this.#senders[Math.floor(link / shardCount)] as Endpoint;
    return [sender, this.#receivers[link % shardCount] as Endpoint];
  }
}

function linkShare({ budget, openLinks }: Endpoint): number {
  return openLinks === 0 ? 0 : Math.floor(budget / openLinks);
}

/** Indexes of endpoints by what each of their links could get; ties in index order. */
function sortByShare(endpoints: readonly Endpoint[]): number[] {
  const shares = endpoints.map(linkShare);
  return [...endpoints.keys()].sort((a, b) => (shares[a] as number) - (shares[b] as number));
}
