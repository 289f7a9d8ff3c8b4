// Points in a chain's history to which it can return exactly: its rows, its waiting transactions
// and its clock are restored. A snapshot can be reverted to any number of times; doing so drops the
// later ones. Snapshots live as long as the process.

import type { Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { ClockSetting, MovableClock } from '../production/clock.ts';
import type { Producer, ProducerMoment } from '../production/producer.ts';
import type { ImpersonationCount, Impersonator } from './impersonation.ts';

/** A snapshot keeps the waiting transactions, and makes every later block more expensive. */
const SNAPSHOTS_MAX = 100;
const WAITING_BYTES_MAX = 100_000_000;

class TooManySnapshots extends PerigeeError<{ readonly code: 'too_many_snapshots' }> {
  constructor() {
    const message =
      `at most ${SNAPSHOTS_MAX} snapshots are kept, with at most ${WAITING_BYTES_MAX} bytes of ` +
      'waiting transactions; drop some with perigee_drop_snapshot';
    super({ code: 'too_many_snapshots' }, message);
  }
}

class UnknownSnapshot extends PerigeeError<{ readonly code: 'unknown_snapshot' }> {
  constructor(id: number) {
    super({ code: 'unknown_snapshot' }, `there is no snapshot ${id}`);
  }
}

export interface SnapshotInfo {
  readonly id: number;
  /** The height to return to. */
  readonly height: number;
}

interface SnapshotRecord {
  readonly height: number;
  readonly blockHash: Hash;
  readonly moment: ProducerMoment;
  readonly clock: ClockSetting;
  readonly impersonated: ImpersonationCount;
}

interface SnapshotParts {
  readonly producer: Producer;
  readonly clock: MovableClock;
  readonly impersonator: Impersonator;
}

export class Snapshots {
  readonly #producer: Producer;
  readonly #clock: MovableClock;
  readonly #impersonator: Impersonator;
  readonly #records = new Map<number, SnapshotRecord>();
  #lastId = 0;

  constructor({ producer, clock, impersonator }: SnapshotParts) {
    this.#producer = producer;
    this.#clock = clock;
    this.#impersonator = impersonator;
  }

  take(): number {
    const { chain, moment } = this.#producer;
    this.#verifyRoom(moment);
    chain.setUndoable(true);
    const id = ++this.#lastId;
    const { hash: blockHash, block } = chain.head;
    const { height } = block.header.lite;
    const clock = this.#clock.setting;
    const impersonated = this.#impersonator.count;
    this.#records.set(id, { height, blockHash, moment, clock, impersonated });
    return id;
  }

  /** Oldest first. */
  list(): SnapshotInfo[] {
    return [...this.#records].map(([id, { height }]) => ({ id, height }));
  }

  revert(id: number): void {
    const { blockHash, moment, clock, impersonated } = this.#record(id);
    for (const later of [...this.#records.keys()]) if (later > id) this.#records.delete(later);
    this.#producer.chain.revertTo(blockHash);
    this.#producer.restore(moment);
    this.#clock.restore(clock);
    this.#impersonator.restore(impersonated);
  }

  drop(id: number): void {
    this.#record(id);
    this.#records.delete(id);
    if (this.#records.size === 0) this.#producer.chain.setUndoable(false);
  }

  /** After a revert: snapshots above the remaining height are gone. */
  dropAbove(height: number): void {
    for (const [id, record] of this.#records) {
      if (record.height > height) this.#records.delete(id);
    }
    if (this.#records.size === 0) this.#producer.chain.setUndoable(false);
  }

  dropAll(): void {
    this.#records.clear();
    this.#producer.chain.setUndoable(false);
  }

  /** A transaction that waits in several snapshots is kept once. */
  #verifyRoom({ waiting }: ProducerMoment): void {
    const kept = new Set(waiting.map(({ signed }) => signed));
    for (const { moment } of this.#records.values()) {
      for (const { signed } of moment.waiting) kept.add(signed);
    }
    let bytes = 0;
    for (const transaction of kept) bytes += transaction.bytes.length;
    if (this.#records.size >= SNAPSHOTS_MAX || bytes > WAITING_BYTES_MAX) {
      throw new TooManySnapshots();
    }
  }

  #record(id: number): SnapshotRecord {
    const record = this.#records.get(id);
    if (record === undefined) throw new UnknownSnapshot(id);
    return record;
  }
}
