// The versions of each dialect, oldest first. A new version is a new file and a line here.

import type { Dialect } from '../dialect.ts';
import { nightly129, nightly143, nightly155 } from './nightly.ts';
import { release87 } from './release87.ts';
import { release88 } from './release88.ts';
import { release157 } from './releaseNightly.ts';
import { snapshot86 } from './snapshot86.ts';
import { snapshot87 } from './snapshot87.ts';
import { snapshot152, snapshot153, snapshot156, snapshot157 } from './snapshotNightly.ts';
import { release84, version84 } from './version84.ts';
import { version85 } from './version85.ts';
import { version86 } from './version86.ts';
import type { VersionChange } from './versionChange.ts';

type Versions = Readonly<Record<Dialect, readonly VersionChange[]>>;

export const VERSIONS: Versions = {
  release: [release84, version85, version86, release87, release88],
  cd297313f2: [version84, version85, snapshot86, snapshot87],
};

/** Features that no release has switched on, by the versions that will have them. */
export const NIGHTLY_VERSIONS: Versions = {
  release: [nightly129, nightly143, nightly155, release157],
  cd297313f2: [
    nightly129,
    nightly143,
    snapshot152,
    snapshot153,
    nightly155,
    snapshot156,
    snapshot157,
  ],
};
