// Moments of a chain to which it can return exactly: its rows, its waiting transactions and its
// clock are then as they were. A snapshot serves any number of returns; returning drops the later
// ones. They live as long as the process.

import { PerigeeError } from '../base/errors.ts';
import type { Hash } from '../base/hash.ts';
import type { ClockSetting, MovableClock } from './clock.ts';
import type { Producer, ProducerMoment } from './producer.ts';

class UnknownSnapshot extends PerigeeError<{ readonly code: 'unknown_snapshot' }> {
  constructor(id: number) {
    super({ code: 'unknown_snapshot' }, `there is no snapshot ${id}`);
  }
}

export interface SnapshotInfo {
  readonly id: number;
  /** The height to which one returns. */
  readonly height: number;
}

interface SnapshotRecord {
  readonly height: number;
  readonly blockHash: Hash;
  readonly moment: ProducerMoment;
  readonly clock: ClockSetting;
}

export class Snapshots {
  readonly #producer: Producer;
  readonly #clock: MovableClock;
  readonly #records = new Map<number, SnapshotRecord>();
  #lastId = 0;

  constructor(producer: Producer, clock: MovableClock) {
    this.#producer = producer;
    this.#clock = clock;
  }

  take(): number {
    const { chain, moment } = this.#producer;
    chain.setUndoable(true);
    const id = ++this.#lastId;
    const { hash: blockHash, block } = chain.head;
    const { height } = block.header.lite;
    this.#records.set(id, { height, blockHash, moment, clock: this.#clock.setting });
    return id;
  }

  /** The oldest first. */
  list(): SnapshotInfo[] {
    return [...this.#records].map(([id, { height }]) => ({ id, height }));
  }

  revert(id: number): void {
    const { blockHash, moment, clock } = this.#record(id);
    for (const later of [...this.#records.keys()]) if (later > id) this.#records.delete(later);
    this.#producer.chain.revertTo(blockHash);
    this.#producer.restore(moment);
    this.#clock.restore(clock);
  }

  drop(id: number): void {
    this.#record(id);
    this.#records.delete(id);
    if (this.#records.size === 0) this.#producer.chain.setUndoable(false);
  }

  dropAll(): void {
    this.#records.clear();
    this.#producer.chain.setUndoable(false);
  }

  #record(id: number): SnapshotRecord {
    const record = this.#records.get(id);
    if (record === undefined) throw new UnknownSnapshot(id);
    return record;
  }
}
