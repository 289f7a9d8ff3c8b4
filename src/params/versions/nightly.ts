// Nightly versions that are the same in both dialects.

import type { VersionChange } from './versionChange.ts';

export const nightly129: VersionChange = { version: 129, vm: { fixContractLoadingCost: true } };

/** ShuffleShardAssignments: a setting of the reference's epoch configurations, and no rule. */
export const nightly143: VersionChange = { version: 143 };

export const nightly155: VersionChange = { version: 155, vm: { bls12381NotInGroupFix: true } };
