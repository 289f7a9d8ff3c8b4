// `perigee verify`: checks everything in a home folder and reports damage, even while its node
// runs; while no node runs, it can also restore rows from a source.

import { PerigeeError } from '../base/errors.ts';
import { HomeError, readHome, storePathOf } from '../home/homeFolder.ts';
import { HomeLocked, lockHome } from '../home/lockFile.ts';
import type { Genesis } from '../types/genesis.ts';
import { findChains } from './findChains.ts';
import type { VerifyOptions } from './verifyOptions.ts';
import { type StoreReport, verifyStore } from './verifyStore.ts';

export interface VerifyReport {
  readonly home: string;
  /** Whether everything is intact, after restoring. */
  readonly isWhole: boolean;
  readonly stores: readonly StoreReport[];
  /** Faults of other files. */
  readonly files: readonly string[];
}

export async function verifyHome(options: VerifyOptions): Promise<VerifyReport> {
  const { home } = options;
  const { made, followed } = findChains(home);
  const files: string[] = [];
  const stores: StoreReport[] = [];
  if (made !== null) {
    const genesis = tryReadGenesis(home, files);
    stores.push(await verifyLocked(home, { ...options, kind: 'trie', genesis }));
  }
  if (followed !== null) {
    stores.push(await verifyLocked(followed, { ...options, kind: 'flat', genesis: null }));
  }
  const isWhole = files.length === 0 && stores.every(({ left }) => left === 0);
  return { home, isWhole, stores, files };
}

function tryReadGenesis(home: string, files: string[]): Genesis | null {
  try {
    return readHome(home).genesis;
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    files.push(error.message);
    return null;
  }
}

/** A running node holds the lock; its store is then read concurrently. */
async function verifyLocked(
  folder: string,
  options: Omit<Parameters<typeof verifyStore>[1], 'isRunning'>,
): Promise<StoreReport> {
  const unlock = tryLock(folder);
  if (unlock === null && options.restoreFrom !== undefined) {
    throw new HomeError(`a node uses ${folder}: stop it before anything is restored`);
  }
  try {
    return await verifyStore(storePathOf(folder), { ...options, isRunning: unlock === null });
  } finally {
    unlock?.();
  }
}

function tryLock(folder: string): (() => void) | null {
  try {
    return lockHome(folder);
  } catch (error) {
    if (error instanceof HomeLocked) return null;
    throw error;
  }
}
