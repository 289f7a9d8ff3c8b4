// The protocol version of the chain, and the versions at which features became active.
// Follows `ProtocolFeature` of the reference (`core/primitives-core/src/version.rs`), as far as a
// feature changes execution or bytes. What has no version up to PROTOCOL_VERSION is never active.

import { freezeDeep } from './freezeDeep.ts';

/** The only version that is executed and produced. */
export const PROTOCOL_VERSION: number = 87;

/** The lowest version whose blocks the reference still accepts. */
export const MIN_SUPPORTED_PROTOCOL_VERSION = 84;

export const FEATURE_VERSIONS = freezeDeep({
  createHash: 38,
  shardChunkHeaderUpgrade: 41,
  blockHeaderV3: 49,
  delegateAction: 59,
  blockHeaderV4: 63,
  yieldExecution: 67,
  congestionControl: 68,
  statelessValidation: 69,
  ethImplicitAccounts: 70,
  blockHeaderV5: 72,
  stateStoredReceipt: 72,
  bandwidthScheduler: 74,
  globalContracts: 77,
  blockHeightForReceiptId: 77,
  reducedGasRefunds: 78,
  deterministicAccountIds: 82,
  invalidTxGenerateOutcomes: 83,
  globalContractDistributionNonce: 83,
  instantPromiseYield: 83,
  yieldResumeImprovements: 83,
  instantDeleteAccount: 83,
  ethImplicitGlobalContract: 83,
  gasKeys: 85,
  delegateV2: 85,
  strictNonce: 85,
  postQuantumSignatures: 85,
  accountCostIncrease: 85,
  uniqueChunkTransactions: 85,
  executionMetadataV4: 85,
  yieldWithId: 85,
  clampOutgoingGasAdmission: 85,
  fixDelegateActionDepositWithFunctionCallError: 85,
  fixDeleteAccountGlobalContractStorageUsage: 85,
  fixDelegatedDeterministicStateInit: 85,
  dynamicResharding: 85,
  stickyReshardingValidatorAssignment: 85,
  continuousEpochSync: 85,
  validateBlockOrdinalAndEpochSyncDataHash: 85,
  signedContractCodeResponse: 85,
  enforcePerReceiptStorageProofLimit: 86,
  fixContractLoadingError: 86,
  rejectEmptyMethodName: 87,
  removeGasRewards: 87,
  enforceStorageProofLimitForAllActions: 87,
  receiptPromiseInputSizeLimit: 87,
  fixContractLoadingCost: 129,
  shuffleShardAssignments: 143,
  earlyKickout: 152,
  fixMlDsaCostCharging: 153,
  spice: 180,
});

export type ProtocolFeature = keyof typeof FEATURE_VERSIONS;

export function isFeatureActive(feature: ProtocolFeature, protocolVersion: number): boolean {
  return FEATURE_VERSIONS[feature] <= protocolVersion;
}
