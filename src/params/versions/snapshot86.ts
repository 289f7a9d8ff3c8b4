// Version 86 of the snapshot.

import { version86 } from './version86.ts';
import type { VersionChange } from './versionChange.ts';

export const snapshot86: VersionChange = { ...version86, vm: { fixContractLoadingError: true } };
