// A store on a disk that persists sectors in any order, in a process that is killed and a machine
// that loses power at any step: in commits, in checkpoints, in the repair after the last crash. The
// real store with the real LMDB must recover one of the states that were committed.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { equalBytes } from '../../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../../src/base/errors.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { LmdbStore } from '../../../src/store/lmdb/lmdbStore.ts';
import { Batch, type StoreReader } from '../../../src/store/store.ts';
import { keyToNumber, numberKey } from '../../../src/store/storeKeys.ts';
import type { World } from '../world.ts';
import { type FolderHistory, TornDisk } from './tornDisk.ts';
import { watchFiles } from './watchedFiles.ts';

/** In memory if there is such a folder: a real disk would only be slower. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const LIVES_MAX = 4;
const ACTIONS_MAX = 10;
const KEYS = 60;
/** Longer than a page, so that some values have their own pages. */
const VALUE_BYTES_MAX = 20_000;

export type StoreSabotage = 'forget what they synced' | null;

/** The rows of a state: a value is derived from its commit and its length. */
type State = ReadonlyMap<number, { readonly commit: number; readonly length: number }>;

export async function runDiskWorld(world: World, sabotage: StoreSabotage = null): Promise<void> {
  const folder = mkdtempSync(join(ROOT, 'perigee-disk-'));
  try {
    await new StoreLives(world, folder, sabotage).run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class StoreLives {
  readonly #world: World;
  readonly #folder: string;
  readonly #isLying: boolean;
  readonly #sectorBytes: number;
  readonly #stopChance: number;
  readonly #durableChance: number;
  /** The states by the number of their commit; the last one is the newest. */
  #states: State[] = [new Map()];
  /** The oldest state that may be found at a start, and the oldest after a power cut. */
  #oldest = 0;
  #flushed = 0;
  #boot = 0;
  #history: FolderHistory = [new Map()];

  constructor(world: World, folder: string, sabotage: StoreSabotage) {
    const { random } = world;
    this.#world = world;
    this.#folder = folder;
    this.#isLying = sabotage === 'forget what they synced';
    this.#sectorBytes = random.pick([512, 4096]);
    this.#stopChance = random.pick([0.02, 0.1, 0.3]);
    this.#durableChance = random.pick([0, 0, 0.3, 1]);
  }

  async run(): Promise<void> {
    const lives = this.#world.random.between(1, LIVES_MAX);
    for (let life = 0; life < lives; life++) await this.#live(life, this.#stopChance);
    await this.#live(lives, 0);
  }

  /** From a start to the next crash. */
  async #live(life: number, stopChance: number): Promise<void> {
    const world = this.#world;
    const disk = new TornDisk(world, {
      path: join(this.#folder, String(life)),
      history: this.#history,
      sectorBytes: this.#sectorBytes,
      stopChance,
      isLying: this.#isLying,
    });
    watchFiles(disk);
    if (world.random.chance(0.3)) await this.#readBefore(disk);
    const durable = world.random.chance(this.#durableChance);
    disk.isDurable = durable;
    world.note(`start ${life}${durable ? ', each commit is synced' : ''}`);
    const store = await untilStop(disk, () => {
      return LmdbStore.open({ path: disk.path, bootId: `boot ${this.#boot}`, durable });
    });
    if (store !== null) {
      this.#verifyStart(store);
      await untilStop(disk, () => this.#use(disk, store));
      // What still runs here can no longer reach the disk.
      await store.close().catch(() => {});
    }
    const left = world.require(disk.left, 'everything ends eventually');
    this.#history = left.history;
    if (left.kind === 'kill') return;
    this.#boot++;
    this.#oldest = this.#flushed;
  }

  /** A reader that opens before the writer sees one of the states, or nothing. */
  async #readBefore(disk: TornDisk): Promise<void> {
    const bootId = `boot ${this.#boot}`;
    try {
      const reader = await LmdbStore.open({ path: disk.path, bootId, readOnly: true });
      this.#findState(reader);
      await reader.close();
    } catch (error) {
      const code = error instanceof PerigeeError ? error.code : null;
      // Before the first flush of a commit there may be only parts of a store.
      if (code !== 'store_unclean' && (code === null || this.#flushed > 0)) throw error;
    }
  }

  #verifyStart(store: StoreReader): void {
    const found = this.#findState(store);
    this.#world.note(`commit ${found} of ${this.#states.length - 1}`);
    this.#states.length = found + 1;
    this.#flushed = found;
    this.#oldest = found;
  }

  /** The number of the commit that a store shows, which must be a permitted one. */
  #findState(store: StoreReader): number {
    const world = this.#world;
    const rows = [...store.range(Column.stateNode)];
    const commits = rows.length === 0 ? 0 : keyToNumber(rows[0]![1]);
    const isKnown = commits >= this.#oldest && commits < this.#states.length;
    world.check(isKnown, `commit ${commits} is left of ${this.#oldest} and later`);
    const state = this.#states[commits] as State;
    world.check(Math.max(rows.length - 1, 0) === state.size, `commit ${commits} has all its rows`);
    for (const [key, value] of rows.slice(1)) {
      const cell = world.require(state.get(keyToNumber(key)), `a row is of commit ${commits}`);
      world.check(equalBytes(value, cellValue(cell)), `a row has its value of commit ${commits}`);
    }
    return commits;
  }

  async #use(disk: TornDisk, store: LmdbStore): Promise<void> {
    const { random } = this.#world;
    const commit = () => this.#commit(disk, store);
    // Blocks are produced while a checkpoint is written.
    disk.onStep = () => {
      if (random.chance(0.2)) commit();
    };
    const actions = random.between(0, ACTIONS_MAX);
    for (let i = 0; i < actions; i++) {
      if (random.chance(0.7)) commit();
      else await this.#flush(store);
      disk.observe();
      if (random.chance(this.#stopChance / 2)) {
        this.#oldest = this.#states.length - 1;
        disk.stop(random.chance(0.5) ? 'kill' : 'power cut', 'between commits');
      }
    }
    disk.onStep = () => {};
    await store.close();
    this.#flushed = this.#states.length - 1;
    disk.stop(random.chance(0.5) ? 'kill' : 'power cut', 'after the end');
  }

  async #flush(store: LmdbStore): Promise<void> {
    const begun = this.#states.length - 1;
    await store.flush();
    this.#flushed = Math.max(this.#flushed, begun);
    this.#world.note(`commit ${begun} is flushed`);
  }

  #commit(disk: TornDisk, store: LmdbStore): void {
    const { random } = this.#world;
    const commit = this.#states.length;
    const state = new Map(this.#states.at(-1));
    const batch = new Batch();
    batch.putBytes(Column.stateNode, numberKey(0), numberKey(commit));
    for (let i = random.between(1, 12); i > 0; i--) {
      const key = random.between(1, KEYS);
      if (random.chance(0.3)) {
        batch.deleteBytes(Column.stateNode, numberKey(key));
        state.delete(key);
      } else {
        const cell = { commit, length: random.below(random.pick([50, 50, 500, VALUE_BYTES_MAX])) };
        batch.putBytes(Column.stateNode, numberKey(key), cellValue(cell));
        state.set(key, cell);
      }
    }
    store.commit(batch);
    disk.observe();
    this.#states.push(state);
    if (random.chance(this.#stopChance / 4)) {
      this.#oldest = commit - 1;
      disk.stopInCommit(disk.isDurable ? random.pick(['kill', 'power cut']) : 'kill');
    }
    this.#oldest = commit;
    if (disk.isDurable) this.#flushed = commit;
  }
}

/** Null if everything stops meanwhile. */
async function untilStop<T>(disk: TornDisk, run: () => Promise<T>): Promise<T | null> {
  try {
    const result = await run();
    return disk.left === null ? result : null;
  } catch (error) {
    if (disk.left === null) throw error;
    return null;
  }
}

function cellValue({ commit, length }: { commit: number; length: number }): Uint8Array {
  return new Uint8Array(length).fill(commit * 7 + length);
}
