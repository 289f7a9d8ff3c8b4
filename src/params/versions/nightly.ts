// Nightly versions that are the same in both dialects.

import type { VersionChange } from './versionChange.ts';

export const nightly129: VersionChange = { version: 129, vm: { fixContractLoadingCost: true } };

export const nightly143: VersionChange = {
  version: 143,
  features: { shuffleShardAssignments: true },
};

export const nightly155: VersionChange = { version: 155, vm: { bls12381NotInGroupFix: true } };
