// The storage proof of a receipt is limited as a whole, not for each of its function calls.

import type { VersionChange } from './versionChange.ts';

export const version86: VersionChange = {
  version: 86,
  features: { enforcePerReceiptStorageProofLimit: true },
};
