// Entries of several flows, served in turn: a flow with a thousand entries delays another one by a
// single entry. Within a flow the order is kept. Bounded in count and bytes, for the whole queue
// and for each flow. Every entry counts the same; `execution/views/fairQueue.ts` shares by the time
// that tasks take, and `eventLoopTurns.ts` shares a thread among callers that hold no queue.

import { Budget } from '../collections/budget.ts';
import { Fifo } from '../collections/fifo.ts';

interface RoundRobinLimits {
  readonly countMax: number;
  readonly bytesMax: number;
  readonly flowCountMax: number;
}

interface Entry<T> {
  readonly item: T;
  readonly bytes: number;
}

export class RoundRobinQueue<T> {
  readonly #flowCountMax: number;
  readonly #budget: Budget;
  /** The flow that is served next comes first; none is empty. */
  readonly #flows = new Map<string, Fifo<Entry<T>>>();

  constructor(limits: RoundRobinLimits) {
    this.#flowCountMax = limits.flowCountMax;
    this.#budget = new Budget(limits);
  }

  get length(): number {
    return this.#budget.count;
  }

  get bytes(): number {
    return this.#budget.bytes;
  }

  /** False if there is no room. */
  add(flow: string, item: T, bytes: number): boolean {
    const entries = this.#flows.get(flow) ?? new Fifo<Entry<T>>();
    if (entries.length >= this.#flowCountMax || !this.#budget.reserve(bytes)) return false;
    entries.push({ item, bytes });
    if (entries.length === 1) this.#flows.set(flow, entries);
    return true;
  }

  take(): T | null {
    const [first] = this.#flows;
    if (first === undefined) return null;
    const [flow, entries] = first;
    const { item, bytes } = entries.shift() as Entry<T>;
    this.#budget.release(bytes);
    this.#flows.delete(flow);
    if (entries.length > 0) this.#flows.set(flow, entries);
    return item;
  }

  /** Takes out everything of one flow. */
  takeFlow(flow: string): T[] {
    const entries = this.#flows.get(flow)?.drain() ?? [];
    this.#flows.delete(flow);
    for (const { bytes } of entries) this.#budget.release(bytes);
    return entries.map(({ item }) => item);
  }
}
