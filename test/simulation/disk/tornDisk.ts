// A folder on a disk that persists sectors in any order. Only a sync guarantees that what was
// written is on disk; a power cut leaves each later sector, each length and each change of the
// folder as it was at any time since then. Killing a process loses nothing that it has written.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { META_BYTES } from '../../../src/store/lmdb/dataFile.ts';
import type { CrashKind } from '../simulatedDisk.ts';
import type { World } from '../world.ts';

const DATA_FILE = 'data.mdb';
/** Only running processes read it. */
const LOCK_FILE = 'lock.mdb';

/** Ends whatever runs on the machine. */
export class MachineStopped extends Error {}

interface DiskFile {
  /** Contents since the last sync, oldest first; the first one is safe. */
  readonly versions: Buffer[];
}

/** Files by their names. */
type Folder = ReadonlyMap<string, DiskFile>;

/** A folder since its last sync, oldest first; the first one is safe. */
export type FolderHistory = readonly Folder[];

interface TornDiskOptions {
  readonly path: string;
  readonly history: FolderHistory;
  readonly sectorBytes: number;
  /** The chance that everything stops before a step. */
  readonly stopChance: number;
  /** A disk that reports a sync that it has not done. */
  readonly isLying: boolean;
}

export class TornDisk {
  readonly path: string;
  /** What was found after the crash; null while the machine runs. */
  left: { readonly kind: CrashKind; readonly history: FolderHistory } | null = null;
  /** Called between two steps of the code that uses the disk. */
  onStep: () => void = () => {};
  /** Whether LMDB syncs each commit itself. */
  isDurable = false;
  /** The data file before its last change. */
  #before: Buffer = Buffer.alloc(0);
  readonly #world: World;
  readonly #options: TornDiskOptions;
  readonly #history: Folder[];

  constructor(world: World, options: TornDiskOptions) {
    this.#world = world;
    this.#options = options;
    this.path = options.path;
    mkdirSync(this.path, { recursive: true });
    this.#history = [...options.history];
    for (const [name, { versions }] of this.#folder) {
      mkdirSync(dirname(join(this.path, name)), { recursive: true });
      writeFileSync(join(this.path, name), versions.at(-1) as Buffer);
    }
  }

  owns(path: unknown): path is string {
    return typeof path === 'string' && this.left === null && path.startsWith(this.path);
  }

  /** Before a step of the code under test: records what was written, and may crash. */
  step(what: string): void {
    if (this.left !== null) throw new MachineStopped();
    this.observe();
    const { random } = this.#world;
    if (random.chance(this.#options.stopChance)) {
      this.stop(random.chance(0.3) ? 'kill' : 'power cut', `before ${what}`);
    }
    this.onStep();
  }

  /** Records the current contents of files. */
  observe(): void {
    if (this.left !== null) return;
    const now = new Map<string, DiskFile>();
    for (const name of readdirSync(this.path, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith(LOCK_FILE) || !statSync(join(this.path, name)).isFile()) continue;
      const file = this.#folder.get(name) ?? { versions: [Buffer.alloc(0)] };
      const content = readFileSync(join(this.path, name));
      now.set(name, file);
      const before = file.versions.at(-1) as Buffer;
      if (content.equals(before)) continue;
      file.versions.push(content);
      if (name !== DATA_FILE) continue;
      this.#before = before;
      // The meta pages of a new file are not synced before the first commit.
      if (this.isDurable && content.length > META_BYTES) forgetOlder(file.versions);
    }
    const isSame = now.size === this.#folder.size && [...now.keys()].every(this.#has);
    if (!isSame) this.#history.push(now);
  }

  /** A file or the folder was synced. */
  onSync(path: string): void {
    if (this.left !== null || this.#options.isLying) return;
    this.observe();
    if (path === this.path) forgetOlder(this.#history);
    forgetOlder(this.#folder.get(relative(this.path, path))?.versions ?? []);
  }

  onRename(from: string, to: string): void {
    if (this.left !== null) return;
    const next = new Map(this.#folder);
    const file = next.get(relative(this.path, from)) as DiskFile;
    next.delete(relative(this.path, from));
    this.#history.push(next.set(relative(this.path, to), file));
  }

  /** Everything stops here. */
  stop(kind: CrashKind, when: string): never {
    // A machine that keeps running has everything, and may still lose it.
    const history = kind === 'kill' ? this.#history : [this.#tear()];
    this.left = { kind, history };
    this.#world.note(`${kind} ${when}: ${[...history.at(-1)!.keys()].sort().join(', ')}`);
    throw new MachineStopped();
  }

  /**
   * Stops inside the last commit: any of its sectors are written, but not yet its meta page, which
   * comes after them. If the commit is a synced one, everything before it is safe.
   */
  stopInCommit(kind: CrashKind): never {
    const { versions } = this.#folder.get(DATA_FILE) as DiskFile;
    const after = versions.pop() as Buffer;
    const torn = this.#mixSectors([this.#before, after]);
    this.#before.copy(torn, 0, 0, META_BYTES);
    versions.push(torn);
    if (kind === 'power cut') forgetOlder(versions);
    this.left = { kind, history: this.#history };
    this.#world.note(`${kind} inside a commit`);
    throw new MachineStopped();
  }

  get #folder(): Folder {
    return this.#history.at(-1) as Folder;
  }

  readonly #has = (name: string): boolean => this.#folder.has(name);

  #tear(): Folder {
    const torn = new Map<string, DiskFile>();
    for (const [name, { versions }] of this.#world.random.pick(this.#history)) {
      torn.set(name, { versions: [this.#mixSectors(versions)] });
    }
    return torn;
  }

  #mixSectors(versions: readonly Buffer[]): Buffer {
    const { random } = this.#world;
    const { sectorBytes } = this.#options;
    const mixed = Buffer.alloc(random.pick(versions).length);
    for (let at = 0; at < mixed.length; at += sectorBytes) {
      mixed.set(random.pick(versions).subarray(at, Math.min(at + sectorBytes, mixed.length)), at);
    }
    return mixed;
  }
}

function forgetOlder(versions: unknown[]): void {
  versions.splice(0, versions.length - 1);
}
