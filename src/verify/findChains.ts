// The chains that a home folder has: one that it produces, one that it follows, or both.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HomeError, storePathOf } from '../home/homeFolder.ts';

const FOLLOW_FOLDER = 'follow';

interface ChainFolders {
  readonly made: string | null;
  readonly followed: string | null;
}

/** A folder without any chain is taken for one whose chain is lost. */
export function findChains(home: string): ChainFolders {
  // Locking would create the folder.
  if (!existsSync(home)) {
    throw new HomeError(`there is no home folder ${home}; name another one with --home`);
  }
  const followed = join(home, FOLLOW_FOLDER);
  const hasFollowed = existsSync(storePathOf(followed));
  const hasMade = existsSync(storePathOf(home)) || !hasFollowed;
  return { made: hasMade ? home : null, followed: hasFollowed ? followed : null };
}
