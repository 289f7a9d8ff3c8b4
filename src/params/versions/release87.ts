// Released version 87.

import { version87 } from './version87.ts';
import type { VersionChange } from './versionChange.ts';

export const release87: VersionChange = {
  ...version87,
  features: {
    ...version87.features,
    rejectDelegateV2: true,
    rejectWithdrawFromGasKeyInDelegate: true,
    rejectUniversalAccountTransfers: true,
    earlyKickout: true,
  },
  vm: { ...version87.vm, fixContractLoadingError: true, sha3HostFns: true },
  limits: { minContractSizePerLocal: 2, maxStateInitEntries: 1_500 },
};
