// What version 87 has in both dialects: no gas rewards, no empty method names, ml_dsa_verify.

import type { VersionChange } from './versionChange.ts';

export const version87: VersionChange & Required<Pick<VersionChange, 'features' | 'vm'>> = {
  version: 87,
  features: { rejectEmptyMethodName: true, enforceStorageProofLimitForAllActions: true },
  vm: { mlDsaVerifyHostFn: true },
  economics: { burntGasReward: [0, 1] },
};
