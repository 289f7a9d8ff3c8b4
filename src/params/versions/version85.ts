// Gas keys, ML-DSA-65 signatures, yields with ids, accounts that cost more, and shards that split.

import { createFee } from '../tables/actionFees.ts';
import { createExtCost } from '../tables/extCosts.ts';
import type { VersionChange } from './versionChange.ts';

export const version85: VersionChange = {
  version: 85,
  features: {
    gasKeys: true,
    delegateV2: true,
    postQuantumSignatures: true,
    accountCostIncrease: true,
    fixDelegateActionDepositWithFunctionCallError: true,
    fixDeleteAccountGlobalContractStorageUsage: true,
    fixDelegatedDeterministicStateInit: true,
    uniqueChunkTransactions: true,
    yieldWithId: true,
    clampOutgoingGasAdmission: true,
    dynamicResharding: true,
    stickyReshardingValidatorAssignment: true,
  },
  vm: {
    oneYoctoOnPromise: true,
    p256VerifyHostFn: true,
    gasKeyHostFns: true,
    chainIdHostFn: true,
    yieldWithIdHostFns: true,
  },
  formats: {
    blockHeader: 'V6',
    chunkInner: 'V5',
    epochInfo: 'V5',
    blockInfo: 'V4',
    outcomeMetadata: 'V4',
  },
  actionFees: {
    create_account: createFee(500_000_000_000n, 500_000_000_000n, 7_200_000_000_000n),
    deterministic_state_init_base: createFee(
      500_000_000_000n,
      500_000_000_000n,
      7_430_000_000_000n,
    ),
  },
  extCosts: { yield_create_with_id_base: createExtCost(290_000_000_000n) },
  economics: {
    minGasPurchasePrice: 1_000_000_000n,
    accountCreationCharge: 7_000_000_000_000_000_000_000n,
  },
  signatureVerification: {
    'ml-dsa-65': { gas: 100_000_000_000n, compute: 100_000_000_000n },
  },
};
