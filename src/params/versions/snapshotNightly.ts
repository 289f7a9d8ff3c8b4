// Nightly versions of the snapshot.

import type { VersionChange } from './versionChange.ts';

export const snapshot152: VersionChange = { version: 152, features: { earlyKickout: true } };

export const snapshot153: VersionChange = { version: 153, vm: { fixMlDsaCostCharging: true } };

export const snapshot156: VersionChange = { version: 156, vm: { sha3HostFns: true } };

export const snapshot157: VersionChange = {
  version: 157,
  limits: { maxGlobalsPerContract: 100_000 },
};
