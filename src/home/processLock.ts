// A lock by process id, for platforms without file locks. Each holder creates a file with the next
// number of a sequence, atomically with its text, so a reader never sees a holder without its
// process id, and of two processes that find the last holder gone only one creates the next file.
// The newest file stays, empty once the lock is released.

import { linkSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The locks that this process holds, which its own process id cannot show. */
const held = new Set<string>();

/** Returns the function that releases the lock, or null if a running process holds it. */
export function lockByNumber(path: string): (() => void) | null {
  for (;;) {
    const last = newestNumber(path);
    if (last > 0 && isHeld(`${path}.${last}`)) return null;
    const own = `${path}.${last + 1}`;
    if (!createWhole(own)) continue;
    // Since `last` was read, others may have held the lock and removed the files before theirs.
    if (newestNumber(path) !== last + 1) {
      rmSync(own);
      continue;
    }
    rmSync(`${path}.${last}`, { force: true });
    held.add(own);
    return () => {
      held.delete(own);
      truncateSync(own);
    };
  }
}

/** Zero if the lock was never held. */
function newestNumber(path: string): number {
  const prefix = `${basename(path)}.`;
  const numbers = readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)));
  return Math.max(0, ...numbers);
}

/** False if the file exists already. */
function createWhole(path: string): boolean {
  const temporary = `${path}.by-${process.pid}`;
  writeFileSync(temporary, `${process.pid}\n`);
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary);
  }
}

function isHeld(path: string): boolean {
  const holder = Number.parseInt(readText(path), 10);
  return holder === process.pid ? held.has(path) : isRunning(holder);
}

/** Empty if the next holder has removed it. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function isRunning(processId: number): boolean {
  if (!Number.isSafeInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but it is running.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
