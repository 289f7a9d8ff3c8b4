// Nightly versions of the release.

import type { VersionChange } from './versionChange.ts';

export const release157: VersionChange = {
  version: 157,
  features: { receiptPromiseInputSizeLimit: true },
  vm: { fixMlDsaCostCharging: true },
  limits: { maxGlobalsPerContract: 100_000, maxReceiptTotalInputSize: 4_194_944 },
};
