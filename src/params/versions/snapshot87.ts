// Version 87 of the snapshot.

import { version87 } from './version87.ts';
import type { VersionChange } from './versionChange.ts';

export const snapshot87: VersionChange = {
  ...version87,
  features: { ...version87.features, receiptPromiseInputSizeLimit: true },
  limits: { maxReceiptTotalInputSize: 4_194_944 },
};
