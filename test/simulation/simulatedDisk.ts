// A disk under a store: keeps every commit, and decides which of them are left after a crash. A
// killed process loses nothing that was committed; a power cut loses complete unflushed commits,
// newest first, which is what a checkpoint of the real store leaves.

import { PerigeeError } from '../../src/base/errors.ts';
import type { Column } from '../../src/store/column.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type {
  Batch,
  RangeOptions,
  Row,
  Snapshot,
  Store,
  StoreReader,
} from '../../src/store/store.ts';
import type { StoreError } from '../../src/store/storeError.ts';
import type { SimulatedProcess, World } from './world.ts';

export interface DiskFaults {
  /** The chance that the process or the machine stops inside a commit. */
  readonly crashInCommit: number;
  /** The maximum duration of a flush. */
  readonly flushUsMax: number;
}

export type CrashKind = 'kill' | 'power cut';

/** A sabotage, to test that a run detects it. */
export type DiskSabotage = 'lose a commit' | 'lose a row' | null;

export class SimulatedDisk {
  /** Whether anything may go wrong inside a commit. */
  isFaulty = true;
  sabotage: DiskSabotage = null;
  /** Called for each commit while its process lives, with the number of commits before it. */
  onCommit: (batch: Batch, index: number) => void = () => {};
  /** Called when a commit does not return because everything stops. */
  onCrash: (kind: CrashKind) => void = () => {};
  readonly #world: World;
  readonly #faults: DiskFaults;
  readonly #template: readonly Batch[];
  #isFull = false;
  #roomUs = 0;
  #changedUs = 0;
  #commits: Batch[] = [];
  /** The number of commits that survive a power cut. */
  #flushed = 0;

  constructor(world: World, template: readonly Batch[], faults: DiskFaults) {
    this.#world = world;
    this.#template = template;
    this.#faults = faults;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  set isFull(isFull: boolean) {
    this.#roomUs = this.roomUs;
    this.#changedUs = this.#world.nowUs;
    this.#isFull = isFull;
  }

  /** How long the disk has had room: only in this time can anything be flushed. */
  get roomUs(): number {
    return this.#roomUs + (this.#isFull ? 0 : this.#world.nowUs - this.#changedUs);
  }

  get commitCount(): number {
    return this.#commits.length;
  }

  get flushedCount(): number {
    return this.#flushed;
  }

  /** The contents of the disk, for one process to continue with. */
  mount(process: SimulatedProcess): SimulatedStore {
    const rows = new MemoryStore();
    for (const batch of this.#template) rows.commit(batch);
    const kept = this.sabotage === 'lose a commit' ? this.#commits.slice(0, -1) : this.#commits;
    for (const batch of kept) rows.commit(batch);
    // Opening the real store writes a checkpoint.
    this.#flushed = this.#commits.length;
    return new SimulatedStore(rows, {
      commit: (batch) => this.#commit(batch, process),
      flush: () => this.#flush(process),
      index: () => this.#commits.length,
    });
  }

  /** Returns the number of commits that are left. The process must be dead. */
  crash(kind: CrashKind): number {
    const { random } = this.#world;
    const count = this.#commits.length;
    const left = kind === 'kill' ? count : random.between(this.#flushed, count);
    this.#commits = this.#commits.slice(0, left);
    this.#flushed = Math.min(this.#flushed, left);
    return left;
  }

  #commit(batch: Batch, process: SimulatedProcess): void {
    // A process that still runs after the crash, until its event is over, changes nothing.
    if (!process.isAlive) return;
    const { random } = this.#world;
    if (this.isFull) throw fullDisk();
    if (this.isFaulty && random.chance(this.#faults.crashInCommit)) {
      if (random.chance(0.5)) this.#keep(batch);
      this.onCrash(random.chance(0.5) ? 'kill' : 'power cut');
      return;
    }
    this.#keep(batch);
  }

  #keep(batch: Batch): void {
    const isLost = this.sabotage === 'lose a row';
    this.onCommit(batch, this.#commits.length);
    this.#commits.push(isLost ? withoutLast(batch) : batch);
  }

  /** What was committed before the call is on disk some time after it. */
  async #flush(process: SimulatedProcess): Promise<void> {
    if (this.isFull) throw fullDisk();
    const count = this.#commits.length;
    await this.#world.sleep(this.#world.random.below(this.#faults.flushUsMax + 1), process);
    this.#flushed = Math.max(this.#flushed, count);
  }
}

function withoutLast(batch: Batch): Batch {
  return { changes: batch.changes.slice(0, -1) } as unknown as Batch;
}

function fullDisk(): PerigeeError<StoreError> {
  return new PerigeeError({ code: 'store_full', path: 'disk' }, 'the simulated disk is full');
}

interface StoreActions {
  commit(batch: Batch): void;
  flush(): Promise<void>;
  /** The number of commits. */
  index(): number;
}

export class SimulatedStore implements Store {
  readonly #rows: MemoryStore;
  readonly #actions: StoreActions;

  constructor(rows: MemoryStore, actions: StoreActions) {
    this.#rows = rows;
    this.#actions = actions;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    return this.#rows.get(column, key);
  }

  range(column: Column, options?: RangeOptions): Iterable<Row> {
    return this.#rows.range(column, options);
  }

  commit(batch: Batch): void {
    this.#actions.commit(batch);
    this.#rows.commit(batch);
  }

  snapshot(): Snapshot {
    return this.#rows.snapshot();
  }

  refresh(): void {}

  flush(): Promise<void> {
    return this.#actions.flush();
  }

  async close(): Promise<void> {}

  /** A reader in another thread: it does not change until it is refreshed. */
  openReader(): StandingReader {
    return new StandingReader(() => ({
      snapshot: this.#rows.snapshot(),
      index: this.#actions.index(),
    }));
  }
}

interface Standing {
  readonly snapshot: Snapshot;
  /** The number of commits that it shows. */
  readonly index: number;
}

export class StandingReader implements StoreReader {
  readonly #take: () => Standing;
  #standing: Standing;

  constructor(take: () => Standing) {
    this.#take = take;
    this.#standing = take();
  }

  get index(): number {
    return this.#standing.index;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    return this.#standing.snapshot.get(column, key);
  }

  range(column: Column, options?: RangeOptions): Iterable<Row> {
    return this.#standing.snapshot.range(column, options);
  }

  refresh(): void {
    this.#standing.snapshot.close();
    this.#standing = this.#take();
  }
}
