// Our checkpoints next to `overlappingSync` and `flushed` of lmdb-js, which serve the same purpose:
// commits per second with a flush every 100 ms, and how many files that a power cut may leave still
// have a committed state. `node .build/profiling/commits.js` after `tsc -p tsconfig.test.json`. Our
// checkpoints pass the same cuts in test/store/powerCut.test.ts.

import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { open, TransactionFlags } from 'lmdb';
import { Column } from '../src/chain/columns/columns.ts';
import { LmdbStore } from '../src/store/lmdb/lmdbStore.ts';
import { Batch } from '../src/store/store.ts';

const SECONDS = 4;
const FLUSH_MS = 100;
const ROWS = 40;
const SECTOR_BYTES = 4096;
const CUTS = 40;

interface Committer {
  commit(rows: readonly (readonly [Buffer, Buffer])[]): void;
  flush(): PromiseLike<unknown>;
  close(): Promise<void>;
}

async function openOurs(path: string): Promise<Committer> {
  const store = await LmdbStore.open({ path });
  return {
    commit: (rows) => {
      const batch = new Batch();
      for (const [key, value] of rows) batch.putBytes(Column.stateNode, key, value);
      store.commit(batch);
    },
    flush: () => store.flush(),
    close: () => store.close(),
  };
}

function openLibrary(path: string, restores = false) {
  return open<Buffer, Buffer>({
    path,
    noSubdir: false,
    encoding: 'binary',
    keyEncoding: 'binary',
    pageSize: 8192,
    overlappingSync: true,
    // As after a restart of the machine.
    ...(restores && { safeRestore: true }),
  });
}

async function openOverlapping(path: string): Promise<Committer> {
  const database = openLibrary(path);
  const { ABORTABLE, SYNCHRONOUS_COMMIT, NO_SYNC_FLUSH } = TransactionFlags;
  const flags = ABORTABLE | SYNCHRONOUS_COMMIT | NO_SYNC_FLUSH;
  return {
    commit: (rows) =>
      database.transactionSync(() => {
        for (const [key, value] of rows) database.putSync(key, value);
      }, flags),
    flush: () => database.flushed,
    close: () => database.close(),
  };
}

async function measureRate(committer: Committer): Promise<string> {
  const times: number[] = [];
  const startMs = performance.now();
  let flushed: PromiseLike<unknown> = Promise.resolve();
  let flushMs = startMs;
  while (performance.now() - startMs < SECONDS * 1_000) {
    const rows = Array.from({ length: ROWS }, () => [randomBytes(32), randomBytes(300)] as const);
    const beginMs = performance.now();
    committer.commit(rows);
    times.push(performance.now() - beginMs);
    if (performance.now() - flushMs > FLUSH_MS) {
      await flushed;
      flushed = committer.flush();
      flushMs = performance.now();
    }
    await setImmediate();
  }
  await flushed;
  await committer.close();
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1] as number;
  return `${Math.round(times.length / SECONDS)} commits/s, median ${median.toFixed(2)} ms`;
}

/** One commit after a flush; each sector of it is on the disk or not. */
async function countSurvivedCuts(folder: string): Promise<number> {
  const path = join(folder, 'cut');
  const committer = await openOverlapping(path);
  let survived = 0;
  for (let cut = 0; cut < CUTS; cut++) {
    for (let i = 0; i < 15; i++) committer.commit(rowsOf(cut * 17 + i));
    await committer.flush();
    const before = readFileSync(join(path, 'data.mdb'));
    const states = [digest(path)];
    committer.commit(rowsOf(cut * 17 + 15));
    const after = readFileSync(join(path, 'data.mdb'));
    states.push(digest(path));
    const left = join(folder, `left${cut}`);
    mkdirSync(left);
    writeFileSync(join(left, 'data.mdb'), mixSectors(before, after));
    if (states.includes(digest(left, true))) survived++;
  }
  await committer.close();
  return survived;
}

function rowsOf(round: number): (readonly [Buffer, Buffer])[] {
  return Array.from({ length: ROWS }, (_, i) => {
    const key = createHash('sha256')
      .update(`${(round + i) % 700}`)
      .digest();
    return [key, randomBytes(i * 9)] as const;
  });
}

function mixSectors(before: Buffer, after: Buffer): Buffer {
  const mixed = Buffer.from(after);
  for (let at = 0; at < before.length; at += SECTOR_BYTES) {
    if (Math.random() < 0.5) before.copy(mixed, at, at, Math.min(at + SECTOR_BYTES, before.length));
  }
  return mixed;
}

/** Read in a separate process, which a torn file may crash. */
function digest(path: string, restores = false): string {
  const args = [fileURLToPath(import.meta.url), 'digest', path, restores ? 'restore' : ''];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? stdout : `ended, ${Math.random()}`;
}

if (process.argv[2] === 'digest') {
  const database = openLibrary(process.argv[3] as string, process.argv[4] === 'restore');
  const hash = createHash('sha256');
  for (const { key, value } of database.getRange()) hash.update(key).update(value);
  process.stdout.write(hash.digest('hex'));
  await database.close();
} else {
  const folder = mkdtempSync('perigee-commits-');
  try {
    for (const [what, create] of [
      ['our checkpoints', openOurs],
      ['overlappingSync', openOverlapping],
    ] as const) {
      const rate = await measureRate(await create(join(folder, what)));
      process.stdout.write(`${what.padEnd(16)} ${rate}\n`);
    }
    const survived = await countSurvivedCuts(folder);
    process.stdout.write(`overlappingSync survives ${survived} of ${CUTS} power cuts\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
