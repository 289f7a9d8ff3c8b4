// The oldest version that is executed. Its values are those of the tables.

import type { VersionChange } from './versionChange.ts';

export const version84: VersionChange = { version: 84 };

/** The released software knows universal accounts at every version, and refuses them below 88. */
export const release84: VersionChange = {
  ...version84,
  features: { universalStateInitDecodes: true, stateInitCounts: true },
};
