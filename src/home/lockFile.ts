// Ensures one node per home folder, with an operating system lock on a file in it. The system
// releases the lock when its holder ends, however that happens, and it works between containers
// that share a folder, where process ids are meaningless. The file itself stays; its text names the
// holder for people.

import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { requireOptional } from '../base/optionalModule.ts';
import { createFolder } from './createFolder.ts';
import { explainFailure, HomeError } from './homeFolder.ts';
import { lockByNumber } from './processLock.ts';

const LOCK_FILE = 'node.lock';
/** After the text, so that others can still read it where locks are mandatory, as on Windows. */
const LOCKED_BYTE = 2 ** 20;

/** The native part of fs-native-extensions; the package's own loader is ten times slower. */
interface NativeLocks {
  /** Throws an error with code EAGAIN if the lock is taken. */
  tryLock(file: number, offset: number, length: number, isExclusive: boolean): void;
}

/** Locks an open file unless the lock is taken; null if this mechanism is not available. */
type TryLock = (file: number) => boolean | null;

/**
 * Acquires the lock, creating the folder if it is missing, and returns the function that releases
 * it. The first available mechanism is used.
 */
export function lockHome(
  directory: string,
  ways: readonly TryLock[] = [lockByModule, lockByProgram],
): () => void {
  return explainFailure(directory, () => {
    createFolder(directory);
    const path = resolve(directory, LOCK_FILE);
    const file = openSync(path, 'a+');
    try {
      const release = takeLock(file, path, ways);
      if (release === null) throw createLockedError(directory, path);
      ftruncateSync(file);
      writeSync(file, `${process.pid} ${hostname()}\n`);
      return () => {
        ftruncateSync(file);
        // Closing the file releases the lock.
        closeSync(file);
        release();
      };
    } catch (error) {
      closeSync(file);
      throw error;
    }
  });
}

/** Returns what is left to do after the file is closed; null if the lock is taken. */
function takeLock(file: number, path: string, ways: readonly TryLock[]): (() => void) | null {
  for (const tryLock of ways) {
    const isTaken = tryLock(file);
    if (isTaken !== null) return isTaken ? () => {} : null;
  }
  if (!isWarned) process.stderr.write(`perigee: ${NO_LOCKS}\n`);
  isWarned = true;
  return lockByNumber(path);
}

function lockByModule(file: number): boolean | null {
  const locks = loadLocks();
  if (locks === null) return null;
  try {
    locks.tryLock(file, LOCKED_BYTE, 1, true);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN' || code === 'EACCES' || code === 'EBUSY') return false;
    throw error;
  }
}

/**
 * Uses the program `flock` of util-linux or BusyBox, for Linux with musl. It locks the open file
 * that it inherits, so the lock outlives it and ends with this process.
 */
export function lockByProgram(file: number): boolean | null {
  const { status, stderr } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', file],
  });
  if (status === 0) return true;
  // A failure without a message means that the lock is taken.
  return status === 1 && stderr.length === 0 ? false : null;
}

/** Another node uses the folder. */
export class HomeLocked extends HomeError {}

function createLockedError(directory: string, path: string): HomeLocked {
  const [, holder = 'unknown', host = ''] = /^(\d+) ?(\S*)/.exec(readFileSync(path, 'utf8')) ?? [];
  const where = host === '' || host === hostname() ? '' : ` on ${host}`;
  return new HomeLocked(
    `another node (process ${holder}${where}) uses ${directory}; stop it or choose another --home`,
  );
}

/** Null on a platform without the native part, such as Linux with musl. */
function loadLocks(): NativeLocks | null {
  const name = `fs-native-extensions/prebuilds/${process.platform}-${process.arch}`;
  try {
    return requireOptional<NativeLocks>(`${name}/fs-native-extensions.node`, 'the lock of a home');
  } catch {
    return null;
  }
}

const NO_LOCKS =
  'there is no way to lock files here: install the program flock, or make sure that no two ' +
  'containers use one home folder';
let isWarned = false;
