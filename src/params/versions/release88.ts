// Released version 88: universal accounts, and what decoding their state costs.

import { createFee } from '../tables/actionFees.ts';
import { createExtCost } from '../tables/extCosts.ts';
import type { VersionChange } from './versionChange.ts';

export const release88: VersionChange = {
  version: 88,
  features: { universalAccounts: true, rejectUniversalAccountTransfers: false },
  vm: { universalAccounts: true },
  actionFees: {
    universal_state_init_byte: createFee(78_000_000n, 78_000_000n, 74_000_000n),
    universal_state_init_entry: createFee(3_100_000_000n, 3_100_000_000n, 200_000_000_000n),
  },
  extCosts: {
    universal_state_init_to_account_id_base: createExtCost(8_900_000_000n),
    universal_state_init_to_account_id_byte: createExtCost(83_100_000n),
  },
};
