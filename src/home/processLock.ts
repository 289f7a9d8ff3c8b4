// A lock by process numbers, for platforms without a way to lock files. Each holder leaves a file
// with the next number of its row, made together with its text, so a reader never sees a holder
// without its process number, and of two processes that find the last holder gone only one makes
// the next file. The newest file of the row stays, empty when it was given back.

import { linkSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The locks of this process, whose number says nothing about them. */
const held = new Set<string>();

/** Gives how to give the lock back, or null if a running process has it. */
export function lockByNumber(path: string): (() => void) | null {
  for (;;) {
    const last = newestNumber(path);
    if (last > 0 && isHeld(`${path}.${last}`)) return null;
    const own = `${path}.${last + 1}`;
    if (!createWhole(own)) continue;
    // Others may have come and gone, and removed the files before theirs, since `last` was read.
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

/** Zero if nobody has ever held it. */
function newestNumber(path: string): number {
  const prefix = `${basename(path)}.`;
  const numbers = readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)));
  return Math.max(0, ...numbers);
}

/** False if the file is there already. */
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
    // Somebody else's process may not be signalled, but it runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
